import type { HealthAlerts } from "@jetwire/protocol";
import { type ReactNode, useId, useState } from "react";
import { endpoints } from "../../data/rest/endpoints.ts";
import { useRest } from "../../data/rest/use-rest.ts";
import { useOwnDestinations } from "../../desk/destinations/own-destinations.tsx";
import { EndpointForm } from "../../form/endpoint-form.tsx";
import { Checkbox, Field, optionsOf, Select } from "../../form/field.tsx";
import { Table } from "../../table/table.tsx";
import { en } from "../../text/en.ts";
import { UntrustedName } from "../../text/untrusted-text.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { QueryState } from "../../ui/query-state/query-state.tsx";
import { AccountLink } from "../object-link.tsx";

const names = en.healthAlerts;
const key = "health-alerts";

/** The operators who are notified of faults of the service, and where. */
export function HealthAlertsSection(): ReactNode {
  const [changed, setChanged] = useState<HealthAlerts | null>(null);
  const { list, add } = useOwnDestinations();
  const own = useId();
  const alerts = useRest([key], (client, signal) =>
    Array.fromAsync(client.listHealthAlerts({}, { signal })),
  );
  return (
    <>
      <p className="quiet">{names.text}</p>
      <QueryState query={alerts} lines={3}>
        {(shown) => (
          <Table
            isPanel
            caption={names.title}
            empty={en.operator.none}
            rows={shown}
            keyOf={({ id }) => id}
            columns={[
              { head: names.operator, cell: (one) => <AccountLink {...one} /> },
              { head: names.minimum, cell: ({ minimum }) => names.minimums[minimum] },
              { head: names.where, cell: (one) => <UntrustedName text={whereText(one)} /> },
              {
                head: en.operator.actions,
                cell: (one) => <Button onClick={() => setChanged(one)}>{names.change}</Button>,
              },
            ]}
          />
        )}
      </QueryState>
      <section aria-labelledby={own} className="operator-destinations">
        <h2 id={own}>{names.own}</h2>
        <p className="quiet">{names.ownText}</p>
        <div>
          <Button kind="main" onClick={add}>
            {en.destinations.add}
          </Button>
        </div>
        {list}
      </section>
      {changed && <ChangeDialog alerts={changed} onClose={() => setChanged(null)} />}
    </>
  );
}

/** Returns where faults are sent besides the page, in one column: on a phone, more of them hide the button. */
function whereText({ mail, mails, hasAddress, destinations }: HealthAlerts): string {
  const chosen = destinations.filter((one) => one.chosen);
  const targets = [
    ...(mail ? [mailText(mails, hasAddress)] : []),
    ...chosen.map(({ name, enabled }) => (enabled ? name : names.off(name))),
  ];
  return targets.length === 0 ? names.none : targets.join(", ");
}

function mailText(mails: boolean, hasAddress: boolean): string {
  if (!mails) return names.mailOff;
  return hasAddress ? names.mailYes : names.mailNoAddress;
}

function ChangeDialog({
  alerts,
  onClose,
}: {
  alerts: HealthAlerts;
  onClose: () => void;
}): ReactNode {
  const { id, username, minimum, mail, destinations } = alerts;
  const chosen = destinations.filter((one) => one.chosen).map((one) => one.id);
  return (
    <Dialog title={<UntrustedName text={names.changeTitle(username)} />} onClose={onClose}>
      <EndpointForm
        of={endpoints.changeHealthAlerts}
        first={{ minimum, mail, destinationIds: chosen, reason: "" }}
        send={(client, body) => client.changeHealthAlerts({ id, body })}
        keys={[[key], ["destinations"]]}
        onDone={onClose}
        layout="dialog"
        kind="main"
        submit={names.save}
        isReady={({ reason }) => reason.trim() !== ""}
        others={<Button onClick={onClose}>{en.forms.cancel}</Button>}
      >
        {({ field, select, check, values, set }) => (
          <>
            <Select
              {...select("minimum")}
              label={names.minimum}
              options={optionsOf(names.minimums)}
            />
            <Checkbox {...check("mail")} label={names.byMail} />
            <fieldset className="fault-destinations">
              <legend>{names.sendTo}</legend>
              {destinations.length === 0 && <p className="quiet">{names.noDestinations}</p>}
              {destinations.map((one) => (
                <Checkbox
                  key={one.id}
                  label={<UntrustedName text={one.enabled ? one.name : names.off(one.name)} />}
                  checked={values.destinationIds.includes(one.id)}
                  onCheck={(isChosen) =>
                    set(
                      "destinationIds",
                      isChosen
                        ? [...values.destinationIds, one.id]
                        : values.destinationIds.filter((other) => other !== one.id),
                    )
                  }
                />
              ))}
            </fieldset>
            <Field {...field("reason")} label={en.operator.reason} hint={en.operator.reasonHint} />
          </>
        )}
      </EndpointForm>
    </Dialog>
  );
}
