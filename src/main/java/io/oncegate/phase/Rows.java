package io.oncegate.phase;

import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What a statement answered, row by row: {@code .map(Rows.first(OrderRow::read))}. */
public final class Rows {

    private Rows() {}

    /** The first row, if there is one. */
    public static <T> Function<RowSet<Row>, Optional<T>> first(Function<Row, T> reading) {
        return rows -> {
            Iterator<Row> all = rows.iterator();
            return all.hasNext() ? Optional.of(reading.apply(all.next())) : Optional.empty();
        };
    }

    /** All rows, in their order. */
    public static <T> Function<RowSet<Row>, List<T>> all(Function<Row, T> reading) {
        return rows -> {
            List<T> all = new ArrayList<>(rows.size());
            rows.forEach(row -> all.add(reading.apply(row)));
            return all;
        };
    }
}
