package io.oncegate.sandbox.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A PostgreSQL with one empty database. Unless it is a durable one, writes are not forced to disk, since its data ends
 * with it: it survives any death of the service, not one of the machine, and it says nothing about speed.
 *
 * @param port where it listens on loopback
 */
record PostgresServer(int port) {
    static final String DATABASE = "oncegate";
    static final String USER = "oncegate";
    static final String PASSWORD = "oncegate";

    static PostgresServer start(RunFolder folder, boolean durable) throws IOException {
        var programs = folder.resolve("postgres");
        try (var archive = Platform.current().postgresArchive()) {
            TarXz.unpack(archive, programs);
        }
        var password = Files.writeString(folder.resolve("password"), PASSWORD);
        var data = folder.resolve("data");
        var asWhom = Unprivileged.commandPrefix(folder.path());
        Commands.run(with(asWhom, initialise(programs, data, password)));
        var port = new ServerProcess(
                        folder,
                        "postgres-server",
                        freePort -> with(asWhom, serve(programs, data, freePort, durable ? "on" : "off")),
                        PostgresServer::answers)
                .start();
        createDatabase(port);
        return new PostgresServer(port);
    }

    private static List<String> initialise(Path programs, Path data, Path password) {
        return List.of(
                programs.resolve("bin/initdb").toString(),
                "--pgdata=" + data,
                "--username=" + USER,
                "--pwfile=" + password,
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--no-locale",
                "--no-sync");
    }

    private static List<String> serve(Path programs, Path data, int port, String forced) {
        var command = new ArrayList<>(List.of(programs.resolve("bin/postgres").toString(), "-D", data.toString()));
        var settings = List.of(
                "port=" + port,
                "listen_addresses=" + ServerProcess.LOOPBACK,
                "unix_socket_directories=",
                // Several services with a pool each, and the tests' own connections.
                "max_connections=300",
                "fsync=" + forced,
                "synchronous_commit=" + forced,
                "full_page_writes=" + forced);
        settings.forEach(setting -> command.addAll(List.of("-c", setting)));
        return command;
    }

    private static boolean answers(int port) {
        try (var connection = connect(port)) {
            return connection.isValid(1);
        } catch (SQLException notYet) {
            return false;
        }
    }

    private static void createDatabase(int port) throws IOException {
        try (var connection = connect(port);
                var statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + DATABASE);
        } catch (SQLException refused) {
            throw new IOException("PostgreSQL made no database: " + refused.getMessage(), refused);
        }
    }

    private static Connection connect(int port) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://%s:%d/postgres".formatted(ServerProcess.LOOPBACK, port), USER, PASSWORD);
    }

    private static List<String> with(List<String> prefix, List<String> command) {
        var whole = new ArrayList<>(prefix);
        whole.addAll(command);
        return whole;
    }
}
