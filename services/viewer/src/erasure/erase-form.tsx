import type { RestClient } from "@jetwire/client";
import type { PlannedErasure } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { FormPanel } from "../form/form-panel.tsx";
import { endpoints } from "../data/rest/endpoints.ts";
import { EndpointForm } from "../form/endpoint-form.tsx";
import { Field } from "../form/field.tsx";
import { UntrustedName } from "../text/untrusted-text.tsx";
import { PlannedErasureNotice, usePlannedErasures } from "./planned-erasure.tsx";

interface EraseFormProps {
  readonly title: string;
  readonly text: string;
  /** The name that must be typed. */
  readonly name: string;
  /** Asks to type it. */
  readonly confirm: string;
  readonly isPlanned: (erasure: PlannedErasure) => boolean;
  readonly send: (client: RestClient, body: { readonly confirm: string }) => Promise<unknown>;
}

/** Erases something of the user after its name was typed; the erasure that waits can be called off. */
export function EraseForm(props: EraseFormProps): ReactNode {
  const { title, text, name, confirm, isPlanned, send } = props;
  const planned = usePlannedErasures().data?.find(isPlanned);
  return (
    <FormPanel id="erase" title={title}>
      {planned ? (
        <PlannedErasureNotice erasure={planned} />
      ) : (
        <EndpointForm
          // Both endpoints have the same body.
          of={endpoints.eraseStation}
          first={{ confirm: "" }}
          send={send}
          keys={[["erasures"]]}
          kind="danger"
          submit={title}
          isReady={({ confirm: typed }) => typed === name}
        >
          {({ field }) => (
            <>
              <p className="quiet">{text}</p>
              <Field
                {...field("confirm")}
                label={<UntrustedName text={confirm} />}
                autoComplete="off"
              />
            </>
          )}
        </EndpointForm>
      )}
    </FormPanel>
  );
}
