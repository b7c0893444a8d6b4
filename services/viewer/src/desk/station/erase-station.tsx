import type { Station } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { en } from "../../text/en.ts";
import { EraseForm } from "../../erasure/erase-form.tsx";

/** Erases a station. */
export function EraseStation({ station: { id, ident } }: { station: Station }): ReactNode {
  return (
    <EraseForm
      title={en.stationSettings.erase}
      text={en.stationSettings.eraseText}
      name={ident}
      confirm={en.stationSettings.eraseConfirm(ident)}
      isPlanned={({ station }) => station?.id === id}
      send={(client, body) => client.eraseStation({ id: String(id), body })}
    />
  );
}
