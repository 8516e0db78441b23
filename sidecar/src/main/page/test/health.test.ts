import assert from "node:assert/strict";
import { test } from "node:test";
import { memberText, memberTitle, reasonText, wellText } from "../src/views/HealthView.tsx";

const CONTEXT = { zone: "utc" as const, nowMillis: 10_000_000 };

test("counters name their reasons, those at 0 say nothing", () => {
  assert.equal(reasonText({ ring_full: 0 }), "none");
  assert.equal(reasonText({ no_unwind_row: 1031, frame_pointer_lost: 2 }), "1,031 no unwind row, 2 frame pointer lost");
  assert.equal(reasonText(null), "–");
});

test("members are read by their names", () => {
  assert.equal(memberTitle("queueLimitBytes"), "Queue limit");
  assert.equal(memberTitle("lastErrorMillis"), "Last error at");
  assert.equal(memberTitle("retentionMillis"), "Retention");
  assert.equal(memberText("queueBytes", 180_224, CONTEXT), "176 KiB");
  assert.match(memberText("lastSuccessMillis", 9_992_000, CONTEXT), /8 s ago/);
  assert.equal(memberText("retentionMillis", 86_400_000, CONTEXT), "24 h");
  assert.equal(memberText("completeShare", 0.998, CONTEXT), "99.8 %");
  assert.equal(memberText("pid", 4121, CONTEXT), "4121");
  assert.equal(memberText("lastError", null, CONTEXT), "–");
});

test("all is well only without a loss", () => {
  const health = { state: "ok" as const, advice: null, gadgets: [], exporters: [], receivers: [], targets: [], store: null, agents: [], truncated: false };
  assert.match(wellText(health), /nothing is lost/);
  assert.match(wellText({ ...health, gadgets: [{ state: "ok", lost: { ring_full: 0 } }] }), /nothing is lost/);
  for (const row of [{ lost: { ring_full: 1 } }, { dropped: { queue_full: 1 } }, { rejected: { invalid: 1 } }]) {
    assert.match(wellText({ ...health, exporters: [{ state: "ok", ...row }] }), /lost before is counted/);
  }
  assert.match(wellText({ ...health, store: { state: "ok", dropped: { disk_full: 2 } } }), /lost before is counted/);
  assert.match(wellText({ ...health, store: { state: "ok", corruptFiles: 0, lostWindows: 0 } }), /nothing is lost/);
  assert.match(wellText({ ...health, store: { state: "ok", corruptFiles: 1, lostWindows: 0 } }), /lost before is counted/);
});
