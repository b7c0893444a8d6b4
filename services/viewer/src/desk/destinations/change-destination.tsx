import type { Destination } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { endpoints } from "../../data/rest/endpoints.ts";
import { EndpointForm } from "../../form/endpoint-form.tsx";
import { Field } from "../../form/field.tsx";
import { en } from "../../text/en.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ChooseTypes } from "./choose-types.tsx";

interface ChangeDestinationProps {
  readonly destination: Destination;
  onClose(): void;
}

type Types = NonNullable<(typeof endpoints.changeDestination.body)["_zod"]["input"]["types"]>;

/** Changes the name of a destination, and what is sent there. */
export function ChangeDestination({ destination, onClose }: ChangeDestinationProps): ReactNode {
  const { id, name, types, ruleIds } = destination;
  return (
    <Dialog title={en.destinations.edit} onClose={onClose} width="wide">
      <EndpointForm
        of={endpoints.changeDestination}
        // Types of a newer server stay as they are.
        first={{ name, types: types as Types, ruleIds }}
        send={(client, body) => client.changeDestination({ id, body })}
        keys={[["destinations"]]}
        onDone={onClose}
        layout="dialog"
        kind="main"
        submit={en.destinations.save}
        others={<Button onClick={onClose}>{en.forms.cancel}</Button>}
        isReady={(values) => values.types.length > 0}
      >
        {({ field, values, set }) => (
          <>
            <Field {...field("name")} label={en.destinations.name} />
            <ChooseTypes
              types={values.types}
              ruleIds={values.ruleIds}
              onTypes={(chosen) => set("types", chosen as Types)}
              onRules={(chosen) => set("ruleIds", chosen)}
            />
          </>
        )}
      </EndpointForm>
    </Dialog>
  );
}
