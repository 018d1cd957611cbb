/**
 * Messages: accepting one durably, once, and looking at what became of it. This package keeps from the rest what a text
 * message is made of and how it is stored.
 */
@NullMarked
package io.oncegate.messages;

import org.jspecify.annotations.NullMarked;
