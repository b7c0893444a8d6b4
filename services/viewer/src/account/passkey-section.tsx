import type { Passkey } from "@jetwire/protocol";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { rest } from "../data/rest.ts";
import { session } from "../data/session.ts";
import { useStore } from "../data/store.ts";
import { useAction } from "../data/use-action.ts";
import { useRest } from "../data/use-rest.ts";
import { display } from "../look/display.ts";
import { QueryState } from "../look/query-state.tsx";
import { addPasskey } from "../sign-in/passkey.ts";
import { PasskeyAddress } from "../sign-in/passkey-address.tsx";
import { SensitiveFailure } from "../sign-in/sensitive-failure.tsx";
import { ForeignName } from "../words/foreign.tsx";
import { en } from "../words/en.ts";
import { shortTime } from "../words/time.ts";

/** The passkeys of the account. */
export function PasskeySection({ hasOtherWay }: { hasOtherWay: boolean }): ReactNode {
  const ways = useStore(session)?.ways;
  const queries = useQueryClient();
  const action = useAction();
  const passkeys = useRest(["passkeys"], (client, signal) =>
    Array.fromAsync(client.listPasskeys({}, { signal })),
  );
  return (
    <section className="panel" aria-labelledby="passkeys">
      <h2 id="passkeys">{en.account.passkeys}</h2>
      <QueryState query={passkeys} lines={2}>
        {(shown) => (
          <>
            {shown.length < 2 && !hasOtherWay && <p className="warn">{en.account.onlyOneWay}</p>}
            <ul>
              {shown.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} />
              ))}
            </ul>
          </>
        )}
      </QueryState>
      {ways?.passkeys === true ? (
        <div className="account-buttons">
          <button
            type="button"
            className="button"
            disabled={action.isRunning}
            onClick={() =>
              void action.run(async () => {
                await addPasskey();
                await queries.invalidateQueries({ queryKey: ["passkeys"] });
              })
            }
          >
            {en.account.addPasskey}
          </button>
        </div>
      ) : (
        <PasskeyAddress url={ways?.url ?? null} />
      )}
      <SensitiveFailure action={action} />
    </section>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }): ReactNode {
  const { zone } = useStore(display);
  const queries = useQueryClient();
  const action = useAction();
  const [isRenaming, setRenaming] = useState(false);
  const nowMs = Date.parse(passkey.lastUsedAt ?? passkey.createdAt);
  async function change(step: () => Promise<unknown>): Promise<void> {
    await action.run(async () => {
      await step();
      setRenaming(false);
      await queries.invalidateQueries({ queryKey: ["passkeys"] });
    });
  }
  return (
    <li className="account-row">
      <div>
        <ForeignName text={passkey.name} />{" "}
        <span className="quiet small">
          {en.account.created(shortTime(passkey.createdAt, zone, nowMs))}
          {" · "}
          {passkey.lastUsedAt === null
            ? en.account.neverUsed
            : en.account.lastUsed(shortTime(passkey.lastUsedAt, zone, nowMs))}
        </span>
      </div>
      {isRenaming ? (
        <RenameForm
          name={passkey.name}
          onCancel={() => setRenaming(false)}
          onSave={(name) =>
            void change(async () => {
              await (await rest()).renamePasskey({ id: passkey.id, body: { name } });
            })
          }
        />
      ) : (
        <div className="account-buttons">
          <button type="button" className="button" onClick={() => setRenaming(true)}>
            {en.account.rename}
          </button>
          <button
            type="button"
            className="button button-danger"
            aria-label={en.account.removePasskey(passkey.name)}
            disabled={action.isRunning}
            onClick={() =>
              void change(async () => {
                await (await rest()).removePasskey({ id: passkey.id });
              })
            }
          >
            {en.account.remove}
          </button>
        </div>
      )}
      <SensitiveFailure action={action} />
    </li>
  );
}

function RenameForm({
  name,
  onSave,
  onCancel,
}: {
  name: string;
  onSave: (name: string) => void;
  onCancel: () => void;
}): ReactNode {
  const id = useId();
  const [text, setText] = useState(name);
  return (
    <form
      className="account-form"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(text);
      }}
    >
      <div className="field">
        <label htmlFor={id}>{en.account.newName}</label>
        <input
          id={id}
          className="input"
          required
          maxLength={64}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <button type="submit" className="button">
        {en.account.save}
      </button>
      <button type="button" className="button" onClick={onCancel}>
        {en.account.cancel}
      </button>
    </form>
  );
}
