import type { VdlChannels } from "@jetwire/protocol";
import { type ReactNode, useMemo } from "react";
import { PageTitle } from "../app/page-title.tsx";
import { useRest } from "../data/rest/use-rest.ts";
import "../entity/entity.css";
import { en } from "../text/en.ts";
import { count, megahertz, percent } from "../text/numbers.ts";
import { clockTime } from "../text/time.ts";
import { Leaders } from "../ui/lead.tsx";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { channelLoads } from "./busiest-channels.ts";
import { HandoverTable } from "./handover-table.tsx";
import { LoadChart } from "./load-chart.tsx";
import { ReachChart } from "./reach-chart.tsx";

const names = en.vdl;
const leadersMax = 3;
const everyMs = 60_000;

/** Shows what VDL carries, how far its ground stations reach, and how aircraft go from one to the next, in the last 24 hours. */
export function VdlPage(): ReactNode {
  const query = useRest(
    ["vdl-channels"],
    async (rest, signal) => await rest.listVdlChannels({}, { signal }),
    { everyMs },
  );
  return (
    <div className="page">
      <div className="page-head">
        <PageTitle text={names.title} />
      </div>
      <div className="page-body">
        <QueryState query={query} lines={16}>
          {(day) =>
            day.channels.length === 0 ? <p className="empty">{names.none}</p> : <Day day={day} />
          }
        </QueryState>
      </div>
    </div>
  );
}

function Day({ day }: { day: VdlChannels }): ReactNode {
  const loads = useMemo(() => channelLoads(day.channels), [day]);
  const total = loads.reduce((sum, { messages }) => sum + messages, 0);
  return (
    <>
      <Leaders
        label={names.busiest}
        leaders={loads
          .slice(0, leadersMax)
          .map(({ frequency, messages, aircraftMax, busiestHour }) => ({
            key: String(frequency),
            figure: <span className="nowrap">{megahertz(frequency)}</span>,
            name: names.messagesOf(count(messages), percent(messages / total)),
            detail: names.evidence(count(aircraftMax), clockTime(busiestHour, "utc")),
          }))}
      />
      <LoadChart day={day} loads={loads} />
      <ReachChart />
      <HandoverTable />
    </>
  );
}
