import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { NeedsUser } from "../../app/needs-user.tsx";
import { PageTitle } from "../../app/page-title.tsx";
import { useRest } from "../../data/rest/use-rest.ts";
import { QueryState } from "../../ui/query-state/query-state.tsx";
import { en } from "../../text/en.ts";
import { shortIdent } from "../../text/ident.ts";
import { DeskWayBack } from "../desk-way-back.tsx";
import { EraseStation } from "./erase-station.tsx";
import { StationKeys } from "./station-keys.tsx";
import { StationSettingsForm } from "./station-settings-form.tsx";
import { TransferStation } from "./transfer-station.tsx";
import "../desk.css";

const route = getRouteApi("/desk/stations/$id");

/** The settings of one of the user's stations. */
export function DeskStationPage(): ReactNode {
  return (
    <NeedsUser title={en.desk.settings} purpose={en.desk.purpose}>
      <DeskStationSettings />
    </NeedsUser>
  );
}

function DeskStationSettings(): ReactNode {
  const { id } = route.useParams();
  const query = useRest(["station", id], (client, signal) =>
    client.readStation({ id }, { signal }),
  );
  const ident = query.data ? shortIdent(query.data.ident) : "";
  return (
    <div className="page">
      <div className="page-head">
        <DeskWayBack />
        <PageTitle text={ident === "" ? en.desk.settings : en.stationSettings.title(ident)} />
      </div>
      <div className="page-body desk-narrow">
        <QueryState query={query} lines={6}>
          {(station) =>
            station.settings === null ? (
              <p>{en.stationSettings.notYours}</p>
            ) : (
              <>
                {!station.settings.proven && (
                  <p className="warn">{en.stationSettings.provisional}</p>
                )}
                <StationSettingsForm station={station} settings={station.settings} />
                <StationKeys stationId={id} />
                {station.settings.proven && <TransferStation station={station} />}
                {station.settings.proven && <EraseStation station={station} />}
              </>
            )
          }
        </QueryState>
      </div>
    </div>
  );
}
