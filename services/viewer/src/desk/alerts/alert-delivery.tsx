import { Link } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import { session } from "../../data/session/session.ts";
import { useStore } from "../../data/store.ts";
import { useRest } from "../../data/rest/use-rest.ts";
import { Checkbox } from "../../form/field.tsx";
import { en } from "../../text/en.ts";

type CheckState = Omit<ComponentProps<typeof Checkbox>, "label">;

interface AlertDeliveryProps {
  readonly notify: CheckState;
  readonly email: CheckState;
}

/** The ways in which a rule tells of its matches. E-mail is offered where the server sends mails. */
export function AlertDelivery({ notify, email }: AlertDeliveryProps): ReactNode {
  const sendsMail = useStore(session)?.methods.email === true;
  const profile = useRest(["profile"], (client, signal) => client.readProfile({}, { signal }), {
    isEnabled: sendsMail,
  });
  const hasNoAddress = profile.data?.email === null;
  return (
    <fieldset className="filter-types">
      <legend>{en.alerts.deliver}</legend>
      <Checkbox {...notify} label={en.alerts.notify} />
      {(sendsMail || email.checked) && (
        <Checkbox {...email} disabled={hasNoAddress && !email.checked} label={en.alerts.email} />
      )}
      {sendsMail && hasNoAddress && (
        <Link to="/account" className="small">
          {en.alerts.addEmail}
        </Link>
      )}
    </fieldset>
  );
}
