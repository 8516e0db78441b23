sudo plumbline run profile_cpu --otel-profiles-exporter=my-profiles-exporter --config=ig-config.yaml
