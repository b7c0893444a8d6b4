import type { ListedStation } from "@jetwire/protocol";
import { getRouteApi } from "@tanstack/react-router";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "../ui/icon.tsx";
import { Checkbox } from "../form/field.tsx";
import { Button } from "../ui/button.tsx";
import { PageTitle } from "../app/page-title.tsx";
import { useUnlessLeft } from "../app/use-unless-left.ts";
import { useRestList } from "../data/rest/use-rest-list.ts";
import "../entity/entity.css";
import { TextFilter } from "../entity/text-filter.tsx";
import { TypeFilter } from "../entity/type-filter.tsx";
import { LoadMore } from "../ui/query-state/load-more.tsx";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { orderOf } from "../table/use-order.ts";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { BusiestStations } from "./busiest-stations.tsx";
import { StationTable, stationOrders, usualStationOrder } from "./station-table.tsx";

const route = getRouteApi("/stations");
const names = en.stations;
const filterNames = ["ident", "source_type", "online", "bbox"] as const;

const everyMs = 30_000;

/** The visible stations, by ident, type, state and area. */
export function StationsPage(): ReactNode {
  const query = route.useSearch();
  const navigate = useUnlessLeft(route.useNavigate());
  const given = filterNames.flatMap((name) => {
    const value = query[name]?.trim();
    return value ? [[name, value] as const] : [];
  });
  const order = orderOf(stationOrders, query.order) ?? usualStationOrder;
  const filters = { ...Object.fromEntries(given), order };
  const list = useRestList<ListedStation>(
    ["stations", filters],
    (rest, page, limits) => rest.listStations({ ...filters, ...page, include: "rates" }, limits),
    { everyMs },
  );
  function change(name: string, value: string | undefined): void {
    void navigate({ search: (all) => ({ ...all, [name]: value }), replace: true });
  }
  const { bbox } = query;
  return (
    <div className="page">
      <div className="page-head">
        <PageTitle text={names.title} />
        <div className="page-filters">
          <TextFilter
            label={names.ident}
            value={query["ident"] ?? ""}
            onChange={(value) => change("ident", value)}
          />
          <TypeFilter
            value={query["source_type"] ?? ""}
            onChange={(value) => change("source_type", value)}
          />
          <Checkbox
            label={names.onlineOnly}
            checked={query["online"] === "true"}
            onCheck={(checked) => change("online", checked ? "true" : undefined)}
          />
          {bbox !== undefined && (
            <Button title={names.removeArea} onClick={() => change("bbox", undefined)}>
              <UntrustedText text={names.area(bbox.slice(0, 60))} />
              <Icon of={X} size={14} />
              <span className="visually-hidden">{names.removeArea}</span>
            </Button>
          )}
        </div>
      </div>
      <div className="page-body">
        <QueryState query={list} lines={12}>
          {(stations) =>
            stations.length === 0 ? (
              <div className="empty">
                <p>{names.empty}</p>
                {given.length > 0 && (
                  <Button onClick={() => void navigate({ search: {}, replace: true })}>
                    {names.clear}
                  </Button>
                )}
              </div>
            ) : (
              <>
                <BusiestStations stations={stations} />
                <StationTable stations={stations} />
                <p className="quiet small">{names.shown(stations.length, list.isEnd)}</p>
                {!list.isEnd && <LoadMore label={names.showMore} list={list} />}
              </>
            )
          }
        </QueryState>
      </div>
    </div>
  );
}
