import type { KeyScope, OperatorAccount } from "@jetwire/protocol";
import { type ReactNode, useId, useState } from "react";
import { rest } from "../data/rest.ts";
import { useAction } from "../data/use-action.ts";
import { useRest } from "../data/use-rest.ts";
import { ChooseScopes } from "../desk/choose-scopes.tsx";
import { CopyButton } from "../look/copy-button.tsx";
import { Dialog } from "../look/dialog.tsx";
import { SensitiveFailure } from "../sign-in/sensitive-failure.tsx";
import { ForeignName } from "../words/foreign.tsx";
import { en } from "../words/en.ts";

/** Issues a key of any tier for an account, and shows it once. */
export function IssueFor({
  account,
  onClose,
}: {
  account: OperatorAccount;
  onClose: () => void;
}): ReactNode {
  const id = useId();
  const action = useAction();
  const tiers = useRest(["tiers"], (client, signal) =>
    Array.fromAsync(client.listTiers({}, { signal })),
  );
  const [tier, setTier] = useState("feeder");
  const [scopes, setScopes] = useState<readonly KeyScope[]>(["read", "feed"]);
  const [reason, setReason] = useState("");
  const [key, setKey] = useState<string | null>(null);
  const title = <ForeignName text={en.operator.issueFor(account.username)} />;
  if (key !== null) {
    return (
      <Dialog title={title}>
        <p className="warn">{en.keys.issuedText}</p>
        <div className="command">
          <pre tabIndex={0}>{key}</pre>
          <CopyButton text={key} />
        </div>
        <div className="dialog-actions">
          <button type="button" className="button button-main" onClick={onClose}>
            {en.keys.copied}
          </button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="panel-form"
        onSubmit={(event) => {
          event.preventDefault();
          void action.run(async () => {
            const body = {
              accountId: account.id,
              tier,
              scopes: [...scopes],
              reason: reason.trim(),
            };
            const issued = await (await rest()).issueOperatorKey({ body });
            setKey(issued.key);
          });
        }}
      >
        <p>{en.operator.issueText}</p>
        <div className="field">
          <label htmlFor={`${id}-tier`}>{en.operator.tier}</label>
          <select
            id={`${id}-tier`}
            className="select"
            value={tier}
            onChange={(event) => setTier(event.target.value)}
          >
            {(tiers.data ?? []).map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <ChooseScopes
          chosen={scopes}
          ofOperator={account.role === "operator"}
          onChange={setScopes}
        />
        <div className="field">
          <label htmlFor={`${id}-reason`}>{en.operator.reason}</label>
          <input
            id={`${id}-reason`}
            className="input"
            required
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </div>
        <SensitiveFailure action={action} />
        <div className="dialog-actions">
          <button
            type="submit"
            className="button button-main"
            disabled={action.isRunning || scopes.length === 0}
          >
            {en.operator.issue}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
