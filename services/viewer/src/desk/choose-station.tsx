import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useId, useState } from "react";
import { rest } from "../data/rest.ts";
import { useAction } from "../data/use-action.ts";
import { useRest } from "../data/use-rest.ts";
import { SourceType } from "../look/marks.tsx";
import { Failure, QueryState } from "../look/query-state.tsx";
import { ForeignName } from "../words/foreign.tsx";
import { en } from "../words/en.ts";
import { shortIdent } from "../words/ident.ts";

const route = getRouteApi("/desk/claim");

/** The first step of a claim: one of the stations of the visitor's network, or one by its ident. */
export function ChooseStation(): ReactNode {
  const navigate = route.useNavigate();
  const network = useRest(["heard", undefined], (client, signal) =>
    client.readOwnNetwork({}, { signal }),
  );
  function choose(id: number): void {
    void navigate({ search: { station: String(id) } });
  }
  return (
    <section className="panel desk-form" aria-labelledby="choose">
      <h2 id="choose">{en.claim.choose}</h2>
      <h3>{en.claim.fromHere}</h3>
      <QueryState query={network} lines={2}>
        {({ stations }) => {
          const free = stations.filter(({ claim }) => claim === null);
          if (free.length === 0) return <p className="quiet">{en.claim.noneHere}</p>;
          return (
            <ul className="choices">
              {free.map(({ id, ident, sourceType }) => (
                <li key={id} className="choice-line">
                  <span>
                    <ForeignName text={shortIdent(ident)} />{" "}
                    {sourceType !== null && <SourceType type={sourceType} />}
                  </span>
                  <button type="button" className="button" onClick={() => choose(id)}>
                    {en.claim.claim}
                  </button>
                </li>
              ))}
            </ul>
          );
        }}
      </QueryState>
      <ByIdent onFound={choose} />
    </section>
  );
}

function ByIdent({ onFound }: { onFound: (id: number) => void }): ReactNode {
  const id = useId();
  const action = useAction();
  const [ident, setIdent] = useState("");
  const [isUnknown, setUnknown] = useState(false);
  return (
    <form
      className="account-form"
      onSubmit={(event) => {
        event.preventDefault();
        void action.run(async () => {
          setUnknown(false);
          const { stations } = await (await rest()).readOwnNetwork({ ident: ident.trim() });
          const found = stations.find((one) => one.ident === ident.trim() && one.claim === null);
          if (found) onFound(found.id);
          else setUnknown(true);
        });
      }}
    >
      <div className="field">
        <label htmlFor={id}>{en.claim.byIdent}</label>
        <input
          id={id}
          className="input"
          required
          maxLength={64}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={ident}
          onChange={(event) => setIdent(event.target.value)}
        />
      </div>
      <button type="submit" className="button" disabled={action.isRunning}>
        {en.claim.find}
      </button>
      {isUnknown && <p className="field-error">{en.claim.notFound}</p>}
      {action.error && <Failure error={action.error} />}
    </form>
  );
}
