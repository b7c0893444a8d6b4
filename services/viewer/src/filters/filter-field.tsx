import { decodedApplications, labelMeanings } from "@jetwire/protocol/plain";
import { type ReactNode, useId } from "react";
import { Check } from "../form/field.tsx";
import { MultiChoice, type Option } from "../look/multi-choice.tsx";
import { sourceTypeNames } from "../look/source-types.ts";
import { en } from "../words/en.ts";
import type { OfferedFilter } from "./query.ts";
import { SuggestField } from "./suggest-field.tsx";

const flags: readonly OfferedFilter[] = ["has_position", "on_ground", "authenticated"];
const hints: Readonly<Partial<Record<OfferedFilter, string>>> = en.filters.hints;

const labels = [...Map.groupBy(labelMeanings, ({ label }) => label)].map(([value, meanings]) => ({
  value,
  meaning: meanings.map(({ meaning }) => meaning).join("; "),
}));

const states: readonly string[] = ["any", "none"];
const kinds = [
  ...states.map((value) => ({ value, meaning: en.filters.decodedStates[value as "any" | "none"] })),
  ...decodedApplications.map((value) => ({ value, meaning: en.filters.applications[value] })),
];

/** Values to choose from, of filters that take several. */
const knownValues: Readonly<Partial<Record<OfferedFilter, readonly Option[]>>> = {
  label: labels,
  exclude_label: labels,
  decoded: kinds,
};

/** "any" and "none" stand alone. */
function chosenText(name: OfferedFilter, chosen: readonly string[]): string {
  const last = chosen.at(-1) ?? "";
  if (name !== "decoded") return chosen.join(",");
  return states.includes(last) ? last : chosen.filter((one) => !states.includes(one)).join(",");
}

interface FilterFieldProps {
  readonly name: OfferedFilter;
  readonly value: string;
  readonly hasFocus?: boolean;
  /** Values that are not offered. */
  readonly without?: readonly string[];
  onChange(value: string): void;
}

/** The field of one filter: choices where its values are known, else text with suggestions. */
export function FilterField(props: FilterFieldProps): ReactNode {
  const { name, value, hasFocus = false, without = [], onChange } = props;
  const id = useId();
  if (name === "source_type") return <SourceTypes value={value} onChange={onChange} />;
  const options =
    name === "link_direction"
      ? { uplink: en.list.uplink, downlink: en.list.downlink }
      : flags.includes(name)
        ? { true: en.filters.yes, false: en.filters.no }
        : null;
  const known = Object.hasOwn(knownValues, name) ? knownValues[name] : undefined;
  return (
    <div className="filter-field">
      <label htmlFor={id}>{en.filters.names[name]}</label>
      {options ? (
        <select
          id={id}
          className="select"
          value={value}
          autoFocus={hasFocus}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">{en.filters.any}</option>
          {Object.entries(options).map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      ) : known ? (
        <MultiChoice
          id={id}
          options={known.filter((option) => !without.includes(option.value))}
          chosen={value === "" ? [] : value.split(",")}
          hint={hints[name]}
          hasFocus={hasFocus}
          removeLabel={en.filters.remove}
          onChange={(chosen) => onChange(chosenText(name, chosen))}
        />
      ) : (
        <SuggestField
          id={id}
          name={name}
          value={value}
          hint={hints[name]}
          hasFocus={hasFocus}
          onChange={onChange}
        />
      )}
    </div>
  );
}

function SourceTypes({
  value,
  onChange,
}: {
  value: string;
  onChange: (value: string) => void;
}): ReactNode {
  const chosen = value === "" ? [] : value.split(",");
  return (
    <fieldset className="filter-types">
      <legend>{en.filters.names.source_type}</legend>
      {sourceTypeNames.map(({ type, name }) => (
        <Check
          key={type}
          label={name}
          checked={chosen.includes(type)}
          onCheck={(checked) =>
            onChange((checked ? [...chosen, type] : chosen.filter((one) => one !== type)).join(","))
          }
        />
      ))}
    </fieldset>
  );
}
