import type { FlightSummary } from "@jetwire/protocol";
import type { ReactNode } from "react";
import type { RestList } from "../data/rest/use-rest-list.ts";
import { FlightTable } from "../flight/flight-table.tsx";
import { en } from "../text/en.ts";
import { ListSection } from "./list-section.tsx";

interface FlightSectionProps {
  readonly title: string;
  readonly list: RestList<FlightSummary>;
  readonly empty: string;
  /** A part beside the heading. */
  readonly children?: ReactNode;
}

/** The latest flights of an airframe or an airline, and more on request. */
export function FlightSection({ title, list, empty, children }: FlightSectionProps): ReactNode {
  const more = en.entity.flights.showMore;
  return (
    <ListSection title={title} list={list} empty={empty} command={children} more={more}>
      {(flights) => <FlightTable flights={flights} hasAirline={false} isNarrow />}
    </ListSection>
  );
}
