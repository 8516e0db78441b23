package dev.plumbline.spool;

import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.profile.ProfileWindow;
import java.io.IOException;

/** Reads a request of ours back, when a receiver turns out to want another level. */
@FunctionalInterface
public interface WindowDecoder {
  ProfileWindow decode(byte[] request, OtlpLevel level) throws IOException;
}
