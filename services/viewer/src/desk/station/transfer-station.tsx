import type { Station } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { FormPanel } from "../../form/form-panel.tsx";
import { endpoints } from "../../data/rest/endpoints.ts";
import { EndpointForm } from "../../form/endpoint-form.tsx";
import { Field } from "../../form/field.tsx";
import { en } from "../../text/en.ts";
import { TransferLine, useTransfers } from "./transfer-line.tsx";

/** Offers a station to another user, and shows the offer that waits. */
export function TransferStation({ station }: { station: Station }): ReactNode {
  const transfer = useTransfers().data?.find(
    (one) => !one.incoming && one.station.id === station.id,
  );
  return (
    <FormPanel id="transfer" title={en.transfers.title}>
      {transfer ? <TransferLine transfer={transfer} /> : <OfferForm stationId={station.id} />}
    </FormPanel>
  );
}

function OfferForm({ stationId }: { stationId: number }): ReactNode {
  return (
    <EndpointForm
      of={endpoints.transferStation}
      first={{ username: "" }}
      send={(client, body) => client.transferStation({ id: String(stationId), body })}
      keys={[["transfers"]]}
      submit={en.transfers.offer}
    >
      {({ field }) => (
        <>
          <p className="quiet">{en.transfers.text}</p>
          <Field {...field("username")} label={en.transfers.username} autoComplete="off" />
        </>
      )}
    </EndpointForm>
  );
}
