package dev.plumbline.serve.listener;

import dev.plumbline.api.ProfileApi;
import dev.plumbline.listen.ListenAddress;
import dev.plumbline.listen.ListenerSettings;
import dev.plumbline.listen.Route;
import dev.plumbline.listen.ServerTls;
import dev.plumbline.listen.guard.BearerGuard;
import dev.plumbline.listen.guard.SameSiteGuard;
import dev.plumbline.page.PageAccess;
import dev.plumbline.page.PageAccess.Transport;
import dev.plumbline.page.PageFiles;
import dev.plumbline.page.PageHandler;
import dev.plumbline.serve.config.PageConfig;
import java.time.Clock;
import java.util.List;
import java.util.logging.Logger;

/** How the page listens: who gets in, and what is answered. Stateless. */
final class PagePlan {
  private static final Logger logger = Logger.getLogger(PagePlan.class.getName());

  private PagePlan() {}

  /**
   * Its listener.
   *
   * @param pageRoutes what it answers beside its own files
   */
  static ListenerSettings of(PageConfig wanted, List<Route> pageRoutes) {
    ListenAddress address = wanted.endpoint().address();
    ServerTls tls = wanted.endpoint().tls();
    PageFiles files = PageFiles.load();
    ListenerSettings.Builder builder =
        ListenerSettings.builder("page", address)
            .tls(tls)
            .guard(new SameSiteGuard(address, wanted.hosts()))
            .header("x-content-type-options", "nosniff")
            .header("referrer-policy", "no-referrer")
            .routes(pageRoutes)
            .route(PageHandler.route(files));
    String token = wanted.bearerToken();
    if (token != null) {
      Transport transport = tls == null ? Transport.PLAINTEXT : Transport.TLS;
      BearerGuard guard = new BearerGuard(() -> token);
      PageAccess access = new PageAccess(guard, files, transport, Clock.systemUTC());
      builder.guard(access);
      access.routes().forEach(route -> builder.route(route.answering(ProfileApi::refusal)));
      if (tls == null && !address.isLoopback()) {
        logger.warning(
            () ->
                "the page on "
                    + address
                    + " takes its token without TLS, where others can read it");
      }
    }
    return builder.build();
  }
}
