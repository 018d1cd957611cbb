package io.oncegate.caller.address;

/**
 * Where a request comes from. Two spellings of one address are equal.
 *
 * @param text the address itself, in its one canonical form
 * @param subject whom limits count: the address, or for IPv6 its /64, since a customer can use all addresses of that
 */
public record ClientAddress(String text, String subject) {

    /** Of a connection that has no address, such as one over a Unix domain socket: all of those are one caller. */
    public static final ClientAddress UNKNOWN = new ClientAddress("unknown", "unknown");

    static ClientAddress of(IpAddress address) {
        return new ClientAddress(address.text(), address.subject());
    }
}
