import assert from "node:assert/strict";
import { test } from "node:test";

process.env["TZ"] = "Europe/Berlin";
const { ago, dayAndClock, duration, readTyped, spanText, typedTime, zoneName } = await import("../src/time.ts");

// 2026-10-25, the night in which 02:00 to 03:00 comes twice in Berlin.
const FIRST_0230 = Date.UTC(2026, 9, 25, 0, 30);
const SECOND_0230 = Date.UTC(2026, 9, 25, 1, 30);

test("one moment is shown in the chosen zone", () => {
  assert.equal(dayAndClock(FIRST_0230, "utc"), "25 Oct 2026, 00:30:00");
  assert.equal(dayAndClock(FIRST_0230, "local"), "25 Oct 2026, 02:30:00");
});

test("the doubled hour has two names of the zone", () => {
  assert.notEqual(zoneName("local", FIRST_0230), zoneName("local", SECOND_0230));
  assert.equal(zoneName("utc", FIRST_0230), "UTC");
});

test("a typed time is of the page's zone, an offset chooses another", () => {
  assert.equal(readTyped("2026-11-29 10:40", "utc", 0), String(Date.UTC(2026, 10, 29, 10, 40)));
  assert.equal(readTyped("2026-11-29 10:40:05", "local", 0), String(Date.UTC(2026, 10, 29, 9, 40, 5)));
  assert.equal(readTyped("2026-10-25T02:30:00+01:00", "local", 0), String(SECOND_0230));
  assert.equal(readTyped("2026-11-29 10:40Z", "local", 0), String(Date.UTC(2026, 10, 29, 10, 40)));
});

test("a time alone is of today in the page's zone", () => {
  const now = Date.UTC(2026, 10, 29, 23, 30);
  assert.equal(readTyped("10:40", "utc", now), String(Date.UTC(2026, 10, 29, 10, 40)));
  assert.equal(readTyped("10:40", "local", now), String(Date.UTC(2026, 10, 30, 9, 40)));
});

test("relative times stay relative, and nonsense is none", () => {
  assert.equal(readTyped("now-15m", "utc", 0), "now-15m");
  for (const text of ["yesterday", "25:00", "10:61", "", "2026-13"]) {
    assert.equal(readTyped(text, "utc", 0), null, text);
  }
});

test("what is shown can be typed", () => {
  for (const zone of ["utc", "local"] as const) {
    assert.equal(readTyped(typedTime(SECOND_0230 + 7_200_000, zone), zone, 0), String(SECOND_0230 + 7_200_000));
  }
});

test("a range of today has no day, others have", () => {
  const now = Date.UTC(2026, 10, 29, 12);
  assert.equal(spanText(now - 900_000, now, "utc", now), "11:45:00 – 12:00:00");
  assert.match(spanText(now - 90_000_000, now - 89_000_000, "utc", now), /^28 Nov 2026, /);
});

test("durations and distances are in one unit", () => {
  assert.equal(duration(900_000), "15 min");
  assert.equal(duration(3_600_000), "1 h");
  assert.equal(duration(86_400_000), "24 h");
  assert.equal(ago(0, 8_000), "8 s ago");
  assert.equal(ago(7_000, 0), "in 7 s");
});
