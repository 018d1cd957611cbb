/** The sandbox as the program that it is: started from its jar, by whoever may start it. */
package io.oncegate.sandbox;
