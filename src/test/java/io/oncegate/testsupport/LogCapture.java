package io.oncegate.testsupport;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.logmanager.ExtLogRecord;

/** What a class logs while this is open, as it would be read. */
public final class LogCapture extends Handler implements AutoCloseable {

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger logger;

    private LogCapture(Logger logger) {
        this.logger = logger;
    }

    public static LogCapture of(Class<?> type) {
        var capture = new LogCapture(Logger.getLogger(type.getName()));
        capture.logger.setLevel(Level.ALL);
        capture.logger.addHandler(capture);
        return capture;
    }

    /** So far, in their order. */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void publish(LogRecord entry) {
        lines.add(ExtLogRecord.wrap(entry).getFormattedMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
