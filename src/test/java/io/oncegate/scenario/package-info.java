/**
 * What the whole service does, seen from outside: the packaged service in processes of its own, a real PostgreSQL, real
 * kills and real faults of the network. Each class is named for what it is about, each method for a fact.
 */
package io.oncegate.scenario;
