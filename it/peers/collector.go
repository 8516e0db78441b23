package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"

	"github.com/google/pprof/profile"
	translator "github.com/open-telemetry/opentelemetry-collector-contrib/pkg/translator/pprof"
	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/confmap"
	"go.opentelemetry.io/collector/consumer/xconsumer"
	"go.opentelemetry.io/collector/exporter"
	"go.opentelemetry.io/collector/exporter/otlpexporter"
	"go.opentelemetry.io/collector/otelcol"
	"go.opentelemetry.io/collector/receiver"
	"go.opentelemetry.io/collector/receiver/otlpreceiver"
	"go.opentelemetry.io/collector/receiver/xreceiver"
)

// pprofReceiver answers POST /v1/pprof the way the contrib receiver does, on its own translator module.
type pprofReceiver struct {
	endpoint string
	next     xconsumer.Profiles
	server   *http.Server
}

type pprofConfig struct {
	Endpoint string `mapstructure:"endpoint"`
}

func (r *pprofReceiver) Start(context.Context, component.Host) error {
	l, err := net.Listen("tcp", r.endpoint)
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/pprof", func(w http.ResponseWriter, q *http.Request) {
		var b bytes.Buffer
		if _, err := b.ReadFrom(q.Body); err != nil {
			http.Error(w, err.Error(), 400)
			return
		}
		p, err := profile.ParseData(b.Bytes())
		if err != nil {
			http.Error(w, err.Error(), 400)
			return
		}
		out, err := translator.ConvertPprofToProfiles(p)
		if err != nil {
			http.Error(w, err.Error(), 400)
			return
		}
		if err := r.next.ConsumeProfiles(q.Context(), *out); err != nil {
			http.Error(w, err.Error(), 500)
			return
		}
		w.WriteHeader(204)
	})
	r.server = &http.Server{Handler: mux}
	go r.server.Serve(l)
	return nil
}

func (r *pprofReceiver) Shutdown(context.Context) error {
	if r.server != nil {
		return r.server.Close()
	}
	return nil
}

func pprofFactory() receiver.Factory {
	return xreceiver.NewFactory(component.MustNewType("pprof"),
		func() component.Config { return &pprofConfig{Endpoint: "127.0.0.1:4319"} },
		xreceiver.WithProfiles(func(_ context.Context, _ receiver.Settings, c component.Config, next xconsumer.Profiles) (xreceiver.Profiles, error) {
			return &pprofReceiver{endpoint: c.(*pprofConfig).Endpoint, next: next}, nil
		}, component.StabilityLevelDevelopment))
}

// memoryProvider hands one configuration text to the Collector.
type memoryProvider struct{ text string }

func (m memoryProvider) Retrieve(_ context.Context, _ string, _ confmap.WatcherFunc) (*confmap.Retrieved, error) {
	return confmap.NewRetrievedFromYAML([]byte(m.text))
}
func (memoryProvider) Scheme() string                 { return "memory" }
func (memoryProvider) Shutdown(context.Context) error { return nil }

func runCollector(args []string) error {
	fs := flag.NewFlagSet("collector", flag.ExitOnError)
	otlp := fs.String("otlp", "127.0.0.1:14317", "OTLP gRPC in")
	pprof := fs.String("pprof", "127.0.0.1:14319", "pprof HTTP in")
	out := fs.String("export", "127.0.0.1:24317", "OTLP gRPC out")
	compression := fs.String("compression", "gzip", "of the export")
	gate := fs.Bool("gate", true, "the feature gate service.profilesSupport; without it only traces have a pipeline")
	fs.Parse(args)
	pipelines := "{profiles: {receivers: [otlp, pprof], exporters: [otlp]}}"
	gates := []string{"--feature-gates=service.profilesSupport"}
	if !*gate {
		pipelines = "{traces: {receivers: [otlp], exporters: [otlp]}}"
		gates = []string{}
	}
	text := fmt.Sprintf(`
receivers:
  otlp: {protocols: {grpc: {endpoint: "%s", max_recv_msg_size_mib: 64}}}
  pprof: {endpoint: "%s"}
exporters:
  otlp: {endpoint: "%s", compression: %s, tls: {insecure: true}, sending_queue: {enabled: true, num_consumers: 2, queue_size: 64, block_on_overflow: true}}
service:
  telemetry: {metrics: {level: none}, logs: {level: warn}}
  pipelines: %s
`, *otlp, *pprof, *out, *compression, pipelines)
	factories := func() (otelcol.Factories, error) {
		rs, err := otelcol.MakeFactoryMap[receiver.Factory](otlpreceiver.NewFactory(), pprofFactory())
		if err != nil {
			return otelcol.Factories{}, err
		}
		es, err := otelcol.MakeFactoryMap[exporter.Factory](otlpexporter.NewFactory())
		if err != nil {
			return otelcol.Factories{}, err
		}
		f := otelcol.Factories{Receivers: rs, Exporters: es}
		f.Telemetry = telemetryFactory()
		return f, nil
	}
	cmd := otelcol.NewCommand(otelcol.CollectorSettings{
		BuildInfo: component.BuildInfo{Command: "peers", Version: "0"},
		Factories: factories,
		ConfigProviderSettings: otelcol.ConfigProviderSettings{ResolverSettings: confmap.ResolverSettings{
			DefaultScheme:     "memory",
			URIs:              []string{"memory:all"},
			ProviderFactories: []confmap.ProviderFactory{confmap.NewProviderFactory(func(confmap.ProviderSettings) confmap.Provider { return memoryProvider{text} })},
		}},
	})
	cmd.SetArgs(gates)
	if strings.Contains(os.Getenv("PEERS_DEBUG"), "config") {
		fmt.Println(text)
	}
	return cmd.Execute()
}
