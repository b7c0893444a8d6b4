import type { ReactNode } from "react";
import { FormPanel } from "../form/form-panel.tsx";
import { en } from "../text/en.ts";
import { TransferLine, useTransfers } from "./station/transfer-line.tsx";

/** The stations that other users offer to the user. */
export function IncomingTransfers(): ReactNode {
  const incoming = useTransfers().data?.filter((one) => one.incoming) ?? [];
  if (incoming.length === 0) return null;
  return (
    <FormPanel id="offered" title={en.transfers.offered}>
      {incoming.map((transfer) => (
        <TransferLine key={transfer.id} transfer={transfer} />
      ))}
    </FormPanel>
  );
}
