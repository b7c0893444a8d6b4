import type { ReactNode } from "react";
import type { Action } from "../data/use-action.ts";
import { Failure } from "../look/query-state.tsx";
import { en } from "../words/en.ts";
import { isPasskeyRefusal } from "./passkey.ts";

/** The error of a step of signing in. */
export function ActionFailure({ action: { error } }: { action: Action }): ReactNode {
  if (error === null) return null;
  if (isPasskeyRefusal(error)) {
    return (
      <p className="field-error" role="alert">
        {en.signIn.passkeyRefused}
      </p>
    );
  }
  return <Failure error={error} />;
}
