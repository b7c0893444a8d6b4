import { type ReactNode, useId, useState } from "react";
import { authRest } from "../data/rest.ts";
import { useAction } from "../data/use-action.ts";
import { en } from "../words/en.ts";
import { ActionFailure } from "./action-failure.tsx";

/**
 * Asks for a link by e-mail. The answer is the same whether or not the address is known.
 *
 * @param username the name of the account to make; without it the link signs in
 */
export function EmailForm({
  username,
  invitation,
}: {
  username?: string;
  invitation?: string | undefined;
}): ReactNode {
  const id = useId();
  const action = useAction();
  const [email, setEmail] = useState("");
  const [isSent, setSent] = useState(false);
  if (isSent) {
    return (
      <p className="good" role="status">
        {en.signIn.linkSent}
      </p>
    );
  }
  return (
    <form
      className="sign-in-form"
      onSubmit={(event) => {
        event.preventDefault();
        void action.run(async () => {
          const rest = await authRest();
          await rest.askForLink({
            body: {
              email,
              ...(username !== undefined && { username }),
              ...(invitation !== undefined && { invitation }),
            },
          });
          setSent(true);
        });
      }}
    >
      <div className="field">
        <label htmlFor={id}>{en.signIn.email}</label>
        <input
          id={id}
          className="input"
          type="email"
          required
          maxLength={254}
          autoComplete={username === undefined ? "username webauthn" : "email"}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </div>
      <ActionFailure action={action} />
      <button type="submit" className="button" disabled={action.isRunning}>
        {en.signIn.sendLink}
      </button>
    </form>
  );
}
