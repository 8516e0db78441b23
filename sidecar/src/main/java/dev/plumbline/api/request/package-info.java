/**
 * What a request of the API asks for: its parameters, read strictly, and the errors that its sender
 * is told.
 */
@NullMarked
package dev.plumbline.api.request;

import org.jspecify.annotations.NullMarked;
