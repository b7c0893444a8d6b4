import type { RestClient } from "@jetwire/client";
import type { StationTransfer } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { useStore } from "../../data/store.ts";
import { useCommand } from "../../data/rest/use-command.ts";
import { useRest } from "../../data/rest/use-rest.ts";
import { display } from "../../ui/display/display.ts";
import { CommandFailure } from "../../sign-in/command-failure.tsx";
import { UntrustedName } from "../../text/untrusted-text.tsx";
import { en } from "../../text/en.ts";
import { fullTime } from "../../text/time.ts";

/** Reads the transfers from and to the user. */
export function useTransfers() {
  return useRest(["transfers"], (client, signal) =>
    Array.fromAsync(client.listTransfers({}, { signal })),
  );
}

/** A transfer that waits: the other user accepts or declines it, and either of them calls it off. */
export function TransferLine({ transfer }: { transfer: StationTransfer }): ReactNode {
  const { zone } = useStore(display);
  const change = useCommand((client, step: (by: RestClient) => Promise<unknown>) => step(client), {
    keys: [["transfers"]],
  });
  const { id, incoming, effectiveAt, expiresAt } = transfer;
  const end = incoming ? en.transfers.decline : en.transfers.withdraw;
  return (
    <>
      <p role="status">
        <UntrustedName
          text={
            effectiveAt === null
              ? en.transfers.waits(transfer, fullTime(expiresAt, zone))
              : en.transfers.willMove(transfer, fullTime(effectiveAt, zone))
          }
        />
      </p>
      <CommandFailure command={change} />
      <div className="account-buttons">
        {incoming && effectiveAt === null && (
          <Button
            kind="main"
            disabled={change.isRunning}
            onClick={() => change.run((client) => client.acceptTransfer({ id }))}
          >
            {en.transfers.accept}
          </Button>
        )}
        <Button
          disabled={change.isRunning}
          onClick={() => change.run((client) => client.endTransfer({ id }))}
        >
          {effectiveAt === null ? end : en.erasures.callOff}
        </Button>
      </div>
    </>
  );
}
