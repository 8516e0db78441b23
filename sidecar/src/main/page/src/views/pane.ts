import type { Theme } from "../colours.ts";
import type { FunctionInfo } from "../names.ts";
import type { State } from "../state.ts";
import type { Unit } from "../units.ts";
import type { Detail } from "./Details.tsx";

/** What each graph needs of the page around it. */
export interface PaneProps {
  readonly state: State;
  readonly theme: Theme;
  readonly unit: Unit;
  /** The one kind of code that the legend leaves; empty for all. */
  readonly kind: string;
  readonly onZoom: (key: string) => void;
  /** Asks for frames that are too small. */
  readonly onDetailed: () => void;
  /** @param kept whether the detail stays when the pointer leaves */
  readonly onDetail: (detail: Detail | null, kept: boolean) => void;
  /** A key for the function at the focus; false if it means nothing. */
  readonly onKey: (key: string, fn: FunctionInfo) => boolean;
}
