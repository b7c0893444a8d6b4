import type { GroundStation } from "@jetwire/protocol";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Select } from "../form/field.tsx";
import { PageTitle } from "../app/page-title.tsx";
import { useRestList } from "../data/rest/use-rest-list.ts";
import "../entity/entity.css";
import { LoadMore } from "../ui/query-state/load-more.tsx";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { orderOf } from "../table/use-order.ts";
import { en } from "../text/en.ts";
import { BusiestGroundStations } from "./busiest-ground-stations.tsx";
import { GroundStationMap } from "./ground-station-map.tsx";
import { GroundStationPanel } from "./ground-station-panel.tsx";
import {
  GroundStationTable,
  groundStationOrders,
  usualGroundStationOrder,
} from "./ground-station-table.tsx";
import { systemOf, systemsByType } from "./systems.ts";
import "./ground-stations.css";

const route = getRouteApi("/ground-stations");
const names = en.stations.ground;

/** The ground stations of HFDL, VDL2 and Inmarsat; `g` opens one. */
export function GroundStationsPage(): ReactNode {
  const { source_type: type, g, order: requestedOrder } = route.useSearch();
  const navigate = route.useNavigate();
  const system = systemOf(type);
  const order = orderOf(groundStationOrders, requestedOrder) ?? usualGroundStationOrder;
  const filters = { order, ...(system !== undefined && { system }) };
  const list = useRestList<GroundStation>(["ground-stations", filters], (rest, page, limits) =>
    rest.listGroundStations({ ...filters, ...page }, limits),
  );
  function change(name: string, value: string | undefined): void {
    void navigate({
      search: (all) => ({ ...all, [name]: value }),
      replace: name !== "g",
      resetScroll: false,
    });
  }
  return (
    <div className="page">
      <div className="page-head">
        <PageTitle text={names.title} />
        <KindFilter type={type ?? ""} onChange={(value) => change("source_type", value)} />
      </div>
      <div className="ground-body">
        <div className="page-body">
          <QueryState query={list} lines={12}>
            {(stations) =>
              stations.length === 0 ? (
                <p className="empty">{names.empty}</p>
              ) : (
                <>
                  <div className="ground-lead">
                    <GroundStationMap stations={stations} onSelect={(id) => change("g", id)} />
                    <BusiestGroundStations stations={stations} />
                  </div>
                  <GroundStationTable stations={stations} openId={g} />
                  <p className="quiet small">{names.shown(stations.length, list.isEnd)}</p>
                  {!list.isEnd && <LoadMore label={names.showMore} list={list} />}
                </>
              )
            }
          </QueryState>
        </div>
        {g !== undefined && g !== "" && (
          <GroundStationPanel key={g} id={g} onClose={() => change("g", undefined)} />
        )}
      </div>
    </div>
  );
}

const kinds = [
  { value: "", text: names.anyKind },
  ...Object.entries(systemsByType).map(([value, system]) => ({ value, text: names.kinds[system] })),
];

function KindFilter(props: { type: string; onChange: (type: string) => void }): ReactNode {
  return (
    <Select
      label={names.kind}
      labelled="beside"
      value={systemOf(props.type) === undefined ? "" : props.type}
      onText={props.onChange}
      options={kinds}
    />
  );
}
