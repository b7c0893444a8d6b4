import { type ReactNode, useState } from "react";
import { authRest, refreshSession, rest } from "../data/rest.ts";
import type { Session } from "../data/session.ts";
import { useAction } from "../data/use-action.ts";
import { ForeignName } from "../words/foreign.tsx";
import { en } from "../words/en.ts";
import { ActionFailure } from "./action-failure.tsx";
import { keepInvitation, keptInvitation } from "./kept-invitation.ts";
import { signInByPasskey } from "./passkey.ts";
import { ProviderButtons } from "./provider-buttons.tsx";
import { SensitiveFailure } from "./sensitive-failure.tsx";
import { isUsername, UsernameField } from "./username-field.tsx";

/**
 * Asks what becomes of an identity that a provider has confirmed and that has no account here: it gets a
 * new one, or the signed-in user confirms that it belongs to theirs.
 *
 * @param token the token of the identity, which this browser has confirmed
 */
export function IdentityForm({
  token,
  session: { user, ways, signedInAt },
  next,
  onDone,
}: {
  token: string;
  session: Session;
  next: string | undefined;
  onDone: () => Promise<void>;
}): ReactNode {
  const [firstSignedInAt] = useState(signedInAt);
  const [isDone, setDone] = useState(false);
  async function finish(): Promise<void> {
    setDone(true);
    await onDone();
  }
  if (isDone) return null;
  // Signing in ends what the browser has begun before, so the provider must confirm the identity again.
  if (user && signedInAt !== firstSignedInAt) return <ConfirmAgain next={next} />;
  if (user) return <LinkIdentity token={token} username={user.username} onDone={finish} />;
  const canSignUp = ways.signUp === "open" || keptInvitation() !== undefined;
  return (
    <>
      {canSignUp && <NewAccount token={token} onDone={finish} />}
      {!canSignUp && <p>{ways.signUp === "invited" ? en.signIn.invited : en.signIn.closed}</p>}
      {ways.passkeys && <OwnAccount />}
    </>
  );
}

function NewAccount({ token, onDone }: { token: string; onDone: () => Promise<void> }): ReactNode {
  const action = useAction();
  const [username, setUsername] = useState("");
  async function signUp(): Promise<void> {
    const invitation = keptInvitation();
    const auth = await authRest();
    await auth.signUpByIdentity({
      body: { token, username, ...(invitation !== undefined && { invitation }) },
    });
    keepInvitation(undefined);
    await onDone();
  }
  return (
    <form
      className="sign-in-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isUsername(username)) void action.run(signUp);
      }}
    >
      <p className="quiet">{en.signIn.identity.chooseName}</p>
      <UsernameField value={username} onChange={setUsername} />
      <button
        type="submit"
        className="button button-main"
        disabled={!isUsername(username) || action.isRunning}
      >
        {en.signIn.link.finish}
      </button>
      <ActionFailure action={action} />
    </form>
  );
}

/** Signs in to the account that the identity shall belong to. */
function OwnAccount(): ReactNode {
  const action = useAction();
  return (
    <>
      <p>{en.signIn.identity.hasAccount}</p>
      <button
        type="button"
        className="button"
        disabled={action.isRunning}
        onClick={() =>
          void action.run(async () => {
            await signInByPasskey();
            await refreshSession();
          })
        }
      >
        {en.signIn.byPasskey}
      </button>
      <ActionFailure action={action} />
    </>
  );
}

function ConfirmAgain({ next }: { next: string | undefined }): ReactNode {
  return (
    <>
      <p>{en.signIn.identity.confirmAgain}</p>
      <ProviderButtons next={next} />
    </>
  );
}

function LinkIdentity({
  token,
  username,
  onDone,
}: {
  token: string;
  username: string;
  onDone: () => Promise<void>;
}): ReactNode {
  const action = useAction();
  async function link(): Promise<void> {
    const client = await rest();
    await client.linkIdentity({ body: { token } });
    await onDone();
  }
  return (
    <>
      <p>
        <ForeignName text={en.signIn.identity.linkTo(username)} />
      </p>
      <button
        type="button"
        className="button button-main"
        disabled={action.isRunning}
        onClick={() => void action.run(link)}
      >
        {en.signIn.identity.link}
      </button>
      <SensitiveFailure action={action} />
    </>
  );
}
