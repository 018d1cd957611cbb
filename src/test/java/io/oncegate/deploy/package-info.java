/**
 * What ships in {@code deploy}, held against the service that it is made for: by real programs where Debian has them, and
 * by reading the files.
 */
package io.oncegate.deploy;
