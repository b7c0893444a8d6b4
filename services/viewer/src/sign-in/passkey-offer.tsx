import type { ReactNode } from "react";
import { useAction } from "../data/use-action.ts";
import { en } from "../words/en.ts";
import { ActionFailure } from "./action-failure.tsx";
import { addPasskey } from "./passkey.ts";

/** Offers a passkey to those who have just made an account by a mail. */
export function PasskeyOffer({ onDone }: { onDone: () => Promise<void> }): ReactNode {
  const action = useAction();
  return (
    <>
      <p>{en.signIn.link.passkeyOffer}</p>
      <button
        type="button"
        className="button button-main"
        disabled={action.isRunning}
        onClick={() =>
          void action.run(async () => {
            await addPasskey();
            await onDone();
          })
        }
      >
        {en.signIn.link.addPasskey}
      </button>
      <button type="button" className="button" onClick={() => void action.run(onDone)}>
        {en.signIn.link.skip}
      </button>
      <ActionFailure action={action} />
    </>
  );
}
