import type { StationKey } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { FormPanel } from "../../form/form-panel.tsx";
import { Button } from "../../ui/button.tsx";
import { coarseClock } from "../../data/clock.ts";
import { useStore } from "../../data/store.ts";
import { useCommand } from "../../data/rest/use-command.ts";
import { useRest } from "../../data/rest/use-rest.ts";
import { display } from "../../ui/display/display.ts";
import { QueryState } from "../../ui/query-state/query-state.tsx";
import { CommandFailure } from "../../sign-in/command-failure.tsx";
import { UntrustedText } from "../../text/untrusted-text.tsx";
import { en } from "../../text/en.ts";
import { shortTime } from "../../text/time.ts";
import { StationKeyMaker } from "../claims/claim-done.tsx";

/** The keys by which a station proves its messages. */
export function StationKeys({ stationId }: { stationId: string }): ReactNode {
  const keys = useRest(["station-keys", stationId], (client, signal) =>
    Array.fromAsync(client.listStationKeys({ id: stationId }, { signal })),
  );
  return (
    <FormPanel id="station-keys" title={en.stationSettings.stationKeys}>
      <QueryState query={keys} lines={2}>
        {(shown) =>
          shown.length === 0 ? (
            <p className="quiet">{en.stationSettings.noKeys}</p>
          ) : (
            <ul className="choices">
              {shown.map((key) => (
                <KeyRow key={key.id} stationId={stationId} stationKey={key} />
              ))}
            </ul>
          )
        }
      </QueryState>
      <StationKeyMaker stationId={stationId} />
    </FormPanel>
  );
}

function KeyRow({
  stationId,
  stationKey,
}: {
  stationId: string;
  stationKey: StationKey;
}): ReactNode {
  const { zone } = useStore(display);
  const nowMs = useStore(coarseClock);
  const revoke = useCommand(
    (client) => client.revokeStationKey({ id: stationId, keyId: stationKey.id }),
    { keys: [["station-keys", stationId]] },
  );
  return (
    <li className="choice-line">
      <span>
        <span className="mono">{stationKey.hint}…</span>{" "}
        {stationKey.label !== null && <UntrustedText text={stationKey.label} />}{" "}
        <span className="quiet small">{shortTime(stationKey.createdAt, zone, nowMs)}</span>
      </span>
      <Button kind="danger" command={revoke}>
        {en.stationSettings.revoke}
      </Button>
      <CommandFailure command={revoke} />
    </li>
  );
}
