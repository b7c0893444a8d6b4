import type { Profile } from "@jetwire/protocol";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useId, useState } from "react";
import { useUnlessLeft } from "../app/use-unless-left.ts";
import { refreshSession, rest } from "../data/rest.ts";
import { useAction } from "../data/use-action.ts";
import { SensitiveFailure } from "../sign-in/sensitive-failure.tsx";
import { ForeignName } from "../words/foreign.tsx";
import { en } from "../words/en.ts";

/** Erases the account, after its name was typed. */
export function EraseSection({ profile: { username } }: { profile: Profile }): ReactNode {
  const id = useId();
  const action = useAction();
  const navigate = useUnlessLeft(useNavigate());
  const [typed, setTyped] = useState("");
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
            await refreshSession();
            await navigate({ to: "/" });
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
