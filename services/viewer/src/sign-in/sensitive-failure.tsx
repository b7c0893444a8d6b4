import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { readProblem } from "../data/problem.ts";
import { authRest, refreshSession } from "../data/rest.ts";
import { session } from "../data/session.ts";
import { useStore } from "../data/store.ts";
import type { Action } from "../data/use-action.ts";
import { en } from "../words/en.ts";
import { ActionFailure } from "./action-failure.tsx";
import { signInByPasskey } from "./passkey.ts";

/**
 * The error of a step that requires a recent sign-in. If that is what is missing, it leads to one:
 * afterwards the step can be tried again.
 */
export function SensitiveFailure({ action }: { action: Action }): ReactNode {
  const navigate = useNavigate();
  const hasPasskeys = useStore(session)?.ways.passkeys === true;
  const [failed, setFailed] = useState(false);
  const isAgain = action.error !== null && readProblem(action.error).code === "sign_in_again";
  if (!isAgain) return <ActionFailure action={action} />;
  async function signInAgain(): Promise<void> {
    if (hasPasskeys && !failed) {
      try {
        await signInByPasskey();
        await refreshSession();
        await action.run(async () => undefined);
        return;
      } catch {
        setFailed(true);
        return;
      }
    }
    const next = location.pathname + location.search;
    await (await authRest()).signOut();
    await refreshSession();
    await navigate({ to: "/sign-in", search: { next } });
  }
  return (
    <div className="failure" role="alert">
      <p>{en.account.again}</p>
      <button type="button" className="button" onClick={() => void signInAgain()}>
        {en.account.signInAgain}
      </button>
    </div>
  );
}
