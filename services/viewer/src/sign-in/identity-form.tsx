import { type ReactNode, useState } from "react";
import { EndpointForm } from "../form/endpoint-form.tsx";
import { Button } from "../ui/button.tsx";
import { endpoints } from "../data/rest/endpoints.ts";
import { authRest, refreshSession } from "../data/rest/rest.ts";
import type { UserSession } from "../data/session/session.ts";
import { useCommand } from "../data/rest/use-command.ts";
import { UntrustedName } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { CommandFailure } from "./command-failure.tsx";
import { keepInvitation, keptInvitation } from "./kept-invitation.ts";
import { signInByPasskey } from "./passkey.ts";
import { ProviderButtons } from "./provider-buttons.tsx";
import { UsernameField } from "./username-field.tsx";

/**
 * Asks what becomes of an identity that a provider has confirmed and that has no account here: it gets a
 * new one, or the signed-in user confirms that it belongs to theirs.
 *
 * @param token the token of the identity, which this browser has confirmed
 */
export function IdentityForm({
  token,
  session: { user, methods, signedInAt },
  next,
  onDone,
}: {
  token: string;
  session: UserSession;
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
  const canSignUp = methods.signUp === "open" || keptInvitation() !== undefined;
  return (
    <>
      {canSignUp && <NewAccount token={token} onDone={finish} />}
      {!canSignUp && <p>{methods.signUp === "invited" ? en.signIn.invited : en.signIn.closed}</p>}
      {methods.passkeys && <OwnAccount />}
    </>
  );
}

function NewAccount({ token, onDone }: { token: string; onDone: () => Promise<void> }): ReactNode {
  return (
    <EndpointForm
      of={endpoints.signUpByIdentity}
      first={{ username: "" }}
      by={authRest}
      send={async (client, { username }) => {
        const invitation = keptInvitation();
        await client.signUpByIdentity({
          body: { token, username, ...(invitation !== undefined && { invitation }) },
        });
        keepInvitation(undefined);
      }}
      onDone={onDone}
      layout="column"
      kind="main"
      submit={en.signIn.link.finish}
    >
      {({ field }) => (
        <>
          <p className="quiet">{en.signIn.identity.chooseName}</p>
          <UsernameField {...field("username")} />
        </>
      )}
    </EndpointForm>
  );
}

/** Signs in to the account that the identity shall belong to. */
function OwnAccount(): ReactNode {
  const signIn = useCommand(signInByPasskey, { onDone: refreshSession });
  return (
    <>
      <p>{en.signIn.identity.hasAccount}</p>
      <Button command={signIn}>{en.signIn.byPasskey}</Button>
      <CommandFailure command={signIn} />
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
  const link = useCommand((client) => client.linkIdentity({ body: { token } }), { onDone });
  return (
    <>
      <p>
        <UntrustedName text={en.signIn.identity.linkTo(username)} />
      </p>
      <Button kind="main" command={link}>
        {en.signIn.identity.link}
      </Button>
      <CommandFailure command={link} />
    </>
  );
}
