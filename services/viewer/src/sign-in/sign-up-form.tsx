import { type ReactNode, useState } from "react";
import type { Session } from "../data/session.ts";
import { useAction } from "../data/use-action.ts";
import { en } from "../words/en.ts";
import { ActionFailure } from "./action-failure.tsx";
import { EmailForm } from "./email-form.tsx";
import { signUpByPasskey } from "./passkey.ts";
import { PasskeyAddress } from "./passkey-address.tsx";
import { ProviderButtons } from "./provider-buttons.tsx";
import { isUsername, UsernameField } from "./username-field.tsx";

/** Makes an account: a user name, then a passkey or a link by e-mail. */
export function SignUpForm({
  ways,
  invitation,
  firstName = "",
  next,
  onDone,
}: {
  ways: Session["ways"];
  invitation?: string | undefined;
  firstName?: string;
  /** The path to which a provider returns. */
  next?: string | undefined;
  onDone: () => Promise<void>;
}): ReactNode {
  const action = useAction();
  const [username, setUsername] = useState(firstName);
  const [wantsMail, setWantsMail] = useState(false);
  const isValid = isUsername(username);
  return (
    <>
      <form
        className="sign-in-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isValid || !ways.passkeys) return;
          void action.run(async () => {
            await signUpByPasskey(username, invitation);
            await onDone();
          });
        }}
      >
        <UsernameField value={username} onChange={setUsername} />
        {ways.passkeys ? (
          <>
            <button
              type="submit"
              className="button button-main"
              disabled={!isValid || action.isRunning}
            >
              {en.signIn.createPasskey}
            </button>
            <p className="quiet small">{en.signIn.passkeyAlone}</p>
          </>
        ) : (
          <PasskeyAddress url={ways.url} />
        )}
        <ActionFailure action={action} />
      </form>
      {ways.email && !wantsMail && (
        <>
          <p className="divider">{en.signIn.or}</p>
          <button
            type="button"
            className="button"
            disabled={!isValid}
            onClick={() => setWantsMail(true)}
          >
            {en.signIn.sendLink}
          </button>
        </>
      )}
      {ways.email && wantsMail && <EmailForm username={username} invitation={invitation} />}
      <ProviderButtons next={next} invitation={invitation} />
    </>
  );
}
