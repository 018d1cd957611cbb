package io.oncegate.deploy;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an expression of PromQL reads: no more than names and labels are understood, and Grafana's variables are passed
 * over. That an expression is one at all is promtool's to say.
 *
 * @param selectors in their order
 * @param grouping the labels that are kept, dropped or matched on: {@code by}, {@code without}, {@code on}, and the like
 */
record PromQuery(List<Selector> selectors, Set<String> grouping) {

    /** A metric's name and what its labels have to be. */
    record Selector(String metric, List<LabelMatcher> matchers) {}

    /** {@code label operator "value"}; the value as it is written, escapes included. */
    record LabelMatcher(String label, String operator, String value) {}

    private static final Pattern TOKEN = Pattern.compile("""
            (?<blank> \\s+ | \\#[^\\n]* )
            | (?<string> "(?:[^"\\\\]|\\\\.)*" | '(?:[^'\\\\]|\\\\.)*' | `[^`]*` )
            | (?<variable> \\$\\{[^}]*} | \\$\\w+ | \\[\\[\\w+]] )
            | (?<range> \\[[^\\]]*] )
            | (?<number> (?:0x[0-9a-fA-F]+ | (?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?) [a-z0-9]* )
            | (?<name> [a-zA-Z_:][\\w:]* )
            | (?<operator> =~ | !~ | != | == | <= | >= | . )
            """, Pattern.COMMENTS | Pattern.DOTALL);

    private static final Set<String> GROUPING = Set.of("by", "without", "on", "ignoring", "group_left", "group_right");
    private static final Set<String> WORDS = Set.of(
            "sum",
            "min",
            "max",
            "avg",
            "group",
            "stddev",
            "stdvar",
            "count",
            "count_values",
            "bottomk",
            "topk",
            "quantile",
            "and",
            "or",
            "unless",
            "atan2",
            "bool",
            "offset",
            "inf",
            "nan",
            "start",
            "end");

    static PromQuery parse(String expression) {
        return new Reader(tokens(expression)).read();
    }

    private static List<Token> tokens(String expression) {
        var tokens = new ArrayList<Token>();
        var matcher = TOKEN.matcher(expression);
        while (matcher.find()) {
            if (matcher.group("blank") == null && matcher.group("range") == null && matcher.group("number") == null) {
                tokens.add(token(matcher));
            }
        }
        return tokens;
    }

    private static Token token(Matcher matcher) {
        if (matcher.group("name") != null) {
            return new Token(Kind.NAME, matcher.group());
        }
        if (matcher.group("string") != null) {
            return new Token(
                    Kind.STRING, matcher.group().substring(1, matcher.group().length() - 1));
        }
        return new Token(matcher.group("variable") == null ? Kind.OPERATOR : Kind.VARIABLE, matcher.group());
    }

    private enum Kind {
        NAME,
        STRING,
        VARIABLE,
        OPERATOR
    }

    private record Token(Kind kind, String text) {
        boolean is(String operator) {
            return kind == Kind.OPERATOR && text.equals(operator);
        }
    }

    /** Goes through the tokens once. */
    private static final class Reader {
        private static final Token END = new Token(Kind.OPERATOR, "");

        private final List<Token> tokens;
        private final List<Selector> selectors = new ArrayList<>();
        private final Set<String> grouping = new LinkedHashSet<>();
        private int position;

        Reader(List<Token> tokens) {
            this.tokens = tokens;
        }

        PromQuery read() {
            while (position < tokens.size()) {
                var token = next();
                if (token.kind() == Kind.NAME) {
                    readName(token.text());
                } else if (token.is("{")) {
                    selectors.add(new Selector("", matchers()));
                }
            }
            return new PromQuery(List.copyOf(selectors), Set.copyOf(grouping));
        }

        private void readName(String name) {
            if (GROUPING.contains(name)) {
                if (peek().is("(")) {
                    readGrouping();
                }
            } else if (!WORDS.contains(name) && !peek().is("(")) {
                selectors.add(new Selector(name, peek().is("{") ? matchersAfterBrace() : List.of()));
            }
        }

        private void readGrouping() {
            var token = next();
            while (position < tokens.size() && !token.is(")")) {
                if (token.kind() == Kind.NAME) {
                    grouping.add(token.text());
                }
                token = next();
            }
        }

        private List<LabelMatcher> matchersAfterBrace() {
            var unused = next();
            return matchers();
        }

        private List<LabelMatcher> matchers() {
            var matchers = new ArrayList<LabelMatcher>();
            var token = next();
            while (!token.is("}") && !token.equals(END)) {
                if (token.kind() == Kind.NAME) {
                    matchers.add(new LabelMatcher(token.text(), next().text(), next().text()));
                }
                token = next();
            }
            return List.copyOf(matchers);
        }

        private Token peek() {
            return position < tokens.size() ? tokens.get(position) : END;
        }

        private Token next() {
            var token = peek();
            position++;
            return token;
        }
    }
}
