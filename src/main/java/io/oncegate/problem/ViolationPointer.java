package io.oncegate.problem;

import jakarta.validation.ElementKind;
import jakarta.validation.Path;

/**
 * Where in a request a violated constraint stands. Bean validation names the method and the parameter as well, which are
 * nobody's business but ours: a pointer begins below them. Only what is wrong with a whole parameter is told by its name,
 * since there is nothing below it.
 */
final class ViolationPointer {

    private ViolationPointer() {}

    /** {@code place.body.items[2].amount} as {@code /items/2/amount}. */
    static String of(Path path) {
        StringBuilder pointer = new StringBuilder();
        String parameter = "";
        for (Path.Node node : path) {
            if (node.getKind() == ElementKind.PARAMETER) {
                parameter = segment(node.getName());
            }
            pointer.append(place(node)).append(name(node));
        }
        return pointer.isEmpty() ? parameter : pointer.toString();
    }

    /** An element of a list or a map is named by the node that follows the collection's; one of a set is not. */
    private static String place(Path.Node node) {
        if (node.getIndex() != null) {
            return segment(node.getIndex());
        }
        return node.getKey() == null ? "" : segment(node.getKey());
    }

    private static String name(Path.Node node) {
        return node.getKind() == ElementKind.PROPERTY ? segment(node.getName()) : "";
    }

    private static String segment(Object name) {
        return "/" + Members.escaped(name.toString());
    }
}
