import type { QuietHours } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { endpoints } from "../../data/rest/endpoints.ts";
import { useCommand } from "../../data/rest/use-command.ts";
import { useRest } from "../../data/rest/use-rest.ts";
import { EndpointForm } from "../../form/endpoint-form.tsx";
import { Checkbox, Field, Select } from "../../form/field.tsx";
import { FormPanel } from "../../form/form-panel.tsx";
import { CommandFailure } from "../../sign-in/command-failure.tsx";
import { en } from "../../text/en.ts";
import { Button } from "../../ui/button.tsx";
import { QueryState } from "../../ui/query-state/query-state.tsx";

const keys = [["quiet-hours"]];

/** The hours in which nothing is sent. */
export function QuietHoursSection(): ReactNode {
  const quiet = useRest(["quiet-hours"], (client, signal) => client.readQuietHours({}, { signal }));
  return (
    <FormPanel id="quiet-hours" title={en.destinations.quiet}>
      <p className="quiet small">{en.destinations.quietText}</p>
      <QueryState query={quiet} lines={3}>
        {({ quietHours }) => (
          <QuietHoursForm key={JSON.stringify(quietHours)} quietHours={quietHours} />
        )}
      </QueryState>
    </FormPanel>
  );
}

function QuietHoursForm({ quietHours }: { quietHours: QuietHours | null }): ReactNode {
  const remove = useCommand((client) => client.removeQuietHours({}), { keys });
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const zones = [
    ...new Set([
      quietHours?.zone ?? timeZone,
      timeZone,
      "UTC",
      ...Intl.supportedValuesOf("timeZone"),
    ]),
  ];
  return (
    <>
      <EndpointForm
        of={endpoints.setQuietHours}
        first={quietHours ?? { zone: timeZone, from: "22:00", to: "07:00", keeps: true }}
        send={(client, body) => client.setQuietHours({ body })}
        keys={keys}
        submit={en.destinations.quietSave}
        others={quietHours && <Button command={remove}>{en.destinations.quietRemove}</Button>}
        {...(quietHours && { done: en.destinations.quietSaved })}
      >
        {({ field, select, check }) => (
          <>
            <div className="quiet-times">
              <Field {...field("from")} label={en.destinations.quietFrom} type="time" />
              <Field {...field("to")} label={en.destinations.quietTo} type="time" />
              <Select
                {...select("zone")}
                label={en.destinations.zone}
                options={zones.map((zone) => ({ value: zone, text: zone.replaceAll("_", " ") }))}
              />
            </div>
            <Checkbox {...check("keeps")} label={en.destinations.keeps} />
          </>
        )}
      </EndpointForm>
      <CommandFailure command={remove} />
    </>
  );
}
