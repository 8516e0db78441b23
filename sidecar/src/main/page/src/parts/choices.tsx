/** A list to choose from, with a field that narrows it; walked by arrows. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

export interface Choice {
  readonly value: string;
  readonly text: string;
  readonly note: string;
  /** Length of the bar behind the text, 0 to 1. */
  readonly share: number;
}

interface Props {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: readonly string[];
  readonly onChoose: (value: string) => void;
  readonly onSearch?: (text: string) => void;
  /** Below the list: how many are not in it, and the like. */
  readonly foot?: ComponentChildren;
}

const FEW = 6;

export function Choices({ label, choices, chosen, onChoose, onSearch, foot }: Props) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const shown = choices.filter((choice) => choice.text.toLowerCase().includes(text.toLowerCase()));
  const active = Math.min(at, shown.length - 1);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown") {
      setAt(Math.min(active + 1, shown.length - 1));
    } else if (event.key === "ArrowUp") {
      setAt(Math.max(active - 1, 0));
    } else if (event.key === "Enter" && shown[active]) {
      onChoose(shown[active].value);
    } else {
      return;
    }
    event.preventDefault();
  };
  const id = `choices-${label.replace(/\W+/g, "-")}`;
  return (
    <div class="choices" onKeyDown={onKeyDown}>
      <input
        data-first
        class={choices.length > FEW || onSearch ? "field" : "unseen"}
        type="text"
        placeholder="type to narrow"
        aria-label={`${label}: type to narrow`}
        role="combobox"
        aria-expanded={shown.length > 0}
        aria-controls={shown.length > 0 ? id : undefined}
        aria-activedescendant={shown[active] ? `${id}-${active}` : undefined}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
          onSearch?.(event.currentTarget.value);
        }}
      />
      {shown.length > 0 && (
        <ul id={id} role="listbox" aria-label={label}>
          {shown.map((choice, i) => (
            <li
              key={choice.value}
              id={`${id}-${i}`}
              role="option"
              aria-selected={chosen.includes(choice.value)}
              class={i === active ? "active" : ""}
              onMouseMove={() => setAt(i)}
              onClick={() => onChoose(choice.value)}
            >
              <span class="share-bar" style={{ width: `${(100 * choice.share).toFixed(1)}%` }} />
              <span class="choice-text" title={choice.text}>
                {choice.text}
              </span>
              <span class="choice-note">{choice.note}</span>
            </li>
          ))}
        </ul>
      )}
      {shown.length === 0 && (
        <p class="nothing" role="status">
          nothing matches
        </p>
      )}
      {foot && <div class="choices-foot">{foot}</div>}
    </div>
  );
}
