/**
 * The house rules: what the packages may know of each other, what the artifact and the repository hold, and that a
 * newcomer's two commands work.
 */
package io.oncegate.house;
