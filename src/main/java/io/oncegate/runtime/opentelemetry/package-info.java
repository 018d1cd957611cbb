/**
 * Traces, told by OpenTelemetry's SDK and sent over OTLP. The rest of the code knows {@link
 * io.oncegate.request.Stage} only, and where traces are off nothing in here is ever loaded but its wiring.
 */
@NullMarked
package io.oncegate.runtime.opentelemetry;

import org.jspecify.annotations.NullMarked;
