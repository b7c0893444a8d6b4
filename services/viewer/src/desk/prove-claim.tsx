import type { ClaimCode, ListedStation } from "@jetwire/protocol";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useId, useState } from "react";
import { rest } from "../data/rest.ts";
import { useAction } from "../data/use-action.ts";
import { useRest } from "../data/use-rest.ts";
import { CopyButton } from "../look/copy-button.tsx";
import { Failure } from "../look/query-state.tsx";
import { ForeignName } from "../words/foreign.tsx";
import { en } from "../words/en.ts";
import { shortIdent } from "../words/ident.ts";

/** The second step of a claim: proof from here, from the feeder's machine, or by the operator. */
export function ProveClaim({ station }: { station: ListedStation }): ReactNode {
  const id = String(station.id);
  const queries = useQueryClient();
  const network = useRest(["heard", station.ident], (client, signal) =>
    client.readOwnNetwork({ ident: station.ident }, { signal }),
  );
  const seen = network.data?.stations.find((one) => one.id === station.id);
  const result = seen?.evidence?.result;
  const isGiven = result === "proven" || result === "provisional";
  const action = useAction();
  return (
    <section className="panel desk-form" aria-labelledby="prove">
      <h2 id="prove">
        {en.claim.prove}: <ForeignName text={shortIdent(station.ident)} />
      </h2>
      {seen?.evidence && <p>{en.claim.result(seen.evidence)}</p>}
      {isGiven && seen?.claim === null && (
        <>
          <button
            type="button"
            className="button button-main"
            disabled={action.isRunning}
            onClick={() =>
              void action.run(async () => {
                await (await rest()).claimStation({ id, body: { prove: true } });
                await queries.invalidateQueries({ queryKey: ["station", id] });
                await queries.invalidateQueries({ queryKey: ["claims"] });
              })
            }
          >
            {en.claim.claim}
          </button>
          {action.error && <Failure error={action.error} />}
        </>
      )}
      <h3>{en.claim.otherwise}</h3>
      <ByCode id={id} />
      <h3>{en.claim.askOperator}</h3>
      <ByNote id={id} />
      <Link to="/desk/claim">{en.claim.another}</Link>
    </section>
  );
}

function ByCode({ id }: { id: string }): ReactNode {
  const action = useAction();
  const [code, setCode] = useState<ClaimCode | null>(null);
  if (code === null) {
    return (
      <>
        <button
          type="button"
          className="button"
          disabled={action.isRunning}
          onClick={() =>
            void action.run(async () => setCode(await (await rest()).issueClaimCode({ id })))
          }
        >
          {en.claim.makeCode}
        </button>
        {action.error && <Failure error={action.error} />}
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
  const noteId = useId();
  const queries = useQueryClient();
  const action = useAction();
  const [note, setNote] = useState("");
  const [isSent, setSent] = useState(false);
  if (isSent) {
    return (
      <p className="good" role="status">
        {en.claim.pending}
      </p>
    );
  }
  return (
    <form
      className="desk-form"
      onSubmit={(event) => {
        event.preventDefault();
        void action.run(async () => {
          await (await rest()).claimStation({ id, body: { note: note.trim() } });
          setSent(true);
          await queries.invalidateQueries({ queryKey: ["claims"] });
        });
      }}
    >
      <div className="field">
        <label htmlFor={noteId}>{en.claim.note}</label>
        <textarea
          id={noteId}
          className="input"
          required
          maxLength={500}
          placeholder={en.claim.noteHint}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
      {action.error && <Failure error={action.error} />}
      <div>
        <button type="submit" className="button" disabled={action.isRunning}>
          {en.claim.send}
        </button>
      </div>
    </form>
  );
}
