import type { Profile } from "@jetwire/protocol";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { rest } from "../data/rest.ts";
import { session } from "../data/session.ts";
import { useStore } from "../data/store.ts";
import { useAction } from "../data/use-action.ts";
import { display } from "../look/display.ts";
import { SensitiveFailure } from "../sign-in/sensitive-failure.tsx";
import { Foreign, ForeignName } from "../words/foreign.tsx";
import { en } from "../words/en.ts";
import { dayOf } from "../words/time.ts";

/** The name and the e-mail address of the account. */
export function ProfileSection({ profile }: { profile: Profile }): ReactNode {
  const { zone } = useStore(display);
  const sendsMail = useStore(session)?.ways.email === true;
  return (
    <section className="panel" aria-labelledby="profile">
      <h2 id="profile">{en.account.profile}</h2>
      <div className="account-row">
        <span className="entity">
          <ForeignName text={profile.username} />
        </span>
        <span className="quiet">{en.account.since(dayOf(profile.createdAt, zone))}</span>
      </div>
      <div className="account-row">
        <span>{en.account.email}</span>
        <span>
          {profile.email === null ? (
            <span className="quiet">{en.account.noEmail}</span>
          ) : (
            <Foreign text={profile.email} />
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
  const id = useId();
  const action = useAction();
  const queries = useQueryClient();
  const [email, setEmail] = useState("");
  const [isSent, setSent] = useState(false);
  return (
    <>
      <form
        className="account-form"
        onSubmit={(event) => {
          event.preventDefault();
          void action.run(async () => {
            await (await rest()).changeProfile({ body: { email } });
            setSent(true);
          });
        }}
      >
        <div className="field">
          <label htmlFor={id}>{en.account.newEmail}</label>
          <input
            id={id}
            className="input"
            type="email"
            required
            maxLength={254}
            autoComplete="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </div>
        <button type="submit" className="button" disabled={action.isRunning}>
          {en.account.changeEmail}
        </button>
        {hasEmail && (
          <button
            type="button"
            className="button"
            disabled={action.isRunning}
            onClick={() =>
              void action.run(async () => {
                await (await rest()).changeProfile({ body: { email: null } });
                await queries.invalidateQueries({ queryKey: ["profile"] });
              })
            }
          >
            {en.account.removeEmail}
          </button>
        )}
      </form>
      {isSent && (
        <p className="good" role="status">
          {en.account.emailSent}
        </p>
      )}
      <SensitiveFailure action={action} />
    </>
  );
}
