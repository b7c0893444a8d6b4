import { type ReactNode, useId } from "react";
import { sourceTypeNames } from "../look/source-types.ts";
import { en } from "../words/en.ts";

interface TypeFilterProps {
  readonly value: string;
  onChange(value: string): void;
}

/** One source type, or any. */
export function TypeFilter({ value, onChange }: TypeFilterProps): ReactNode {
  const id = useId();
  const isKnown = value === "" || sourceTypeNames.some(({ type }) => type === value);
  return (
    <span className="text-filter">
      <label htmlFor={id}>{en.stations.type}</label>
      <select
        id={id}
        className="select"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{en.stations.anyType}</option>
        {sourceTypeNames.map(({ type, name }) => (
          <option key={type} value={type}>
            {name}
          </option>
        ))}
        {!isKnown && <option value={value}>{value.slice(0, 20)}</option>}
      </select>
    </span>
  );
}
