import type { ReactNode } from "react";
import { authRest } from "../data/rest.ts";
import { session } from "../data/session.ts";
import { useStore } from "../data/store.ts";
import { useAction } from "../data/use-action.ts";
import { en } from "../words/en.ts";
import { ActionFailure } from "./action-failure.tsx";
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
  const action = useAction();
  const providers = useStore(session)?.ways.oidc ?? [];
  async function leaveTo(provider: string): Promise<void> {
    const path = nextPath(next, location.origin);
    const body = { next: path.length <= nextLengthMax ? path : "/desk" };
    const auth = await authRest();
    const { url } = await auth.startOidc({ provider, body });
    keepInvitation(invitation);
    location.assign(url);
  }
  return (
    <>
      {providers.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className="button"
          disabled={action.isRunning}
          onClick={() => void action.run(() => leaveTo(id))}
        >
          {en.signIn.byProvider(name)}
        </button>
      ))}
      <ActionFailure action={action} />
    </>
  );
}
