/**
 * What the file says of the daemon, checked as a whole: {@link
 * dev.plumbline.serve.config.ServeConfigReader} finds every fault of a file in one run, opens no
 * socket and loads nothing. Design section 8 has the rules.
 */
@NullMarked
package dev.plumbline.serve.config;

import org.jspecify.annotations.NullMarked;
