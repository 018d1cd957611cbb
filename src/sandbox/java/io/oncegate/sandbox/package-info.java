/**
 * Everything around the service that development and tests need, as one process of its own: the providers and gateways
 * it would call, and on demand the PostgreSQL and Redis it stores in. Nothing here is part of the production artifact.
 */
@NullMarked
package io.oncegate.sandbox;

import org.jspecify.annotations.NullMarked;
