package io.oncegate.orders;

import java.util.Set;

/**
 * The currencies in use by ISO 4217 (list one), without precious metals, bond units and codes for tests. The JDK's own
 * list keeps currencies that are gone.
 */
final class Currencies {

    private static final Set<String> IN_USE = Set.of(
            ("AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF"
                            + " CHE CHF CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP"
                            + " GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES"
                            + " KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU"
                            + " MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR"
                            + " RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT"
                            + " TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAF XCD XCG"
                            + " XOF XPF YER ZAR ZMW ZWG")
                    .split(" "));

    private Currencies() {}

    /** Whether this is the code of a currency in use; upper case, as ISO 4217 writes it. */
    static boolean inUse(String code) {
        return IN_USE.contains(code);
    }
}
