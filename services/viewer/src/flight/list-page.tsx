import type { FlightSummary } from "@jetwire/protocol";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Checkbox } from "../form/field.tsx";
import { Button } from "../ui/button.tsx";
import { PageTitle } from "../app/page-title.tsx";
import { useUnlessLeft } from "../app/use-unless-left.ts";
import { useRestList } from "../data/rest/use-rest-list.ts";
import "../entity/entity.css";
import { TextFilter } from "../entity/text-filter.tsx";
import { LoadMore } from "../ui/query-state/load-more.tsx";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { orderOf } from "../table/use-order.ts";
import { en } from "../text/en.ts";
import { FlightTable, flightOrders } from "./flight-table.tsx";

const route = getRouteApi("/flights");

const textFilters = ["flight", "airline", "departing", "destination"] as const;

const everyMs = 30_000;

/** Flights by airline, number and airports: those that are active, unless the address asks for all. */
export function FlightsPage(): ReactNode {
  const query = route.useSearch();
  const navigate = useUnlessLeft(route.useNavigate());
  const showsAll = query["all"] === "1";
  const given = textFilters.flatMap((name) => {
    const value = query[name]?.trim();
    return value ? [[name, value] as const] : [];
  });
  const order = showsAll ? undefined : orderOf(flightOrders, query.order);
  const filters = {
    ...Object.fromEntries(given),
    ...(!showsAll && { active: "true" }),
    ...(order && { order }),
  };
  const list = useRestList<FlightSummary>(
    ["flights", filters],
    (rest, page, limits) => rest.listFlights({ ...filters, ...page }, limits),
    { everyMs },
  );
  function change(name: string, value: string | undefined): void {
    void navigate({ search: (all) => ({ ...all, [name]: value }), replace: true });
  }
  const names = en.entity.flights;
  const labels = {
    flight: names.flight,
    airline: names.airline,
    departing: names.from,
    destination: names.to,
  };
  return (
    <div className="page">
      <div className="page-head">
        <PageTitle text={names.title} />
        <div className="page-filters">
          {textFilters.map((name) => (
            <TextFilter
              key={name}
              label={labels[name]}
              value={query[name] ?? ""}
              onChange={(value) => change(name, value)}
            />
          ))}
          <Checkbox
            label={names.activeOnly}
            checked={!showsAll}
            onCheck={(checked) => change("all", checked ? undefined : "1")}
          />
        </div>
      </div>
      <div className="page-body">
        <QueryState query={list} lines={12}>
          {(flights) =>
            flights.length === 0 ? (
              <div className="empty">
                <p>{showsAll ? names.empty : names.emptyActive}</p>
                {!showsAll && <Button onClick={() => change("all", "1")}>{names.showAll}</Button>}
              </div>
            ) : (
              <>
                <FlightTable flights={flights} isSortable={!showsAll} />
                <p className="quiet small">{names.shown(flights.length, list.isEnd)}</p>
                {!list.isEnd && <LoadMore label={names.showMore} list={list} />}
              </>
            )
          }
        </QueryState>
      </div>
    </div>
  );
}
