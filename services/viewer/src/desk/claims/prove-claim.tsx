import type { ClaimCode, ListedStation } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { FormPanel } from "../../form/form-panel.tsx";
import { Button } from "../../ui/button.tsx";
import { endpoints } from "../../data/rest/endpoints.ts";
import { useCommand } from "../../data/rest/use-command.ts";
import { useRest } from "../../data/rest/use-rest.ts";
import { EndpointForm } from "../../form/endpoint-form.tsx";
import { LongField } from "../../form/field.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { CommandFailure } from "../../sign-in/command-failure.tsx";
import { UntrustedName } from "../../text/untrusted-text.tsx";
import { en } from "../../text/en.ts";
import { shortIdent } from "../../text/ident.ts";

/** The second step of a claim: proof from here, from the feeder's machine, or by the operator. */
export function ProveClaim({ station }: { station: ListedStation }): ReactNode {
  const id = String(station.id);
  const network = useRest(["reception", station.ident], (client, signal) =>
    client.readOwnNetwork({ ident: station.ident }, { signal }),
  );
  const seen = network.data?.stations.find((one) => one.id === station.id);
  const result = seen?.evidence?.result;
  const isGiven = result === "proven" || result === "provisional";
  const claim = useCommand((client) => client.claimStation({ id, body: { prove: true } }), {
    keys: [["station", id], ["claims"]],
  });
  return (
    <FormPanel
      id="prove"
      title={
        <>
          {en.claim.prove}: <UntrustedName text={shortIdent(station.ident)} />
        </>
      }
    >
      {seen?.evidence && <p>{en.claim.result(seen.evidence)}</p>}
      {isGiven && seen?.claim === null && (
        <>
          <Button kind="main" command={claim}>
            {en.claim.claim}
          </Button>
          <CommandFailure command={claim} />
        </>
      )}
      <h3>{en.claim.otherwise}</h3>
      <ByCode id={id} />
      <h3>{en.claim.askOperator}</h3>
      <ByNote id={id} />
      <Link to="/desk/claim">{en.claim.another}</Link>
    </FormPanel>
  );
}

function ByCode({ id }: { id: string }): ReactNode {
  const [code, setCode] = useState<ClaimCode | null>(null);
  const make = useCommand((client) => client.issueClaimCode({ id }), { onDone: setCode });
  if (code === null) {
    return (
      <>
        <Button command={make}>{en.claim.makeCode}</Button>
        <CommandFailure command={make} />
      </>
    );
  }
  // A path, if the service does not know its address.
  const text = `curl -X POST ${new URL(code.url, location.origin).href}`;
  return (
    <>
      <p>{en.claim.codeText}</p>
      <div className="command">
        <pre tabIndex={0}>{text}</pre>
        <CopyButton text={text} />
      </div>
      <p role="status">{en.claim.codeWaiting}</p>
    </>
  );
}

function ByNote({ id }: { id: string }): ReactNode {
  const [isSent, setSent] = useState(false);
  if (isSent) {
    return (
      <p className="good" role="status">
        {en.claim.pending}
      </p>
    );
  }
  return (
    <EndpointForm
      of={endpoints.claimStation}
      first={{ note: "" }}
      needs={["note"]}
      send={(client, body) => client.claimStation({ id, body })}
      keys={[["claims"]]}
      onDone={() => setSent(true)}
      submit={en.claim.send}
    >
      {({ field }) => (
        <LongField {...field("note")} label={en.claim.note} placeholder={en.claim.noteHint} />
      )}
    </EndpointForm>
  );
}
