import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import { authRest } from "../data/rest/rest.ts";
import { useCommand } from "../data/rest/use-command.ts";
import { en } from "../text/en.ts";
import { CommandFailure } from "./command-failure.tsx";
import { consumeLinkToken } from "./link-token.ts";
import { SignInLayout } from "./sign-in-layout.tsx";

/**
 * The page of the link that stops mails. Only the button stops them, because programs that scan mails open
 * their links.
 */
export function StopPage(): ReactNode {
  const [token] = useState(consumeLinkToken);
  return (
    <SignInLayout title={en.signIn.stop.title}>
      {token === null ? <p>{en.signIn.link.none}</p> : <StopMails token={token} />}
    </SignInLayout>
  );
}

function StopMails({ token }: { token: string }): ReactNode {
  const stop = useCommand((client) => client.stopMails({ token }), { by: authRest });
  if (stop.isDone) {
    return (
      <p className="good" role="status">
        {en.signIn.stop.done}
      </p>
    );
  }
  return (
    <>
      <p>{en.signIn.stop.text}</p>
      <Button kind="main" command={stop}>
        {en.signIn.stop.button}
      </Button>
      <CommandFailure command={stop} />
    </>
  );
}
