import type { IssuedApiKey, KeyScope } from "@jetwire/protocol";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useId, useState } from "react";
import { rest } from "../data/rest.ts";
import { useAction } from "../data/use-action.ts";
import { useRest } from "../data/use-rest.ts";
import { Dialog } from "../look/dialog.tsx";
import { QueryState } from "../look/query-state.tsx";
import { SensitiveFailure } from "../sign-in/sensitive-failure.tsx";
import { en } from "../words/en.ts";
import { ChooseScopes } from "./choose-scopes.tsx";

/** Issues an API key: of the tier that the station allows. */
export function IssueKey({
  onClose,
  onIssued,
}: {
  onClose: () => void;
  onIssued: (key: IssuedApiKey) => void;
}): ReactNode {
  const me = useRest(["me"], (client, signal) => client.readMe({}, { signal }));
  return (
    <Dialog title={en.keys.issue} onClose={onClose}>
      <QueryState query={me} lines={4}>
        {({ eligibility: { stations, eligible } }) =>
          stations.length === 0 ? (
            <>
              <p>{en.keys.needsStation}</p>
              <Link to="/desk/claim" className="button">
                {en.desk.claim}
              </Link>
            </>
          ) : (
            <IssueForm stations={stations} isEligible={eligible} onIssued={onIssued} />
          )
        }
      </QueryState>
    </Dialog>
  );
}

interface IssueFormProps {
  readonly stations: readonly {
    readonly id: number;
    readonly ident: string;
    readonly eligible: boolean;
  }[];
  readonly isEligible: boolean;
  onIssued(key: IssuedApiKey): void;
}

function IssueForm({ stations, isEligible, onIssued }: IssueFormProps): ReactNode {
  const id = useId();
  const queries = useQueryClient();
  const action = useAction();
  const first = stations.find(({ eligible }) => eligible) ?? stations[0];
  const [stationId, setStationId] = useState(first?.id ?? 0);
  const [label, setLabel] = useState("");
  const [days, setDays] = useState("90");
  const [scopes, setScopes] = useState<readonly KeyScope[]>(["read", "feed"]);
  const tier = isEligible ? "feeder" : "starter";
  return (
    <form
      className="desk-form"
      onSubmit={(event) => {
        event.preventDefault();
        void action.run(async () => {
          const name = label.trim();
          const key = await (
            await rest()
          ).issueKey({
            body: {
              stationId,
              tier,
              scopes: [...scopes],
              ...(name !== "" && { label: name }),
              ...(days !== "" && { expiresInDays: Number(days) }),
            },
          });
          await queries.invalidateQueries({ queryKey: ["keys"] });
          onIssued(key);
        });
      }}
    >
      <div className="field">
        <label htmlFor={`${id}-station`}>{en.keys.station}</label>
        <select
          id={`${id}-station`}
          className="select"
          value={stationId}
          onChange={(event) => setStationId(Number(event.target.value))}
        >
          {stations.map((station) => (
            <option key={station.id} value={station.id}>
              {station.ident}
            </option>
          ))}
        </select>
      </div>
      <p className="quiet small">
        {en.keys.tier}: {en.keys.tierNames[tier]}
      </p>
      <div className="field">
        <label htmlFor={`${id}-label`}>{en.keys.label}</label>
        <input
          id={`${id}-label`}
          className="input"
          maxLength={64}
          placeholder={en.keys.labelHint}
          value={label}
          onChange={(event) => setLabel(event.target.value)}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}-days`}>{en.keys.expires}</label>
        <select
          id={`${id}-days`}
          className="select"
          value={days}
          onChange={(event) => setDays(event.target.value)}
        >
          {["90", "365", ""].map((value) => (
            <option key={value} value={value}>
              {en.keys.expiries[value]}
            </option>
          ))}
        </select>
      </div>
      <ChooseScopes chosen={scopes} onChange={setScopes} />
      <SensitiveFailure action={action} />
      <div className="dialog-actions">
        <button
          type="submit"
          className="button button-main"
          disabled={action.isRunning || scopes.length === 0}
        >
          {en.keys.issue}
        </button>
      </div>
    </form>
  );
}
