import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { readProblem } from "../data/rest/problem.ts";
import { authRest, refreshSession } from "../data/rest/rest.ts";
import { session } from "../data/session/session.ts";
import { useStore } from "../data/store.ts";
import type { Command } from "../data/rest/use-command.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/query-state/query-state.tsx";
import { en } from "../text/en.ts";
import { isPasskeyRefusal, signInByPasskey } from "./passkey.ts";

type Failed = Pick<Command, "error" | "reset">;

/** The error of a step that the user has started; nothing if it has none. */
export function CommandFailure({ command }: { command: Failed }): ReactNode {
  const { error } = command;
  if (error === null) return null;
  if (isPasskeyRefusal(error)) {
    return (
      <p className="field-error" role="alert">
        {en.signIn.passkeyRefused}
      </p>
    );
  }
  if (readProblem(error).code === "sign_in_again") return <SignInAgain onDone={command.reset} />;
  return <Failure error={error} />;
}

/** Leads to the sign-in that a step requires. Afterwards the step can be tried again. */
function SignInAgain({ onDone }: { onDone: () => void }): ReactNode {
  const navigate = useNavigate();
  const hasPasskeys = useStore(session)?.methods.passkeys === true;
  const [failed, setFailed] = useState(false);
  async function signInAgain(): Promise<void> {
    if (hasPasskeys && !failed) {
      try {
        await signInByPasskey();
        await refreshSession();
        onDone();
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
      <Button onClick={() => void signInAgain()}>{en.account.signInAgain}</Button>
    </div>
  );
}
