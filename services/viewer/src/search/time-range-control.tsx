import type { ReactNode } from "react";
import { Field, Select } from "../form/field.tsx";
import { clock } from "../data/clock.ts";
import { useStore } from "../data/store.ts";
import { display } from "../ui/display/display.ts";
import { en } from "../text/en.ts";
import { fieldOf, isRelative, offeredRanges, ofField, instantOf } from "./time-range.ts";

/** A range of times, as texts of the address. */
interface TimeRange {
  readonly since: string;
  readonly until: string | undefined;
}

interface TimeRangeControlProps {
  readonly range: TimeRange;
  onChange(range: TimeRange): void;
}

const custom = "custom";

/** Selects the time of a search: a range that ends now, or two times. */
export function TimeRangeControl({ range, onChange }: TimeRangeControlProps): ReactNode {
  const { since, until } = range;
  const { zone } = useStore(display);
  const isUsual = until === undefined && isRelative(since);
  const ranges = new Set<string>(isUsual ? [...offeredRanges, since] : offeredRanges);
  return (
    <>
      <Select
        label={en.search.time}
        labelled="hidden"
        value={isUsual ? since : custom}
        onText={(chosen) => {
          if (chosen !== custom) onChange({ since: chosen, until: undefined });
          else
            onChange({
              since: instantOf(since, clock.get()),
              until: new Date(clock.get()).toISOString(),
            });
        }}
        options={[
          ...[...ranges].map((one) => ({ value: one, text: en.search.range(one) })),
          { value: custom, text: en.search.custom },
        ]}
      />
      {!isUsual && (
        <span className="search-times">
          <Field
            type="datetime-local"
            label={en.search.from(zone)}
            labelled="beside"
            value={fieldOf(instantOf(since, clock.get()), zone)}
            onText={(text) => onChange({ since: ofField(text, zone), until })}
          />
          <Field
            type="datetime-local"
            label={en.search.to}
            labelled="beside"
            value={until === undefined ? "" : fieldOf(instantOf(until, clock.get()), zone)}
            onText={(text) => onChange({ since, until: ofField(text, zone) || undefined })}
          />
        </span>
      )}
    </>
  );
}
