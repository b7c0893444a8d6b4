import type { Destination } from "@jetwire/protocol";
import { type ReactNode, useState } from "react";
import { useRest } from "../../data/rest/use-rest.ts";
import { en } from "../../text/en.ts";
import { QueryState } from "../../ui/query-state/query-state.tsx";
import { AddDestination } from "./add-destination.tsx";
import { ChangeDestination } from "./change-destination.tsx";
import { DestinationRow } from "./destination-row.tsx";
import { NewSecret } from "./new-secret.tsx";
import "../desk.css";

/** Returns the destinations of the account with what can be done with each, and a function that asks for another one. */
export function useOwnDestinations(): { readonly list: ReactNode; add(): void } {
  const [editing, setEditing] = useState<Destination | "new" | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const destinations = useRest(["destinations"], (client, signal) =>
    Array.fromAsync(client.listDestinations({}, { signal })),
  );
  const close = () => setEditing(null);
  const list = (
    <>
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
    </>
  );
  return { list, add: () => setEditing("new") };
}
