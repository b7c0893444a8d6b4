import type { IssuedStationKey, ListedStation } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { rest } from "../data/rest.ts";
import { useAction } from "../data/use-action.ts";
import { useRest } from "../data/use-rest.ts";
import { CommandChooser } from "../heard/command-chooser.tsx";
import { ForeignName } from "../words/foreign.tsx";
import { en } from "../words/en.ts";
import { shortIdent } from "../words/ident.ts";
import { SensitiveFailure } from "../sign-in/sensitive-failure.tsx";

/** The end of a claim, and what comes after: a station key, API keys. */
export function ClaimDone({
  station,
  isProven,
}: {
  station: ListedStation;
  isProven: boolean;
}): ReactNode {
  return (
    <section className="panel desk-form" aria-labelledby="done">
      <h2 id="done" className="good" role="status">
        <ForeignName
          text={(isProven ? en.claim.done : en.claim.doneProvisionally)(shortIdent(station.ident))}
        />
      </h2>
      {!isProven && <p>{en.claim.provisionalText}</p>}
      <StationKeyMaker stationId={String(station.id)} />
      <div className="choice-line">
        <Link to="/desk" className="button button-main">
          {en.claim.toDesk}
        </Link>
        <Link to="/desk/keys" className="button">
          {en.keys.issue}
        </Link>
      </div>
    </section>
  );
}

/** Makes a key of a station, and shows the decoder's command line with it, once. */
export function StationKeyMaker({
  stationId,
  onMade,
}: {
  stationId: string;
  onMade?: () => void;
}): ReactNode {
  const action = useAction();
  const [made, setMade] = useState<IssuedStationKey | null>(null);
  const network = useRest(["heard", undefined], (client, signal) =>
    client.readOwnNetwork({}, { signal }),
  );
  if (made) {
    return (
      <>
        <p>{en.claim.stationKeyText}</p>
        <p className="warn">{en.claim.stationKeyOnce}</p>
        {network.data && (
          <CommandChooser host={network.data.host} ports={network.data.ports} ident={made.ident} />
        )}
      </>
    );
  }
  return (
    <>
      <div>
        <button
          type="button"
          className="button"
          disabled={action.isRunning}
          onClick={() =>
            void action.run(async () => {
              setMade(await (await rest()).issueStationKey({ id: stationId, body: {} }));
              onMade?.();
            })
          }
        >
          {en.claim.makeStationKey}
        </button>
      </div>
      <SensitiveFailure action={action} />
    </>
  );
}
