/** A store at the size that the bars of store and page speak of. */
package dev.plumbline.it.store;
