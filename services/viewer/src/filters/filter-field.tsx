import { decodedApplications, labelMeanings } from "@jetwire/protocol/plain";
import type { ReactNode } from "react";
import { Checkbox, Labels, type Option, optionsOf, Select } from "../form/field.tsx";
import { type KnownValue, MultiChoice } from "../ui/multi-choice.tsx";
import { sourceTypeNames } from "../ui/source-types.ts";
import { en } from "../text/en.ts";
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
const knownValues: Readonly<Partial<Record<OfferedFilter, readonly KnownValue[]>>> = {
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
  /** Says why the value is refused. */
  readonly fault?: string | undefined;
  /** Values that are not offered. */
  readonly without?: readonly string[];
  onChange(value: string): void;
}

/** The field of one filter: choices where its values are known, else text with suggestions. */
export function FilterField(props: FilterFieldProps): ReactNode {
  const { name, value, hasFocus = false, fault, without = [], onChange } = props;
  if (name === "source_type") return <SourceTypes value={value} onChange={onChange} />;
  const labelled = { label: en.filters.names[name], labelled: "column", fault } as const;
  const options = optionsOfFilter(name);
  if (options) {
    return (
      <Select
        {...labelled}
        value={value}
        autoFocus={hasFocus}
        onText={onChange}
        options={[{ value: "", text: en.filters.any }, ...options]}
      />
    );
  }
  const known = Object.hasOwn(knownValues, name) ? knownValues[name] : undefined;
  return (
    <Labels {...labelled}>
      {(ids) =>
        known ? (
          <MultiChoice
            ids={ids}
            options={known.filter((option) => !without.includes(option.value))}
            chosen={value === "" ? [] : value.split(",")}
            hint={hints[name]}
            hasFocus={hasFocus}
            removeLabel={en.filters.remove}
            onChange={(chosen) => onChange(chosenText(name, chosen))}
          />
        ) : (
          <SuggestField
            ids={ids}
            name={name}
            value={value}
            hint={hints[name]}
            hasFocus={hasFocus}
            onChange={onChange}
          />
        )
      }
    </Labels>
  );
}

/** Returns the values of a filter that has two; null if it has others. */
function optionsOfFilter(name: OfferedFilter): readonly Option[] | null {
  if (name === "link_direction") {
    return optionsOf({ uplink: en.list.uplink, downlink: en.list.downlink });
  }
  return flags.includes(name) ? optionsOf({ true: en.filters.yes, false: en.filters.no }) : null;
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
        <Checkbox
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
