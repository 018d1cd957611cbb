package io.oncegate.phase;

/**
 * A statement that can do its work for many at once.
 *
 * <p>{@code together} takes the parameters of {@code alone}, each as an array with one element for each of them, and
 * answers each with one row: that which {@code alone} would answer, and its {@code position}, counted from 1. It does all
 * of it or, when it fails, nothing. {@code alone} recognises its own earlier work, also that of {@code together}.
 *
 * @param name tells it from others in meters
 * @param alone the text for one
 * @param together the text for many
 */
public record Batchable(String name, String alone, String together) {}
