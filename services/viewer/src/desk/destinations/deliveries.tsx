import type { Delivery, Destination } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { coarseClock } from "../../data/clock.ts";
import { useRestList } from "../../data/rest/use-rest-list.ts";
import { useStore } from "../../data/store.ts";
import { Table } from "../../table/table.tsx";
import { en } from "../../text/en.ts";
import { shortTime } from "../../text/time.ts";
import { UntrustedText } from "../../text/untrusted-text.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { display } from "../../ui/display/display.ts";
import { QueryState } from "../../ui/query-state/query-state.tsx";

const everyMs = 5_000;

interface DeliveriesProps {
  readonly destination: Destination;
  onClose(): void;
}

/** The deliveries to a destination, newest first. */
export function Deliveries({ destination: { id }, onClose }: DeliveriesProps): ReactNode {
  const deliveries = useRestList<Delivery>(
    ["deliveries", id],
    (client, page, limits) => client.listDeliveries({ id, ...page }, limits),
    { everyMs },
  );
  return (
    <Dialog title={en.destinations.log} onClose={onClose} width="wide">
      <QueryState query={deliveries} lines={4}>
        {(rows) => <DeliveryTable rows={rows} />}
      </QueryState>
      {!deliveries.isEnd && deliveries.data !== undefined && (
        <Button onClick={deliveries.retryMore}>{en.destinations.showMore}</Button>
      )}
    </Dialog>
  );
}

const classes = { waiting: "", delivered: "good", "given-up": "bad" } as const;

function DeliveryTable({ rows }: { rows: readonly Delivery[] }): ReactNode {
  const { zone } = useStore(display);
  const nowMs = useStore(coarseClock);
  const time = (iso: string) => shortTime(iso, zone, nowMs);
  return (
    <Table
      isPanel
      caption={en.destinations.log}
      rows={rows}
      empty={en.destinations.noDelivery}
      keyOf={({ id }) => id}
      columns={[
        { head: en.destinations.created, className: "nowrap", cell: (one) => time(one.createdAt) },
        { head: en.destinations.type, cell: ({ type }) => nameOf(type) },
        {
          head: en.destinations.state,
          cell: ({ status, attempts, nextAttemptAt, lastStatus, lastAnswer }) => (
            <>
              <span className={classes[status]}>{en.destinations.states[status]}</span>
              {attempts > 1 && ` · ${en.destinations.attemptCount(attempts)}`}
              {nextAttemptAt !== null &&
                attempts > 0 &&
                ` · ${en.destinations.next(time(nextAttemptAt))}`}
              <p className="quiet small delivery-answer">
                {lastStatus} <UntrustedText text={lastAnswer ?? ""} />
              </p>
            </>
          ),
        },
      ]}
    />
  );
}

function nameOf(type: string): string {
  return en.notifications.types[type] ?? en.destinations.otherTypes[type] ?? type;
}
