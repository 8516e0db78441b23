/** The line at the bottom: everything about the box or function under the pointer or focus. */
import { useState } from "preact/hooks";
import { kindWord } from "../colours.ts";
import { shorten, visible, type FunctionInfo } from "../names.ts";
import { formatPoints, formatRate, formatRaw, formatShare, formatValue, type Unit } from "../units.ts";

export interface Detail {
  readonly fn: FunctionInfo;
  readonly total: number;
  readonly self: number;
  readonly whole: number;
  readonly seconds: number;
  /** Of a comparison: shares of both sides, 0 to 1; else null. */
  readonly change: { readonly before: number; readonly after: number; readonly isNew: boolean; readonly isGone: boolean } | null;
}

interface Props {
  readonly detail: Detail | null;
  readonly unit: Unit;
  readonly hint: string;
  readonly onCallers: (key: string) => void;
  readonly onFocus: (key: string) => void;
}

export function Details({ detail, unit, hint, onCallers, onFocus }: Props) {
  if (!detail) {
    return (
      <footer class="details">
        <span class="hint">{hint}</span>
      </footer>
    );
  }
  const { fn, total, self, whole, seconds, change } = detail;
  const { short, prefix } = shorten(fn);
  const isFrame = fn.type !== "total" && fn.type !== "group";
  const rate = formatRate(total, unit, seconds);
  const place = visible([fn.file, fn.module].filter(Boolean).join(" · "));
  return (
    <footer class="details" title={`${visible(fn.name)}\n${place}`}>
      <span class="details-name">
        {prefix && <span class="prefix">{prefix} </span>}
        <b>{short}</b>
      </span>
      {isFrame && <span class="details-kind">{kindWord(fn.type)}</span>}
      {place && <span class="details-place">{place}</span>}
      <span class="details-numbers" title={formatRaw(total, unit)}>
        total <b>{formatShare(total, whole)}</b> ({[formatValue(total, unit), rate].filter(Boolean).join(", ")}) · self{" "}
        <b>{formatShare(self, whole)}</b>
        {change && (
          <>
            {" "}
            · {(100 * change.before).toFixed(1)} % → {(100 * change.after).toFixed(1)} %{" "}
            <b>{change.isNew ? "new" : change.isGone ? "gone" : `${formatPoints(100 * (change.after - change.before))} points`}</b>
          </>
        )}
      </span>
      {isFrame && (
        <span class="details-actions">
          <button type="button" onClick={() => onCallers(fn.key)} title="Callers and callees (s)">
            callers
          </button>
          <Copy text={fn.name} />
          <button type="button" onClick={() => onFocus(fn.key)} title="Only stacks with this function (f)">
            focus
          </button>
        </span>
      )}
    </footer>
  );
}

const COPIED_MILLIS = 1200;

function Copy({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <button
      type="button"
      title="Copy the whole name"
      onClick={() => {
        void navigator.clipboard?.writeText(text).then(() => {
          setCopied(true);
          setTimeout(() => setCopied(false), COPIED_MILLIS);
        });
      }}
    >
      {copied ? "copied" : "copy"}
    </button>
  );
}
