/** Conditions on attributes: chips with a cross, and a panel to add one. */
import { useState } from "preact/hooks";
import { selectionOf, type AttributeNames, type AttributeValues } from "../api.ts";
import { visible } from "../names.ts";
import { useAnswer } from "../query.ts";
import { formatCondition, parseCondition, type Condition, type Span, type State } from "../state.ts";
import { formatShare } from "../units.ts";
import { Choices } from "./choices.tsx";
import { Popover } from "./popover.tsx";

interface Props {
  readonly state: State;
  readonly span: Span;
  readonly filters: readonly string[];
  readonly label: string;
  readonly onChange: (filters: readonly string[]) => void;
}

const NO_VALUE = "(not set)";
const OPERATORS: readonly { readonly value: Condition["operator"]; readonly text: string }[] = [
  { value: "=", text: "is" },
  { value: "!=", text: "is not" },
  { value: "=~", text: "matches" },
  { value: "!~", text: "does not match" },
];

export function FilterBar({ state, span, filters, label, onChange }: Props) {
  return (
    <div class="filters" role="group" aria-label={label}>
      {filters.map((filter) => (
        <Chip key={filter} filter={filter} onRemove={() => onChange(filters.filter((other) => other !== filter))} />
      ))}
      <Popover label="Add a filter" className="add-filter" button="+ filter">
        {(close) => (
          <NewFilter
            state={{ ...state, filters }}
            span={span}
            onAdd={(filter) => {
              onChange([...filters.filter((other) => other !== filter), filter]);
              close();
            }}
          />
        )}
      </Popover>
    </div>
  );
}

function Chip({ filter, onRemove }: { filter: string; onRemove: () => void }) {
  const condition = parseCondition(filter);
  const words = OPERATORS.find((operator) => operator.value === condition?.operator)?.text ?? "";
  const text = condition ? `${condition.key} ${words} ${condition.value || NO_VALUE}` : filter;
  return (
    <span class="chip" title={visible(text)}>
      {condition ? (
        <span class="chip-text">
          <span class="chip-key">{visible(condition.key)}</span> {condition.operator === "=" ? "" : `${words} `}
          {visible(condition.value) || NO_VALUE}
        </span>
      ) : (
        <span class="chip-text">{visible(filter)}</span>
      )}
      <button type="button" class="chip-remove" aria-label={`Remove filter ${text}`} onClick={onRemove}>
        ×
      </button>
    </span>
  );
}

function NewFilter({ state, span, onAdd }: { state: State; span: Span; onAdd: (filter: string) => void }) {
  const [key, setKey] = useState("");
  const [operator, setOperator] = useState<Condition["operator"]>("=");
  const [typed, setTyped] = useState("");
  const names = useAnswer<AttributeNames>("attributes", withLimit(selectionOf(state, span)));
  const values = useAnswer<AttributeValues>("attribute-values", key ? valuesQuery(state, span, key, operator.endsWith("~") ? "" : typed) : null);
  if (key === "") {
    return (
      <Choices
        label="Attribute"
        choices={(names.data?.attributes ?? []).map((name) => ({
          value: name.key,
          text: name.key,
          note: `${name.values}${name.valuesCapped ? "+" : ""}`,
          share: 0,
        }))}
        chosen={[]}
        onChoose={setKey}
        foot={names.error ? names.error.message : "attribute, and how many values it has"}
      />
    );
  }
  const rows = values.data?.values ?? [];
  const sum = rows.reduce((total, row) => total + row.total, 0);
  const add = (value: string): void => onAdd(formatCondition({ key, operator, value }));
  return (
    <div class="new-filter">
      <div class="new-filter-head">
        <button type="button" class="link" onClick={() => setKey("")}>
          {visible(key)}
        </button>
        <select
          class="field"
          aria-label="Condition"
          value={operator}
          onChange={(event) => setOperator(event.currentTarget.value as Condition["operator"])}
        >
          {OPERATORS.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </div>
      {operator.endsWith("~") ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            add(typed);
          }}
        >
          <input
            data-first
            class="field"
            type="text"
            aria-label="Regular expression for the whole value"
            placeholder="regular expression, Enter adds it"
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </form>
      ) : (
        <Choices
          label="Value"
          choices={rows.map((row) => ({
            value: row.value ?? "",
            text: row.value === null ? NO_VALUE : visible(row.value) || "(empty)",
            note: formatShare(row.total, sum),
            share: sum > 0 ? row.total / sum : 0,
          }))}
          chosen={[]}
          onChoose={add}
          onSearch={setTyped}
          foot={values.data?.next ? `${rows.length} of ${values.data.count} values: type to narrow` : null}
        />
      )}
    </div>
  );
}

function withLimit(query: URLSearchParams): URLSearchParams {
  query.set("limit", "1000");
  return query;
}

function valuesQuery(state: State, span: Span, key: string, prefix: string): URLSearchParams {
  const query = selectionOf(state, span);
  query.set("key", key);
  if (prefix) {
    query.set("prefix", prefix);
  }
  return query;
}
