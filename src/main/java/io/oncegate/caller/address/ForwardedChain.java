package io.oncegate.caller.address;

import java.util.List;
import java.util.Optional;

/**
 * Finds the client at the far end of a chain of proxies: the right-most hop that is not trusted, since whatever stands
 * left of it may have been written by that hop itself. Plain, immutable, and the same for every order of header lines
 * and for any garbage in them: where a hop says nothing readable, the peer counts.
 */
final class ForwardedChain {

    /** Hops that are looked at; beyond any real chain. */
    static final int MOST_HOPS = 50;

    private final TrustedProxies trusted;
    private final ForwardedHeader header;

    ForwardedChain(TrustedProxies trusted, ForwardedHeader header) {
        this.trusted = trusted;
        this.header = header;
    }

    /** Whether {@code peer} may speak for others. */
    boolean trusts(IpAddress peer) {
        return trusted.trust(peer);
    }

    /**
     * The client behind {@code peer}.
     *
     * @param lines the header's, in the order in which they were received
     */
    IpAddress client(IpAddress peer, List<String> lines) {
        if (lines.isEmpty() || !trusts(peer)) {
            return peer;
        }
        Elements elements = header.elements(lines);
        IpAddress leftMost = peer;
        for (int hop = 0; hop < MOST_HOPS; hop++) {
            Optional<String> element = elements.next();
            if (element.isEmpty()) {
                return leftMost;
            }
            Optional<IpAddress> address = element.flatMap(header::address);
            if (address.isEmpty() || !trusts(address.get())) {
                return address.orElse(peer);
            }
            leftMost = address.get();
        }
        return leftMost;
    }
}
