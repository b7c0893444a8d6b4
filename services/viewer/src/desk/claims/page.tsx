import type { Station } from "@jetwire/protocol";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { NeedsUser } from "../../app/needs-user.tsx";
import { PageTitle } from "../../app/page-title.tsx";
import { useRest } from "../../data/rest/use-rest.ts";
import { QueryState } from "../../ui/query-state/query-state.tsx";
import { en } from "../../text/en.ts";
import { DeskWayBack } from "../desk-way-back.tsx";
import { ChooseStation } from "./choose-station.tsx";
import { ClaimDone } from "./claim-done.tsx";
import { OwnClaims } from "./own-claims.tsx";
import { ProveClaim } from "./prove-claim.tsx";
import "../desk.css";

const route = getRouteApi("/desk/claim");
const pollMs = 3_000;

/** Claims a station, step by step: which one, the proof, and what comes after. */
export function ClaimPage(): ReactNode {
  return (
    <NeedsUser title={en.claim.title} purpose={en.claim.purpose}>
      <Claim />
    </NeedsUser>
  );
}

function Claim(): ReactNode {
  const { station: id } = route.useSearch();
  return (
    <div className="page">
      <div className="page-head">
        <DeskWayBack />
        <PageTitle text={en.claim.title} />
      </div>
      <div className="page-body desk-narrow steps">
        {id === undefined || !/^\d{1,10}$/.test(id) ? <ChooseStation /> : <ClaimOne id={id} />}
        <OwnClaims />
      </div>
    </div>
  );
}

function ClaimOne({ id }: { id: string }): ReactNode {
  const query = useRest(
    ["station", id, "claiming"],
    (client, signal) => client.readStation({ id }, { signal }),
    // A code that is used on the feeder's machine shows here.
    { everyMs: pollMs },
  );
  return (
    <QueryState query={query} lines={4}>
      {(station) => <Step station={station} />}
    </QueryState>
  );
}

function Step({ station }: { station: Station }): ReactNode {
  const { settings } = station;
  if (settings === null) return <ProveClaim station={station} />;
  return <ClaimDone station={station} isProven={settings.proven} />;
}
