import type { Station } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { FormPanel } from "../../form/form-panel.tsx";
import { endpoints } from "../../data/rest/endpoints.ts";
import { EndpointForm } from "../../form/endpoint-form.tsx";
import { Checkbox, Field, optionsOf, Select } from "../../form/field.tsx";
import { en } from "../../text/en.ts";

const names = en.stationSettings;

/** Position, visibility and key policy of a station. */
export function StationSettingsForm({
  station: { id, latitude, longitude },
  settings: { proven, showsExactPosition, hidden, acceptsMessages, keyPolicy },
}: {
  station: Station;
  settings: NonNullable<Station["settings"]>;
}): ReactNode {
  const policies = optionsOf(names.policies).map((policy) =>
    policy.value === "required" ? { ...policy, isOff: !proven } : policy,
  );
  return (
    <FormPanel id="settings" title={names.position}>
      <EndpointForm
        of={endpoints.changeStation}
        first={{ latitude, longitude, showsExactPosition, hidden, acceptsMessages, keyPolicy }}
        send={(client, body) => client.changeStation({ id: String(id), body })}
        keys={[["station", String(id)]]}
        kind="main"
        submit={names.save}
        done={names.saved}
      >
        {({ field, check, select }) => (
          <>
            <div className="form-pair">
              <Field {...field("latitude")} label={names.latitude} />
              <Field {...field("longitude")} label={names.longitude} />
            </div>
            <Checkbox {...check("showsExactPosition")} label={names.exact} />
            <Checkbox {...check("hidden")} label={names.hidden} />
            <Checkbox {...check("acceptsMessages")} label={names.acceptsMessages} />
            <Select {...select("keyPolicy")} label={names.policy} options={policies} />
          </>
        )}
      </EndpointForm>
    </FormPanel>
  );
}
