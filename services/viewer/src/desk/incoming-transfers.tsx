import type { ReactNode } from "react";
import { en } from "../words/en.ts";
import { TransferLine, useTransfers } from "./transfer-line.tsx";

/** The stations that other users offer to the user. */
export function IncomingTransfers(): ReactNode {
  const incoming = useTransfers().data?.filter((one) => one.incoming) ?? [];
  if (incoming.length === 0) return null;
  return (
    <section className="panel desk-form" aria-labelledby="offered">
      <h2 id="offered">{en.transfers.offered}</h2>
      {incoming.map((transfer) => (
        <TransferLine key={transfer.id} transfer={transfer} />
      ))}
    </section>
  );
}
