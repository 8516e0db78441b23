/** Service and profile type, with how much each has. */
import { selectionOf, type Services, type Types } from "../api.ts";
import { visible } from "../names.ts";
import { useAnswer } from "../query.ts";
import type { Span, State } from "../state.ts";
import { formatCount, formatRate, formatValue, type Unit } from "../units.ts";
import { Choices, type Choice } from "./choices.tsx";
import { Popover } from "./popover.tsx";

const ALL = "";

interface ServiceProps {
  readonly label: string;
  readonly state: State;
  readonly span: Span;
  readonly services: readonly string[];
  readonly onChange: (services: readonly string[]) => void;
}

export function ServicePicker({ label, state, span, services, onChange }: ServiceProps) {
  const query = selectionOf(state, span);
  query.delete("service");
  query.set("limit", "1000");
  const text = services.length === 0 ? "all services" : services.map(visible).join(", ");
  return (
    <Popover label={label} prefix={label} className="service" button={<span class="control-text">{text}</span>}>
      {(close) => (
        <ServiceList
          query={query}
          unitType={state.type}
          seconds={(span.until - span.from) / 1000}
          chosen={services}
          onChoose={(name, add) => {
            onChange(name === ALL ? [] : add ? toggled(services, name) : [name]);
            if (!add) {
              close();
            }
          }}
        />
      )}
    </Popover>
  );
}

function toggled(services: readonly string[], name: string): readonly string[] {
  return services.includes(name) ? services.filter((other) => other !== name) : [...services, name];
}

interface ListProps {
  readonly query: URLSearchParams;
  readonly unitType: string;
  readonly seconds: number;
  readonly chosen: readonly string[];
  readonly onChoose: (name: string, add: boolean) => void;
}

function ServiceList({ query, unitType, seconds, chosen, onChoose }: ListProps) {
  const { data, error } = useAnswer<Services>("services", query);
  const rows = data?.services ?? [];
  const whole = rows.reduce((sum, row) => sum + row.total, 0);
  const unit: Unit = { type: unitType.split(":")[0]!, unit: data?.unit ?? "count", accumulation: data?.accumulation ?? "flow" };
  const note = (total: number): string => formatRate(total, unit, seconds) || formatValue(total, unit);
  let add = false;
  const choices: Choice[] = [
    { value: ALL, text: "all services", note: data && !data.next ? note(whole) : "", share: 0 },
    ...rows.map((row) => ({ value: row.name, text: visible(row.name) || "(no name)", note: row.total > 0 ? note(row.total) : "–", share: whole > 0 ? row.total / whole : 0 })),
  ];
  return (
    <div onClickCapture={(event) => (add = event.ctrlKey || event.metaKey)} onKeyDownCapture={(event) => (add = event.ctrlKey || event.metaKey)}>
      <Choices
        label="Service"
        choices={choices}
        chosen={chosen}
        onChoose={(name) => onChoose(name, add)}
        foot={error ? error.message : footOf(data)}
      />
    </div>
  );
}

/** A list of thousands says what it leaves out, and how to come to that. */
function footOf(services: Services | null): string {
  if (services === null) {
    return "loading…";
  }
  return services.next === null
    ? "Ctrl adds or takes away one"
    : `the ${formatCount(services.services.length)} largest of ${formatCount(services.count)}; a filter on service.name finds the others`;
}

interface TypeProps {
  readonly state: State;
  readonly types: Types | null;
  readonly current: string;
  readonly onChange: (type: string) => void;
}

export function TypePicker({ state, types, current, onChange }: TypeProps) {
  return (
    <Popover label="Profile type" prefix="Profile type" className="type" button={<span class="control-text">{current}</span>}>
      {(close) => (
        <Choices
          label="Profile type"
          choices={(types?.types ?? []).map((row) => ({
            value: row.id,
            text: visible(row.title),
            note: row.total > 0 ? formatValue(row.total, row) : "no data",
            share: 0,
          }))}
          chosen={[state.type]}
          onChoose={(type) => {
            onChange(type);
            close();
          }}
        />
      )}
    </Popover>
  );
}

