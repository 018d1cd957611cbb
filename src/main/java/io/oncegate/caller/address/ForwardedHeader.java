package io.oncegate.caller.address;

import java.util.List;
import java.util.Optional;

/**
 * The header in which the trusted proxies say whom they forward for. Only one is read: a proxy adds to the one that it
 * knows and passes the other on as the client wrote it.
 */
public enum ForwardedHeader {
    /** A list of addresses. */
    X_FORWARDED_FOR("X-Forwarded-For") {
        @Override
        Elements elements(List<String> lines) {
            return Elements.plain(lines);
        }

        @Override
        Optional<IpAddress> address(String element) {
            return Node.address(element);
        }
    },
    /** RFC 7239. */
    FORWARDED("Forwarded") {
        @Override
        Elements elements(List<String> lines) {
            return Elements.quoted(lines);
        }

        @Override
        Optional<IpAddress> address(String element) {
            return ForwardedElement.node(element).flatMap(Node::address);
        }
    };

    private final String headerName;

    ForwardedHeader(String headerName) {
        this.headerName = headerName;
    }

    /** Its name on the wire. */
    String headerName() {
        return headerName;
    }

    /** What the proxies wrote, the last of them first. */
    abstract Elements elements(List<String> lines);

    /** For whom an element's proxy forwarded, if it says so with an address. */
    abstract Optional<IpAddress> address(String element);
}
