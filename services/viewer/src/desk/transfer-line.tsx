import type { StationTransfer } from "@jetwire/protocol";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { rest } from "../data/rest.ts";
import { useStore } from "../data/store.ts";
import { useAction } from "../data/use-action.ts";
import { useRest } from "../data/use-rest.ts";
import { display } from "../look/display.ts";
import { SensitiveFailure } from "../sign-in/sensitive-failure.tsx";
import { ForeignName } from "../words/foreign.tsx";
import { en } from "../words/en.ts";
import { fullTime } from "../words/time.ts";

/** Reads the transfers from and to the user. */
export function useTransfers() {
  return useRest(["transfers"], (client, signal) =>
    Array.fromAsync(client.listTransfers({}, { signal })),
  );
}

/** A transfer that waits: the other user accepts or declines it, and either of them calls it off. */
export function TransferLine({ transfer }: { transfer: StationTransfer }): ReactNode {
  const { zone } = useStore(display);
  const queries = useQueryClient();
  const action = useAction();
  const { id, incoming, effectiveAt, expiresAt } = transfer;
  const end = incoming ? en.transfers.decline : en.transfers.withdraw;
  function run(step: (client: Awaited<ReturnType<typeof rest>>) => Promise<unknown>): void {
    void action.run(async () => {
      await step(await rest());
      await queries.invalidateQueries({ queryKey: ["transfers"] });
    });
  }
  return (
    <>
      <p role="status">
        <ForeignName
          text={
            effectiveAt === null
              ? en.transfers.waits(transfer, fullTime(expiresAt, zone))
              : en.transfers.willMove(transfer, fullTime(effectiveAt, zone))
          }
        />
      </p>
      <SensitiveFailure action={action} />
      <div className="account-buttons">
        {incoming && effectiveAt === null && (
          <button
            type="button"
            className="button button-main"
            disabled={action.isRunning}
            onClick={() => run((client) => client.acceptTransfer({ id }))}
          >
            {en.transfers.accept}
          </button>
        )}
        <button
          type="button"
          className="button"
          disabled={action.isRunning}
          onClick={() => run((client) => client.endTransfer({ id }))}
        >
          {effectiveAt === null ? end : en.erasures.callOff}
        </button>
      </div>
    </>
  );
}
