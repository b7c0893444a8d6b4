import type { IssuedStationKey, ListedStation } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { useCommand } from "../../data/rest/use-command.ts";
import { useRest } from "../../data/rest/use-rest.ts";
import { CommandChooser } from "../../reception/command-chooser.tsx";
import { UntrustedName } from "../../text/untrusted-text.tsx";
import { en } from "../../text/en.ts";
import { shortIdent } from "../../text/ident.ts";
import "../../form/form.css";
import { CommandFailure } from "../../sign-in/command-failure.tsx";

/** The end of a claim, and what comes after: a station key, API keys. */
export function ClaimDone({
  station,
  isProven,
}: {
  station: ListedStation;
  isProven: boolean;
}): ReactNode {
  return (
    <section className="panel form-panel" aria-labelledby="done">
      <h2 id="done" className="good" role="status">
        <UntrustedName
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
export function StationKeyMaker({ stationId }: { stationId: string }): ReactNode {
  const [made, setMade] = useState<IssuedStationKey | null>(null);
  const make = useCommand((client) => client.issueStationKey({ id: stationId, body: {} }), {
    keys: [["station-keys", stationId]],
    onDone: setMade,
  });
  const network = useRest(["reception", undefined], (client, signal) =>
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
        <Button command={make}>{en.claim.makeStationKey}</Button>
      </div>
      <CommandFailure command={make} />
    </>
  );
}
