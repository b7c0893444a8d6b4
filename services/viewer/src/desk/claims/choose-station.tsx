import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { FormPanel } from "../../form/form-panel.tsx";
import { Button } from "../../ui/button.tsx";
import { endpoints } from "../../data/rest/endpoints.ts";
import { useCommand } from "../../data/rest/use-command.ts";
import { useRest } from "../../data/rest/use-rest.ts";
import { Field } from "../../form/field.tsx";
import { Form } from "../../form/form.tsx";
import { useFields } from "../../form/use-fields.ts";
import { SourceType } from "../../ui/marks.tsx";
import { QueryState } from "../../ui/query-state/query-state.tsx";
import { CommandFailure } from "../../sign-in/command-failure.tsx";
import { UntrustedName } from "../../text/untrusted-text.tsx";
import { en } from "../../text/en.ts";
import { shortIdent } from "../../text/ident.ts";

const route = getRouteApi("/desk/claim");

/** The first step of a claim: one of the stations of the visitor's network, or one by its ident. */
export function ChooseStation(): ReactNode {
  const navigate = route.useNavigate();
  const network = useRest(["reception", undefined], (client, signal) =>
    client.readOwnNetwork({}, { signal }),
  );
  function choose(id: number): void {
    void navigate({ search: { station: String(id) } });
  }
  return (
    <FormPanel id="choose" title={en.claim.choose}>
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
                    <UntrustedName text={shortIdent(ident)} />{" "}
                    {sourceType !== null && <SourceType type={sourceType} />}
                  </span>
                  <Button onClick={() => choose(id)}>{en.claim.claim}</Button>
                </li>
              ))}
            </ul>
          );
        }}
      </QueryState>
      <ByIdent onFound={choose} />
    </FormPanel>
  );
}

function ByIdent({ onFound }: { onFound: (id: number) => void }): ReactNode {
  const [isUnknown, setUnknown] = useState(false);
  const find = useCommand(
    async (client, ident: string) => {
      const { stations } = await client.readOwnNetwork({ ident });
      return stations.find((one) => one.ident === ident && one.claim === null);
    },
    {
      onDone(found) {
        if (found) onFound(found.id);
        else setUnknown(true);
      },
    },
  );
  const { field, read } = useFields(
    endpoints.readOwnNetwork.query,
    { ident: "" },
    { faults: find.faults, needs: ["ident"] },
  );
  return (
    <Form
      layout="line"
      onSend={() => {
        setUnknown(false);
        const ident = read()?.ident;
        if (ident !== undefined) find.run(ident);
      }}
    >
      <Field
        {...field("ident")}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        label={en.claim.byIdent}
      />
      <Button type="submit" disabled={find.isRunning}>
        {en.claim.find}
      </Button>
      {isUnknown && <p className="field-error">{en.claim.notFound}</p>}
      <CommandFailure command={find} />
    </Form>
  );
}
