import type { OperatorAccount } from "@jetwire/protocol";
import { type ReactNode, useState } from "react";
import { endpoints } from "../data/rest/endpoints.ts";
import { useRest } from "../data/rest/use-rest.ts";
import { ChooseScopes } from "../desk/keys/choose-scopes.tsx";
import { EndpointForm } from "../form/endpoint-form.tsx";
import { Field, Select } from "../form/field.tsx";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { UntrustedName } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";

/** Issues a key of any tier for an account, and shows it once. */
export function IssueFor({
  account,
  onClose,
}: {
  account: OperatorAccount;
  onClose: () => void;
}): ReactNode {
  const tiers = useRest(["tiers"], (client, signal) =>
    Array.fromAsync(client.listTiers({}, { signal })),
  );
  const [key, setKey] = useState<string | null>(null);
  const title = <UntrustedName text={en.operator.issueFor(account.username)} />;
  if (key !== null) {
    return (
      <Dialog title={title}>
        <p className="warn">{en.keys.issuedText}</p>
        <div className="command">
          <pre tabIndex={0}>{key}</pre>
          <CopyButton text={key} />
        </div>
        <div className="dialog-actions">
          <Button kind="main" onClick={onClose}>
            {en.keys.copied}
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <EndpointForm
        of={endpoints.issueOperatorKey}
        first={{ tier: "feeder", scopes: ["read", "feed"], reason: "" }}
        send={(client, body) =>
          client.issueOperatorKey({ body: { ...body, accountId: account.id } })
        }
        onDone={(issued) => setKey(issued.key)}
        layout="dialog"
        kind="main"
        submit={en.operator.issue}
        isReady={({ scopes }) => scopes.length > 0}
      >
        {({ field, select, values, set }) => (
          <>
            <p>{en.operator.issueText}</p>
            <Select
              {...select("tier")}
              label={en.operator.tier}
              options={(tiers.data ?? []).map(({ name }) => ({ value: name, text: name }))}
            />
            <ChooseScopes
              chosen={values.scopes}
              ofOperator={account.role === "operator"}
              onChange={(scopes) => set("scopes", [...scopes])}
            />
            <Field {...field("reason")} label={en.operator.reason} />
          </>
        )}
      </EndpointForm>
    </Dialog>
  );
}
