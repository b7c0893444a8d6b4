import { type ReactNode, useId, useState } from "react";
import type { Session } from "../data/session.ts";
import { useAction } from "../data/use-action.ts";
import { en } from "../words/en.ts";
import { ActionFailure } from "./action-failure.tsx";
import { EmailForm } from "./email-form.tsx";
import { signUpByPasskey } from "./passkey.ts";
import { PasskeyAddress } from "./passkey-address.tsx";

const namePattern = /^[a-z0-9_-]{3,32}$/;

/** Makes an account: a user name, then a passkey or a link by e-mail. */
export function SignUpForm({
  ways,
  invitation,
  firstName = "",
  onDone,
}: {
  ways: Session["ways"];
  invitation?: string | undefined;
  firstName?: string;
  onDone: () => Promise<void>;
}): ReactNode {
  const id = useId();
  const action = useAction();
  const [username, setUsername] = useState(firstName);
  const [wantsMail, setWantsMail] = useState(false);
  const isValid = namePattern.test(username);
  const isRefused = username !== "" && !isValid;
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
        <div className="field">
          <label htmlFor={id}>{en.signIn.username}</label>
          <input
            id={id}
            className="input"
            required
            minLength={3}
            maxLength={32}
            autoComplete="username"
            autoCapitalize="off"
            spellCheck={false}
            aria-describedby={`${id}-hint`}
            aria-invalid={isRefused}
            value={username}
            onChange={(event) => setUsername(event.target.value.toLowerCase())}
          />
          <p id={`${id}-hint`} className={isRefused ? "field-error" : "quiet small"}>
            {isRefused ? en.signIn.usernameRefused : en.signIn.usernameHint}
          </p>
        </div>
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
    </>
  );
}
