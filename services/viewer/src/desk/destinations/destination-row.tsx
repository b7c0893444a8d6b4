import type { Destination } from "@jetwire/protocol";
import { type ReactNode, useState } from "react";
import { clock, coarseClock } from "../../data/clock.ts";
import { useCommand } from "../../data/rest/use-command.ts";
import { useStore } from "../../data/store.ts";
import { ConfirmDialog } from "../../form/confirm-dialog.tsx";
import { CommandFailure } from "../../sign-in/command-failure.tsx";
import { en } from "../../text/en.ts";
import { age, shortTime } from "../../text/time.ts";
import { UntrustedName, UntrustedText } from "../../text/untrusted-text.tsx";
import { Button } from "../../ui/button.tsx";
import { display } from "../../ui/display/display.ts";
import { Deliveries } from "./deliveries.tsx";
import { ReplaceSecret } from "./replace-secret.tsx";

interface DestinationRowProps {
  readonly destination: Destination;
  onEdit(): void;
}

interface Test {
  readonly delivered: boolean;
  readonly status: number | null;
  readonly answer: string;
}

/** A destination with its state, a test and what can be done with it. */
export function DestinationRow({ destination, onEdit }: DestinationRowProps): ReactNode {
  const { id, name, channel, address, types, enabled, previousSecretUntil } = destination;
  const { zone } = useStore(display);
  const nowMs = useStore(coarseClock);
  const [open, setOpen] = useState<"log" | "remove" | "secret" | null>(null);
  const [tested, setTested] = useState<Test | null>(null);
  const keys = [["destinations"], ["list", "deliveries", id]];
  const test = useCommand((client) => client.testDestination({ id }), { keys, onDone: setTested });
  const change = useCommand(
    (client) => client.changeDestination({ id, body: { enabled: !enabled } }),
    { keys },
  );
  const remove = useCommand((client) => client.removeDestination({ id }), { keys });
  const typeNames = types.map((type) => en.notifications.types[type] ?? type);
  return (
    <li className="panel desk-station">
      <div className="choice-line">
        <strong>
          <UntrustedName text={name} />
        </strong>
        <DestinationState destination={destination} />
      </div>
      <p>
        {en.destinations.channels[channel]}: <UntrustedText text={address} />
      </p>
      <p className="quiet small">{typeNames.join(", ")}</p>
      {previousSecretUntil !== null && (
        <p className="quiet small">
          {en.destinations.previousUntil(shortTime(previousSecretUntil, zone, nowMs))}
        </p>
      )}
      <div className="account-buttons">
        <Button
          command={test}
          onClick={() => {
            setTested(null);
            test.run();
          }}
        >
          {en.destinations.test}
        </Button>
        <Button onClick={() => setOpen("log")}>{en.destinations.log}</Button>
        <Button onClick={onEdit}>{en.destinations.edit}</Button>
        {channel === "webhook" && (
          <Button onClick={() => setOpen("secret")}>{en.destinations.replace}</Button>
        )}
        <Button command={change}>
          {enabled ? en.destinations.switchOff : en.destinations.switchOn}
        </Button>
        <Button
          kind="danger"
          aria-label={en.destinations.removeAsk(name)}
          onClick={() => setOpen("remove")}
        >
          {en.destinations.remove}
        </Button>
      </div>
      {tested && <TestResult test={tested} />}
      <CommandFailure command={test} />
      <CommandFailure command={change} />
      {open === "log" && <Deliveries destination={destination} onClose={() => setOpen(null)} />}
      {open === "secret" && (
        <ReplaceSecret destination={destination} onClose={() => setOpen(null)} />
      )}
      {open === "remove" && (
        <ConfirmDialog
          title={en.destinations.removeAsk(name)}
          text={en.destinations.removeText}
          confirm={en.destinations.remove}
          command={remove}
          onClose={() => setOpen(null)}
        />
      )}
    </li>
  );
}

function DestinationState({ destination }: { destination: Destination }): ReactNode {
  const nowMs = useStore(clock);
  const { enabled, failingSince, lastDeliveredAt } = destination;
  if (!enabled) return <span className="warn small">{en.destinations.isOff}</span>;
  if (failingSince !== null) {
    const since = age(nowMs - Date.parse(failingSince));
    return <span className="bad small">{en.destinations.failing(since)}</span>;
  }
  return (
    <span className="quiet small">
      {lastDeliveredAt === null
        ? en.destinations.nothingYet
        : en.destinations.lastDelivered(age(nowMs - Date.parse(lastDeliveredAt)))}
    </span>
  );
}

/** Shows the answer of the receiver to a test. */
function TestResult({ test: { delivered, status, answer } }: { test: Test }): ReactNode {
  const { tested, testFailed, noAnswer } = en.destinations;
  const said = delivered ? tested : testFailed;
  return (
    <p className={delivered ? "good" : "bad"} role="status">
      {status === null ? noAnswer : said(String(status))} <UntrustedText text={answer} />
    </p>
  );
}
