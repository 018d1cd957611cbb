package io.oncegate.messages.receipts;

import io.oncegate.messages.gateway.ReceiptPlace;

/** Where Kannel brings the receipts of one message. */
public final class ReceiptAddress {

    static final String PATH = "/v1/receipts/kannel";

    /** Kannel puts the receipt's kind here. */
    private static final String STATUS = "%d";

    private ReceiptAddress() {}

    /** The address as Kannel is told it, with Kannel's own mark in it. */
    public static String of(ReceiptPlace place, String messageId) {
        String token = ReceiptToken.of(place.secrets().get(0), messageId);
        return place.base() + PATH + "/" + messageId + "?t=" + token + "&status=" + STATUS;
    }
}
