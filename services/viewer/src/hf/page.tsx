import type { GeoPoint } from "@jetwire/protocol";
import { getRouteApi } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useState } from "react";
import { PageTitle } from "../app/page-title.tsx";
import { useOwnStationPositions } from "../map/use-map-data.ts";
import { useRest } from "../data/rest/use-rest.ts";
import "../entity/entity.css";
import { Field } from "../form/field.tsx";
import { Button } from "../ui/button.tsx";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { en } from "../text/en.ts";
import { position } from "../text/numbers.ts";
import { ActiveLeaders, ActiveTable } from "./active-channels.tsx";
import { DayChart } from "./day-chart.tsx";
import { pointOf } from "./point.ts";
import "./hf.css";

const route = getRouteApi("/hf");
const names = en.hf;
const everyMs = 10_000;

/** Shows which channels of HFDL are active now, for a point, and what was received in the last 24 hours. */
export function HfPage(): ReactNode {
  const { at = "" } = route.useSearch();
  const chosen = pointOf(at);
  const own = useOwnPoint();
  const point = chosen ?? own?.point ?? null;
  const query = useRest(
    ["hf-active", point],
    async (rest, signal) => {
      const near = point && { lat: String(point.latitude), lon: String(point.longitude) };
      return await rest.listActiveChannels(near ?? {}, { signal });
    },
    { everyMs, keepsFormer: true },
  );
  return (
    <div className="page">
      <div className="page-head">
        <PageTitle text={names.title} />
        <PointForm key={at} at={at} />
      </div>
      <div className="page-body">
        <QueryState query={query} lines={16}>
          {({ channels }) => (
            <>
              {channels.length === 0 ? (
                <p className="empty">{names.none}</p>
              ) : (
                <ActiveLeaders channels={channels} label={names.active(wordsOf(chosen, own))} />
              )}
              <DayChart channels={channels} />
              {channels.length > 0 && <ActiveTable channels={channels} />}
            </>
          )}
        </QueryState>
        <p className="quiet small">
          {names.formats} <a href="/v1/hf/ground-stations">{names.followed}</a>
          {" · "}
          <a href="/v1/hf/systable.conf">{names.systemTable}</a>
        </p>
      </div>
    </div>
  );
}

interface OwnPoint {
  readonly ident: string;
  readonly point: GeoPoint;
}

/** Returns the point of the first station of the visitor that has one. */
function useOwnPoint(): OwnPoint | null {
  const { data = [] } = useOwnStationPositions();
  for (const { ident, latitude, longitude } of data) {
    if (latitude !== null && longitude !== null) return { ident, point: { latitude, longitude } };
  }
  return null;
}

function wordsOf(chosen: GeoPoint | null, own: OwnPoint | null): string {
  if (chosen !== null) return names.chosen(position(chosen.latitude, chosen.longitude, 1));
  if (own === null) return names.anywhere;
  return names.ofStation(own.ident, position(own.point.latitude, own.point.longitude, 1));
}

function PointForm({ at }: { at: string }): ReactNode {
  const navigate = route.useNavigate();
  const [text, setText] = useState(at);
  const [fault, setFault] = useState<string>();
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (text.trim() !== "" && pointOf(text) === null) return setFault(names.positionFault);
    void navigate({ search: { at: text.trim() === "" ? undefined : text.trim() } });
  }
  return (
    <form className="point-form" onSubmit={submit}>
      <Field
        label={names.position}
        labelled="beside"
        fault={fault}
        value={text}
        placeholder="47.4,8.5"
        title={names.positionHint}
        onText={setText}
      />
      <Button type="submit">{names.show}</Button>
    </form>
  );
}
