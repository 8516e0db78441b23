/**
 * Requests as files: each is a {@code ProfilesData} message, which has the fields of a request.
 * Confined to the exporter's thread.
 */
@NullMarked
package dev.plumbline.export.file;

import org.jspecify.annotations.NullMarked;
