import type { Profile } from "@jetwire/protocol";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { rest } from "../data/rest.ts";
import { useAction } from "../data/use-action.ts";
import { PlannedErasure, usePlannedErasures } from "../desk/planned-erasure.tsx";
import { SensitiveFailure } from "../sign-in/sensitive-failure.tsx";
import { ForeignName } from "../words/foreign.tsx";
import { en } from "../words/en.ts";

/** Erases the account, after its name was typed. */
export function EraseSection({ profile: { username } }: { profile: Profile }): ReactNode {
  const id = useId();
  const action = useAction();
  const queries = useQueryClient();
  const [typed, setTyped] = useState("");
  const planned = usePlannedErasures().data?.find(({ kind }) => kind === "account");
  if (planned) {
    return (
      <section className="panel account-form" aria-labelledby="erase">
        <h2 id="erase">{en.account.erase}</h2>
        <PlannedErasure erasure={planned} />
      </section>
    );
  }
  return (
    <section className="panel" aria-labelledby="erase">
      <h2 id="erase">{en.account.erase}</h2>
      <p className="quiet">{en.account.eraseText}</p>
      <form
        className="account-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed !== username) return;
          void action.run(async () => {
            await (await rest()).eraseMe({ body: { confirm: username } });
            await queries.invalidateQueries({ queryKey: ["erasures"] });
            setTyped("");
          });
        }}
      >
        <div className="field">
          <label htmlFor={id}>
            <ForeignName text={en.account.eraseConfirm(username)} />
          </label>
          <input
            id={id}
            className="input"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <button
          type="submit"
          className="button button-danger"
          disabled={typed !== username || action.isRunning}
        >
          {en.account.erase}
        </button>
      </form>
      <SensitiveFailure action={action} />
    </section>
  );
}
