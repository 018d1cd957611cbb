package io.oncegate.payments.tbank;

import java.util.Set;

/**
 * What T-Bank's error codes are about (acquiring documentation, Error codes). A code that is in no set says nothing
 * definite.
 */
final class TbankErrors {

    /** 10: Charge is not allowed; 202, 648: terminal or shop blocked; 204, 205: token; 501: no such terminal. */
    private static final Set<Integer> CREDENTIALS = Set.of(10, 202, 204, 205, 501, 648);

    /** 8: wrong state of the order; 20: order id used before. */
    private static final Set<Integer> ORDER_EXISTS = Set.of(8, 20);

    /** 4: this change of state is not possible; 8: wrong state. */
    private static final Set<Integer> WRONG_STATE = Set.of(4, 8);

    /** 255: no such payment; 335: no such order of this terminal. */
    private static final Set<Integer> NOT_FOUND = Set.of(255, 335);

    /** 3, 21, 401, 402: internal errors; those from 9000 on as well. */
    private static final Set<Integer> INTERNAL = Set.of(3, 21, 401, 402);

    /**
     * 99: the issuer refused; 101: 3-D Secure failed; 103, 116: no funds; 104: the saved method cannot be charged; 106,
     * 108: no 3-D Secure where there has to be; 252: expired; 1001: call the issuer. The issuer's codes begin at 1004.
     */
    private static final Set<Integer> DECLINES = Set.of(99, 101, 103, 104, 106, 108, 116, 252, 1001);

    /** Among the issuer's codes: 1018 is an unknown state, 1085 a success, 1096 a failure of a system. */
    private static final Set<Integer> NO_DECLINES = Set.of(1018, 1085, 1096);

    /** 1, 2: parameters missing; 308, 309, 334: the receipt. Those from 201 to 299 are about single parameters. */
    private static final Set<Integer> PARAMETERS = Set.of(1, 2, 308, 309, 334);

    private TbankErrors() {}

    static boolean isAboutCredentials(int code) {
        return CREDENTIALS.contains(code);
    }

    static boolean isOrderExists(int code) {
        return ORDER_EXISTS.contains(code);
    }

    static boolean isWrongState(int code) {
        return WRONG_STATE.contains(code);
    }

    static boolean isNotFound(int code) {
        return NOT_FOUND.contains(code);
    }

    static boolean isInternal(int code) {
        return INTERNAL.contains(code) || code >= 9000;
    }

    static boolean isDecline(int code) {
        return DECLINES.contains(code) || (code >= 1004 && code <= 1099 && !NO_DECLINES.contains(code));
    }

    /** Only for codes that none of the others claims. */
    static boolean isAboutParameters(int code) {
        return PARAMETERS.contains(code) || (code >= 201 && code <= 299);
    }
}
