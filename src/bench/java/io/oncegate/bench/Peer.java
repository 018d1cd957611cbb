package io.oncegate.bench;

import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** What is measured beside the service, in {@code src/bench/peers}; each keeps to the same small interface. */
final class Peer implements AutoCloseable {

    private static final Pattern LISTENING = Pattern.compile("Listening on: (http://[0-9.]+:[0-9]+)");
    private static final String PEERS = "src/bench/peers/";

    private final Program program;
    private final Contestant contestant;

    private Peer(String name, Program program) {
        this.program = program;
        this.contestant = new Contestant(name, URI.create(program.await(LISTENING)), "bench", "denied");
    }

    static Peer start(String name, Map<String, String> servers) {
        Map<String, String> environment = new HashMap<>(servers);
        environment.put("PORT", "0");
        environment.put("NODE_ENV", "production");
        return new Peer(name, Program.start(environment, command(name)));
    }

    private static List<String> command(String name) {
        return switch (name) {
            case "express" -> List.of("node", PEERS + "express/server.js");
            case "spring" -> java(PEERS + "spring/target/spring-peer.jar");
            case "constant" -> java(PEERS + "constant/target/quarkus-app/quarkus-run.jar");
            default -> throw new IllegalArgumentException("There is no peer " + name);
        };
    }

    private static List<String> java(String jar) {
        return List.of("java", "-Xms512m", "-Xmx512m", "-jar", jar);
    }

    Contestant contestant() {
        return contestant;
    }

    @Override
    public void close() {
        program.close();
    }
}
