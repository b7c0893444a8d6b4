import type { Passkey } from "@jetwire/protocol";
import { type ReactNode, useState } from "react";
import { EndpointForm } from "../form/endpoint-form.tsx";
import { Field } from "../form/field.tsx";
import { Button } from "../ui/button.tsx";
import { endpoints } from "../data/rest/endpoints.ts";
import { session } from "../data/session/session.ts";
import { useStore } from "../data/store.ts";
import { useCommand } from "../data/rest/use-command.ts";
import { useRest } from "../data/rest/use-rest.ts";
import { display } from "../ui/display/display.ts";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { addPasskey } from "../sign-in/passkey.ts";
import { PasskeyAddress } from "../sign-in/passkey-address.tsx";
import { CommandFailure } from "../sign-in/command-failure.tsx";
import { UntrustedName } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { shortTime } from "../text/time.ts";

const keys = [["passkeys"]];

/** The passkeys of the account. */
export function PasskeySection({ hasOtherWay }: { hasOtherWay: boolean }): ReactNode {
  const methods = useStore(session)?.methods;
  const add = useCommand(addPasskey, { keys });
  const passkeys = useRest(["passkeys"], (client, signal) =>
    Array.fromAsync(client.listPasskeys({}, { signal })),
  );
  return (
    <section className="panel" aria-labelledby="passkeys">
      <h2 id="passkeys">{en.account.passkeys}</h2>
      <QueryState query={passkeys} lines={2}>
        {(shown) => (
          <>
            {shown.length < 2 && !hasOtherWay && (
              <p className="warn">
                {shown.length === 0 ? en.account.noWay : en.account.onlyOneWay}
              </p>
            )}
            <ul>
              {shown.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} />
              ))}
            </ul>
          </>
        )}
      </QueryState>
      {methods?.passkeys === true ? (
        <div className="account-buttons">
          <Button command={add}>{en.account.addPasskey}</Button>
        </div>
      ) : (
        <PasskeyAddress url={methods?.url ?? null} />
      )}
      <CommandFailure command={add} />
    </section>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }): ReactNode {
  const { zone } = useStore(display);
  const remove = useCommand((client) => client.removePasskey({ id: passkey.id }), { keys });
  const [isRenaming, setRenaming] = useState(false);
  const nowMs = Date.parse(passkey.lastUsedAt ?? passkey.createdAt);
  return (
    <li className="account-row">
      <div>
        <UntrustedName text={passkey.name} />{" "}
        <span className="quiet small">
          {en.account.created(shortTime(passkey.createdAt, zone, nowMs))}
          {" · "}
          {passkey.lastUsedAt === null
            ? en.account.neverUsed
            : en.account.lastUsed(shortTime(passkey.lastUsedAt, zone, nowMs))}
        </span>
      </div>
      {isRenaming ? (
        <RenameForm passkey={passkey} onClose={() => setRenaming(false)} />
      ) : (
        <div className="account-buttons">
          <Button onClick={() => setRenaming(true)}>{en.account.rename}</Button>
          <Button
            kind="danger"
            aria-label={en.account.removePasskey(passkey.name)}
            command={remove}
          >
            {en.account.remove}
          </Button>
        </div>
      )}
      <CommandFailure command={remove} />
    </li>
  );
}

function RenameForm({
  passkey: { id, name },
  onClose,
}: {
  passkey: Passkey;
  onClose: () => void;
}): ReactNode {
  return (
    <EndpointForm
      of={endpoints.renamePasskey}
      first={{ name }}
      send={(client, body) => client.renamePasskey({ id, body })}
      keys={keys}
      onDone={onClose}
      layout="line"
      submit={en.account.save}
      others={<Button onClick={onClose}>{en.forms.cancel}</Button>}
    >
      {({ field }) => <Field {...field("name")} label={en.account.newName} />}
    </EndpointForm>
  );
}
