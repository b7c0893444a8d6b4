import { type ReactNode, useState } from "react";
import { authRest } from "../data/rest.ts";
import { useAction } from "../data/use-action.ts";
import { Failure } from "../look/query-state.tsx";
import { en } from "../words/en.ts";
import { takeLinkToken } from "./link-token.ts";
import { SignInLayout } from "./sign-in-layout.tsx";

/**
 * The page of the link that stops mails. Only the button stops them, because programs that scan mails open
 * their links.
 */
export function StopPage(): ReactNode {
  const [token] = useState(takeLinkToken);
  return (
    <SignInLayout title={en.signIn.stop.title}>
      {token === null ? <p>{en.signIn.link.none}</p> : <StopMails token={token} />}
    </SignInLayout>
  );
}

function StopMails({ token }: { token: string }): ReactNode {
  const action = useAction();
  const [isStopped, setStopped] = useState(false);
  if (isStopped) {
    return (
      <p className="good" role="status">
        {en.signIn.stop.done}
      </p>
    );
  }
  return (
    <>
      <p>{en.signIn.stop.text}</p>
      <button
        type="button"
        className="button button-main"
        disabled={action.isRunning}
        onClick={() =>
          void action.run(async () => {
            const client = await authRest();
            await client.stopMails({ token });
            setStopped(true);
          })
        }
      >
        {en.signIn.stop.button}
      </button>
      {action.error !== null && <Failure error={action.error} />}
    </>
  );
}
