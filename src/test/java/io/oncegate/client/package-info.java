/**
 * The service as a merchant's developer meets it: an instance that tests of the API share, and tenants that they have
 * for themselves.
 */
package io.oncegate.client;
