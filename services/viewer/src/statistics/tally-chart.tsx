import type { Tally } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Chart } from "../ui/charts/chart.tsx";
import { RankedBars } from "../ui/charts/ranked-bars.tsx";
import { sourceTypeLook } from "../ui/source-types.ts";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { labelMeaning } from "../text/labels.ts";
import { megahertz } from "../text/numbers.ts";

/** The properties that messages are counted by. */
export type CountedBy = keyof typeof en.statistics.names;

/** The filter of Search for each property. */
const filterNames: Readonly<Record<CountedBy, string>> = {
  label: "label",
  airline: "airline",
  decoded: "decoded",
  frequency: "frequency",
  type: "source_type",
};

interface TallyChartProps {
  readonly title: string;
  readonly by: CountedBy;
  readonly tallies: readonly Tally[];
  /** All messages, also those that no tally names. */
  readonly total: number;
  /** More filters of the searches that the bars lead to. */
  readonly search: Readonly<Record<string, string>>;
  readonly note: string;
  readonly empty: string;
}

/** Messages by a property, the most first. Each name leads to the messages. */
export function TallyChart(props: TallyChartProps): ReactNode {
  const { title, by, tallies, total, search, note, empty } = props;
  if (tallies.length === 0) {
    return (
      <Chart title={title}>
        <p className="quiet">{empty}</p>
      </Chart>
    );
  }
  const bars = tallies.map((tally) => {
    const detail = detailOf(by, tally);
    return {
      key: tally.name ?? "",
      name:
        tally.name === null ? (
          <span className="quiet">{en.statistics.nameless[by]}</span>
        ) : (
          <Link to="/search" search={{ ...search, [filterNames[by]]: tally.name }} preload={false}>
            <UntrustedText text={nameOf(by, tally.name)} />
          </Link>
        ),
      ...(detail !== null && { detail: <UntrustedText text={detail} /> }),
      value: tally.messages,
    };
  });
  return (
    <Chart title={title} note={note}>
      <RankedBars label={title} bars={bars} total={total} nameOf={en.statistics.names[by]} />
    </Chart>
  );
}

function nameOf(by: CountedBy, name: string): string {
  if (by === "type") return sourceTypeLook(name).name;
  return by === "frequency" && Number(name) > 0 ? megahertz(Number(name)) : name;
}

const applications: Readonly<Record<string, string>> = en.statistics.applications;

function detailOf(by: CountedBy, { name, title }: Tally): string | null {
  if (by === "type" || name === null) return null;
  if (by === "decoded") return applications[name] ?? null;
  return title ?? (by === "label" ? labelMeaning(name) : null);
}
