package dev.plumbline.agent.resource;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceNameTest {
  @ParameterizedTest
  @CsvSource({
    "/opt/shop/shop.jar --port 80, shop",
    "shop-1.4.2.jar, shop",
    "shop-api-2.0-SNAPSHOT.jar, shop-api",
    "/opt/my app/shop.jar x.jar, shop",
    "com.example.Main arg, Main",
    "com.example.Outer$Main, Outer$Main",
    "shop.module/com.example.Main arg, Main",
    "com.example.Main lib.jarx, Main",
    "'', unknown_service:java",
  })
  void name_comes_from_the_jar_or_the_main_class(String command, String name) {
    assertThat(ServiceName.of(command)).isEqualTo(name);
  }
}
