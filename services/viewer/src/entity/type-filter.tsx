import type { ReactNode } from "react";
import { Select } from "../form/field.tsx";
import { sourceTypeNames } from "../ui/source-types.ts";
import { en } from "../text/en.ts";

interface TypeFilterProps {
  readonly value: string;
  onChange(value: string): void;
}

/** One source type, or any. */
export function TypeFilter({ value, onChange }: TypeFilterProps): ReactNode {
  const isKnown = value === "" || sourceTypeNames.some(({ type }) => type === value);
  return (
    <Select
      label={en.stations.type}
      labelled="beside"
      value={value}
      onText={onChange}
      options={[
        { value: "", text: en.stations.anyType },
        ...sourceTypeNames.map(({ type, name }) => ({ value: type, text: name })),
        ...(isKnown ? [] : [{ value, text: value.slice(0, 20) }]),
      ]}
    />
  );
}
