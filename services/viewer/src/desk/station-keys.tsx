import type { StationKey } from "@jetwire/protocol";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { coarseClock } from "../data/clock.ts";
import { rest } from "../data/rest.ts";
import { useStore } from "../data/store.ts";
import { useAction } from "../data/use-action.ts";
import { useRest } from "../data/use-rest.ts";
import { display } from "../look/display.ts";
import { QueryState } from "../look/query-state.tsx";
import { SensitiveFailure } from "../sign-in/sensitive-failure.tsx";
import { Foreign } from "../words/foreign.tsx";
import { en } from "../words/en.ts";
import { shortTime } from "../words/time.ts";
import { StationKeyMaker } from "./claim-done.tsx";

/** The keys by which a station proves its messages. */
export function StationKeys({ stationId }: { stationId: string }): ReactNode {
  const queries = useQueryClient();
  const keys = useRest(["station-keys", stationId], (client, signal) =>
    Array.fromAsync(client.listStationKeys({ id: stationId }, { signal })),
  );
  async function refresh(): Promise<void> {
    await queries.invalidateQueries({ queryKey: ["station-keys", stationId] });
  }
  return (
    <section className="panel desk-form" aria-labelledby="station-keys">
      <h2 id="station-keys">{en.stationSettings.stationKeys}</h2>
      <QueryState query={keys} lines={2}>
        {(shown) =>
          shown.length === 0 ? (
            <p className="quiet">{en.stationSettings.noKeys}</p>
          ) : (
            <ul className="choices">
              {shown.map((key) => (
                <KeyRow key={key.id} stationId={stationId} stationKey={key} onRevoked={refresh} />
              ))}
            </ul>
          )
        }
      </QueryState>
      <StationKeyMaker stationId={stationId} onMade={() => void refresh()} />
    </section>
  );
}

function KeyRow({
  stationId,
  stationKey,
  onRevoked,
}: {
  stationId: string;
  stationKey: StationKey;
  onRevoked: () => Promise<void>;
}): ReactNode {
  const { zone } = useStore(display);
  const nowMs = useStore(coarseClock);
  const action = useAction();
  return (
    <li className="choice-line">
      <span>
        <span className="mono">{stationKey.hint}…</span>{" "}
        {stationKey.label !== null && <Foreign text={stationKey.label} />}{" "}
        <span className="quiet small">{shortTime(stationKey.createdAt, zone, nowMs)}</span>
      </span>
      <button
        type="button"
        className="button button-danger"
        disabled={action.isRunning}
        onClick={() =>
          void action.run(async () => {
            await (await rest()).revokeStationKey({ id: stationId, keyId: stationKey.id });
            await onRevoked();
          })
        }
      >
        {en.stationSettings.revoke}
      </button>
      <SensitiveFailure action={action} />
    </li>
  );
}
