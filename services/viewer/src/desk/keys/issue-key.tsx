import type { IssuedApiKey } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { endpoints } from "../../data/rest/endpoints.ts";
import { useRest } from "../../data/rest/use-rest.ts";
import { EndpointForm } from "../../form/endpoint-form.tsx";
import { Field, Select } from "../../form/field.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { QueryState } from "../../ui/query-state/query-state.tsx";
import { en } from "../../text/en.ts";
import { ChooseScopes } from "./choose-scopes.tsx";

/** Days until a key expires; empty for never. */
const expiries = ["90", "365", ""];

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
  const first = stations.find(({ eligible }) => eligible) ?? stations[0];
  const tier = isEligible ? "feeder" : "starter";
  return (
    <EndpointForm
      of={endpoints.issueKey}
      first={{
        stationId: first?.id ?? 0,
        label: "",
        expiresInDays: 90,
        scopes: ["read", "feed"],
      }}
      send={(client, body) => client.issueKey({ body: { ...body, tier } })}
      keys={[["keys"]]}
      onDone={onIssued}
      layout="dialog"
      kind="main"
      submit={en.keys.issue}
      isReady={({ scopes }) => scopes.length > 0}
    >
      {({ field, select, values, set }) => (
        <>
          <Select
            {...select("stationId")}
            label={en.keys.station}
            options={stations.map(({ id, ident }) => ({ value: id, text: ident }))}
          />
          <p className="quiet small">
            {en.keys.tier}: {en.keys.tierNames[tier]}
          </p>
          <Field {...field("label")} label={en.keys.label} placeholder={en.keys.labelHint} />
          <Select
            {...select("expiresInDays")}
            label={en.keys.expires}
            options={expiries.map((days) => ({
              value: days,
              text: en.keys.expiries[days] ?? days,
            }))}
          />
          <ChooseScopes chosen={values.scopes} onChange={(scopes) => set("scopes", [...scopes])} />
        </>
      )}
    </EndpointForm>
  );
}
