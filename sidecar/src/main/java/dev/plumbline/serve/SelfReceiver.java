package dev.plumbline.serve;

import dev.plumbline.listen.ListenAddress;
import dev.plumbline.selfprofile.SelfAgent;
import dev.plumbline.selfprofile.SelfSettings;
import dev.plumbline.serve.config.IngestionKeySources;
import dev.plumbline.serve.config.ReceiverKind;
import dev.plumbline.serve.config.ReceiverSettings;
import dev.plumbline.serve.config.ServeConfig;
import java.nio.file.Path;

/** The receiver to which our own agent sends, as any other agent would. Stateless. */
public final class SelfReceiver {
  private SelfReceiver() {}

  /**
   * The configuration with that receiver, if it asks for a profile of ourselves.
   *
   * @param stateDirectory in which its socket stands
   */
  public static ServeConfig addTo(ServeConfig config, Path stateDirectory) {
    SelfSettings self = config.self();
    return self == null
        ? config
        : config.with(
            new ReceiverSettings(
                self.name(),
                ReceiverKind.OTLP_GRPC,
                new ReceiverSettings.Endpoint(
                    ListenAddress.unix(SelfAgent.socket(stateDirectory)),
                    null,
                    ReceiverSettings.Origin.CONFIGURED,
                    IngestionKeySources.NONE),
                self.exporters()));
  }
}
