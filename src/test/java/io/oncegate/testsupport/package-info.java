/**
 * What tests stand on: real servers, the packaged service as a second process, and the faults of a network. Nothing here
 * knows a feature of the service.
 */
package io.oncegate.testsupport;
