import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { authRest } from "../data/rest/rest.ts";
import { session } from "../data/session/session.ts";
import { useStore } from "../data/store.ts";
import { useCommand } from "../data/rest/use-command.ts";
import { en } from "../text/en.ts";
import { CommandFailure } from "./command-failure.tsx";
import { keepInvitation } from "./kept-invitation.ts";
import { nextPath } from "./next-path.ts";

/** The longest path that the server returns to. */
const nextLengthMax = 512;

/** Buttons that lead to the providers of identities. */
export function ProviderButtons({
  next,
  invitation,
}: {
  next?: string | undefined;
  invitation?: string | undefined;
}): ReactNode {
  const providers = useStore(session)?.methods.oidc ?? [];
  const leave = useCommand(
    (client, provider: string) => {
      const path = nextPath(next, location.origin);
      const body = { next: path.length <= nextLengthMax ? path : "/desk" };
      return client.startOidc({ provider, body });
    },
    {
      by: authRest,
      onDone({ url }) {
        keepInvitation(invitation);
        location.assign(url);
      },
    },
  );
  return (
    <>
      {providers.map(({ id, name }) => (
        <Button key={id} disabled={leave.isRunning} onClick={() => leave.run(id)}>
          {en.signIn.byProvider(name)}
        </Button>
      ))}
      <CommandFailure command={leave} />
    </>
  );
}
