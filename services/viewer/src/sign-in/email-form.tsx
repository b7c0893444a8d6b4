import { type ReactNode, useState } from "react";
import { endpoints } from "../data/rest/endpoints.ts";
import { authRest } from "../data/rest/rest.ts";
import { EndpointForm } from "../form/endpoint-form.tsx";
import { Field } from "../form/field.tsx";
import { en } from "../text/en.ts";

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
  const [isSent, setSent] = useState(false);
  if (isSent) {
    return (
      <p className="good" role="status">
        {en.signIn.linkSent}
      </p>
    );
  }
  return (
    <EndpointForm
      of={endpoints.askForLink}
      first={{ email: "" }}
      by={authRest}
      send={async (client, body) =>
        await client.askForLink({
          body: {
            ...body,
            ...(username !== undefined && { username }),
            ...(invitation !== undefined && { invitation }),
          },
        })
      }
      onDone={() => setSent(true)}
      layout="column"
      submit={en.signIn.sendLink}
    >
      {({ field }) => (
        <Field
          {...field("email")}
          label={en.signIn.email}
          type="email"
          autoComplete={username === undefined ? "username webauthn" : "email"}
        />
      )}
    </EndpointForm>
  );
}
