import { type ReactNode, useState } from "react";
import { endpoints } from "../data/rest/endpoints.ts";
import type { UserSession } from "../data/session/session.ts";
import { useCommand } from "../data/rest/use-command.ts";
import { Form } from "../form/form.tsx";
import { useFields } from "../form/use-fields.ts";
import { Button } from "../ui/button.tsx";
import { en } from "../text/en.ts";
import { CommandFailure } from "./command-failure.tsx";
import { EmailForm } from "./email-form.tsx";
import { signUpByPasskey } from "./passkey.ts";
import { PasskeyAddress } from "./passkey-address.tsx";
import { ProviderButtons } from "./provider-buttons.tsx";
import { UsernameField } from "./username-field.tsx";

/** Makes an account: a user name, then a passkey or a link by e-mail. */
export function SignUpForm({
  methods,
  invitation,
  firstName = "",
  next,
  onDone,
}: {
  methods: UserSession["methods"];
  invitation?: string | undefined;
  firstName?: string;
  /** The path to which a provider returns. */
  next?: string | undefined;
  onDone: () => Promise<void>;
}): ReactNode {
  const [mailFor, setMailFor] = useState<string | null>(null);
  const signUp = useCommand((_client, username: string) => signUpByPasskey(username, invitation), {
    onDone,
  });
  const { faults } = signUp;
  const fields = useFields(
    endpoints.askToSignUpByPasskey.body,
    { username: firstName },
    { faults },
  );
  function withName(step: (username: string) => void): void {
    const username = fields.read()?.username;
    if (username !== undefined) step(username);
  }
  return (
    <>
      <Form
        layout="column"
        onSend={() => {
          if (methods.passkeys) withName(signUp.run);
        }}
      >
        <UsernameField {...fields.field("username")} />
        {methods.passkeys ? (
          <>
            <Button type="submit" kind="main" disabled={signUp.isRunning}>
              {en.signIn.createPasskey}
            </Button>
            <p className="quiet small">{en.signIn.passkeyAlone}</p>
          </>
        ) : (
          <PasskeyAddress url={methods.url} />
        )}
        {faults["username"] === undefined && <CommandFailure command={signUp} />}
      </Form>
      {methods.email && mailFor === null && (
        <>
          <p className="divider">{en.signIn.or}</p>
          <Button onClick={() => withName(setMailFor)}>{en.signIn.sendLink}</Button>
        </>
      )}
      {methods.email && mailFor !== null && (
        <EmailForm username={mailFor} invitation={invitation} />
      )}
      <ProviderButtons next={next} invitation={invitation} />
    </>
  );
}
