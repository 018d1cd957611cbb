/** Code that breaks each rule of the house, so that the rules are seen to notice. */
package io.oncegate.house.broken;
