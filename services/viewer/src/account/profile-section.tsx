import type { Profile } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { EndpointForm } from "../form/endpoint-form.tsx";
import { Field } from "../form/field.tsx";
import { Button } from "../ui/button.tsx";
import { endpoints } from "../data/rest/endpoints.ts";
import { session } from "../data/session/session.ts";
import { useStore } from "../data/store.ts";
import { useCommand } from "../data/rest/use-command.ts";
import { display } from "../ui/display/display.ts";
import { CommandFailure } from "../sign-in/command-failure.tsx";
import { UntrustedText, UntrustedName } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { dayOf } from "../text/time.ts";

/** The name and the e-mail address of the account. */
export function ProfileSection({ profile }: { profile: Profile }): ReactNode {
  const { zone } = useStore(display);
  const sendsMail = useStore(session)?.methods.email === true;
  return (
    <section className="panel" aria-labelledby="profile">
      <h2 id="profile">{en.account.profile}</h2>
      <div className="account-row">
        <span className="entity">
          <UntrustedName text={profile.username} />
        </span>
        <span className="quiet">{en.account.since(dayOf(profile.createdAt, zone))}</span>
      </div>
      <div className="account-row">
        <span>{en.account.email}</span>
        <span>
          {profile.email === null ? (
            <span className="quiet">{en.account.noEmail}</span>
          ) : (
            <UntrustedText text={profile.email} />
          )}
        </span>
      </div>
      {sendsMail ? (
        <EmailChange hasEmail={profile.email !== null} />
      ) : (
        <p className="quiet small">{en.signIn.noEmail}</p>
      )}
    </section>
  );
}

function EmailChange({ hasEmail }: { hasEmail: boolean }): ReactNode {
  const remove = useCommand((client) => client.changeProfile({ body: { email: null } }), {
    keys: [["profile"]],
  });
  return (
    <>
      <EndpointForm
        of={endpoints.changeProfile}
        first={{ email: "" }}
        needs={["email"]}
        send={(client, body) => client.changeProfile({ body })}
        layout="line"
        submit={en.account.changeEmail}
        others={hasEmail && <Button command={remove}>{en.account.removeEmail}</Button>}
        done={en.account.emailSent}
      >
        {({ field }) => (
          <Field
            {...field("email")}
            label={en.account.newEmail}
            type="email"
            autoComplete="email"
          />
        )}
      </EndpointForm>
      <CommandFailure command={remove} />
    </>
  );
}
