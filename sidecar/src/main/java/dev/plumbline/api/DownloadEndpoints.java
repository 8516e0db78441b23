package dev.plumbline.api;

import dev.plumbline.api.json.Note;
import dev.plumbline.api.request.ApiException;
import dev.plumbline.api.request.Parameters;
import dev.plumbline.api.request.SelectionReader;
import dev.plumbline.api.request.StackSelector;
import dev.plumbline.api.request.ViewRequest;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.listen.Response;
import dev.plumbline.merge.StoreQuery;
import dev.plumbline.otlp.OtlpEncoder;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.otlp.ProfileIds;
import dev.plumbline.pprof.PprofEncoder;
import dev.plumbline.pprof.PprofFile;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.scan.Selection;
import dev.plumbline.store.segment.SeriesType;
import dev.plumbline.tree.FunctionTree;
import dev.plumbline.view.TreeDownload;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/** Selections as files of other tools. Thread-safe. */
final class DownloadEndpoints {
  private static final DateTimeFormatter FILE_TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
  private static final int MAX_WORD_CHARS = 60;
  private static final int DEFAULT_SECONDS = 60;
  private static final int MAX_SECONDS = 30 * 86_400;
  private static final int MAX_OTLP_BYTES = 1 << 30;
  private static final String PPROF = "application/vnd.google.protobuf+gzip";

  private final StoreQuery query;
  private final SelectionReader selections;
  private final MergedViews merged;
  private final Notes notes;

  DownloadEndpoints(StoreQuery query) {
    this.query = query;
    this.selections = new SelectionReader(query);
    this.merged = new MergedViews(query);
    this.notes = new Notes(query);
  }

  Answer download(Parameters parameters) throws ApiException {
    Selection selection = selections.read(parameters);
    ViewRequest view = ViewRequest.read(parameters);
    parameters.required("format");
    String format =
        parameters.word("format", "pprof", List.of("pprof", "folded", "otlp", "speedscope"));
    return new Answer(
        query.fingerprint(selection),
        () ->
            switch (format) {
              case "folded", "speedscope" -> ofTree(selection, view, format);
              case "otlp" -> otlp(selection, view);
              default -> pprof(selection, view);
            });
  }

  /** For {@code go tool pprof}, which names no range but a number of seconds. */
  Answer pprof(Parameters parameters) throws ApiException {
    int seconds = parameters.number("seconds", DEFAULT_SECONDS, 1, MAX_SECONDS);
    Selection asked = selections.read(parameters);
    long until = asked.untilMillis();
    Selection selection =
        parameters.has("from")
            ? asked
            : new Selection(
                until - 1000L * seconds,
                until,
                asked.services(),
                asked.typeId(),
                asked.conditions());
    ViewRequest view = new ViewRequest(null, null, null, null);
    return new Answer(null, () -> pprof(selection, view));
  }

  private Response pprof(Selection selection, ViewRequest view) throws ApiException {
    List<PprofFile> files = new PprofEncoder().encode(window(selection, view));
    byte[] body = files.get(0).gzipped();
    return Response.of(200, PPROF, body)
        .with("content-disposition", disposition(selection, "pb.gz"));
  }

  private Response otlp(Selection selection, ViewRequest view) throws ApiException {
    OtlpEncoder encoder =
        OtlpEncoder.builder(OtlpLevel.V1_10)
            .maxRequestBytes(MAX_OTLP_BYTES)
            .maxProfileBytes(MAX_OTLP_BYTES)
            .maxSamplesPerProfile(Integer.MAX_VALUE)
            .profileIds(ProfileIds.unique())
            .build();
    List<ExportRequest> requests = encoder.encode(window(selection, view)).requests();
    if (requests.size() != 1) {
      throw new ApiException(413, "too_large", "the selection does not fit one request", null);
    }
    ByteBuffer body = requests.get(0).body();
    byte[] bytes = new byte[body.remaining()];
    body.get(bytes);
    return Response.of(200, "application/x-protobuf", bytes)
        .with("content-disposition", disposition(selection, "otlp"));
  }

  /** Never empty. */
  private ProfileWindow window(Selection selection, ViewRequest view) throws ApiException {
    List<Note> unknown = notes.unknown(selection);
    if (Notes.empties(unknown)) {
      throw ApiException.notFound(unknown.get(0).text(), null);
    }
    ProfileWindow window = query.export(selection, new StackSelector(view)).merged();
    if (window.isEmpty()) {
      throw nothing(selection, unknown);
    }
    return window;
  }

  private ApiException nothing(Selection selection, List<Note> unknown) {
    Note note = unknown.isEmpty() ? notes.nothing(selection).get(0) : unknown.get(0);
    return ApiException.notFound(note.text(), null);
  }

  private Response ofTree(Selection selection, ViewRequest view, String format)
      throws ApiException {
    MergedViews.Merged of = merged.of(selection, view.group());
    if (of.isEmpty()) {
      throw nothing(selection, of.notes());
    }
    FunctionTree tree = view.narrowed(of.profile().tree());
    if (format.equals("folded")) {
      return Response.streamed(
              200, "text/plain; charset=utf-8", out -> TreeDownload.writeFolded(tree, out))
          .with("content-disposition", disposition(selection, "folded"));
    }
    String unit = SeriesType.ofId(selection.typeId()).unit();
    String title = fileName(selection);
    return Response.streamed(
            200, "application/json", out -> TreeDownload.writeSpeedscope(tree, title, unit, out))
        .with("content-disposition", disposition(selection, "speedscope.json"));
  }

  private static String disposition(Selection selection, String extension) {
    return "attachment; filename=\"" + fileName(selection) + "." + extension + "\"";
  }

  /** Of harmless characters only, whatever the service is called. */
  private static String fileName(Selection selection) {
    String service =
        selection.services().size() == 1 ? selection.services().iterator().next() : "all";
    String type = SeriesType.ofId(selection.typeId()).type();
    long seconds = (selection.untilMillis() - selection.fromMillis()) / 1000;
    return "plumbline-"
        + word(service)
        + "-"
        + word(type)
        + "-"
        + time(selection.fromMillis())
        + "-"
        + seconds
        + "s";
  }

  private static String time(long millis) {
    // A year of more digits would not be read back as a time.
    long shown = Math.max(0, Math.min(millis, 253_402_300_799_000L));
    return FILE_TIME.format(Instant.ofEpochMilli(shown));
  }

  private static String word(String text) {
    String harmless = text.replaceAll("[^A-Za-z0-9._-]", "_");
    return harmless.substring(0, Math.min(harmless.length(), MAX_WORD_CHARS));
  }
}
