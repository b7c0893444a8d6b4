import type { Destination } from "@jetwire/protocol";
import { type ReactNode, useState } from "react";
import { NeedsUser } from "../../app/needs-user.tsx";
import { PageTitle } from "../../app/page-title.tsx";
import { useRest } from "../../data/rest/use-rest.ts";
import { en } from "../../text/en.ts";
import { Button } from "../../ui/button.tsx";
import { QueryState } from "../../ui/query-state/query-state.tsx";
import { DeskWayBack } from "../desk-way-back.tsx";
import { AddDestination } from "./add-destination.tsx";
import { ChangeDestination } from "./change-destination.tsx";
import { DestinationRow } from "./destination-row.tsx";
import { NewSecret } from "./new-secret.tsx";
import { QuietHoursSection } from "./quiet-hours-section.tsx";
import "../desk.css";

/** The page of where notifications are sent, and when they are not. */
export function DestinationsPage(): ReactNode {
  return (
    <NeedsUser title={en.destinations.title} purpose={en.destinations.purpose}>
      <Destinations />
    </NeedsUser>
  );
}

function Destinations(): ReactNode {
  const [editing, setEditing] = useState<Destination | "new" | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const destinations = useRest(["destinations"], (client, signal) =>
    Array.fromAsync(client.listDestinations({}, { signal })),
  );
  const close = () => setEditing(null);
  return (
    <div className="page">
      <div className="page-head">
        <DeskWayBack />
        <PageTitle text={en.destinations.title} />
        <div className="page-commands">
          <Button kind="main" onClick={() => setEditing("new")}>
            {en.destinations.add}
          </Button>
        </div>
      </div>
      <div className="page-body desk-narrow">
        <p className="quiet">
          {en.destinations.purpose} <a href="/docs/alerts">{en.destinations.help}</a>
        </p>
        <QueryState query={destinations} lines={3}>
          {(shown) =>
            shown.length === 0 ? (
              <p className="empty">{en.destinations.none}</p>
            ) : (
              <ul className="desk-stations">
                {shown.map((one) => (
                  <DestinationRow key={one.id} destination={one} onEdit={() => setEditing(one)} />
                ))}
              </ul>
            )
          }
        </QueryState>
        <QuietHoursSection />
      </div>
      {editing === "new" && (
        <AddDestination
          onClose={close}
          onAdded={(added) => {
            close();
            setSecret(added);
          }}
        />
      )}
      {editing !== null && editing !== "new" && (
        <ChangeDestination destination={editing} onClose={close} />
      )}
      {secret !== null && <NewSecret secret={secret} onDone={() => setSecret(null)} />}
    </div>
  );
}
