import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { session } from "../data/session.ts";
import { useStore } from "../data/store.ts";
import { useRest } from "../data/use-rest.ts";
import { en } from "../words/en.ts";

interface AlertDeliveryProps {
  readonly notify: boolean;
  readonly email: boolean;
  onNotify(notify: boolean): void;
  onEmail(email: boolean): void;
}

/** The ways in which a rule tells of its matches. E-mail is offered where the server sends mails. */
export function AlertDelivery({ notify, email, onNotify, onEmail }: AlertDeliveryProps): ReactNode {
  const sendsMail = useStore(session)?.ways.email === true;
  const profile = useRest(["profile"], (client, signal) => client.readProfile({}, { signal }), {
    isEnabled: sendsMail,
  });
  const hasNoAddress = profile.data?.email === null;
  return (
    <fieldset className="filter-types">
      <legend>{en.alerts.deliver}</legend>
      <label className="check-line">
        <input
          type="checkbox"
          className="check"
          checked={notify}
          onChange={(event) => onNotify(event.target.checked)}
        />
        {en.alerts.notify}
      </label>
      {(sendsMail || email) && (
        <label className="check-line">
          <input
            type="checkbox"
            className="check"
            checked={email}
            disabled={hasNoAddress && !email}
            onChange={(event) => onEmail(event.target.checked)}
          />
          {en.alerts.email}
        </label>
      )}
      {sendsMail && hasNoAddress && (
        <Link to="/account" className="small">
          {en.alerts.addEmail}
        </Link>
      )}
    </fieldset>
  );
}
