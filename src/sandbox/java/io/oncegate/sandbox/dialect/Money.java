package io.oncegate.sandbox.dialect;

/** An amount as it was received on the wire, in whatever form the dialect writes it. */
public record Money(String amount, String currency) {}
