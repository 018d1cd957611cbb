/**
 * What nginx does in front of the service, with the configuration that ships in {@code deploy/nginx} and a real nginx. The
 * service itself is tested elsewhere, without anything in front of it.
 */
package io.oncegate.perimeter;
