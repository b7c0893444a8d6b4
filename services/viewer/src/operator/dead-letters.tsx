import type { RestClient } from "@jetwire/client";
import type { ListedDeadLetter } from "@jetwire/protocol";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import { useRest } from "../data/rest/use-rest.ts";
import { Dialog } from "../ui/dialog.tsx";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { UntrustedText, UntrustedName } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { type Column, Table } from "../table/table.tsx";
import { TimeCell } from "./time-cell.tsx";
import { useConfirmation } from "./use-confirmation.tsx";

const route = getRouteApi("/operator/{-$section}");
const rowsMax = 200;
/** The most requests to retry or drop all of a reason. */
const roundsMax = 100;

type DeadLetterChange = Parameters<RestClient["retryDeadLetters"]>[0]["body"];

/** Messages that could not be stored: show, retry, drop, one or all of a reason. */
export function DeadLetters(): ReactNode {
  const { reason } = route.useSearch();
  const navigate = route.useNavigate();
  const { retry, drop, dialog } = useSteps();
  const [shownId, setShownId] = useState<number | null>(null);
  const letters = useRest(["dead-letters", reason], (client, signal) =>
    Array.fromAsync(
      client.listDeadLetters(reason === undefined ? {} : { reason }, { signal, itemsMax: rowsMax }),
    ),
  );
  return (
    <>
      {reason !== undefined && (
        <div className="row-actions">
          <Button onClick={() => retry.all(reason)}>{en.operator.retryAll(reason)}</Button>
          <Button kind="danger" onClick={() => drop.all(reason)}>
            {en.operator.dropAll(reason)}
          </Button>
          <Button onClick={() => void navigate({ search: {} })}>{en.filters.clear}</Button>
        </div>
      )}
      <QueryState query={letters} lines={5}>
        {(shown) => (
          <Table
            isPanel
            caption={en.operator.sections["dead-letters"]}
            empty={en.operator.empty.deadLetters}
            rows={shown}
            keyOf={({ id }) => id}
            columns={[
              ...columns,
              {
                head: en.operator.actions,
                cell: (letter) => (
                  <Actions
                    letter={letter}
                    onShow={() => setShownId(letter.id)}
                    onRetry={() => retry.one(letter)}
                    onDrop={() => drop.one(letter)}
                  />
                ),
              },
            ]}
          />
        )}
      </QueryState>
      {dialog}
      {shownId !== null && <ShownLetter id={shownId} onClose={() => setShownId(null)} />}
    </>
  );
}

const columns: readonly Column<ListedDeadLetter>[] = [
  {
    head: en.operator.time,
    cell: ({ addedAt }) => <TimeCell at={addedAt} />,
    order: ["time", ({ addedAt }) => addedAt],
  },
  {
    head: en.operator.reason,
    cell: ({ reason }) => (
      <Link to="/operator/{-$section}" params={{ section: "dead-letters" }} search={{ reason }}>
        {reason}
      </Link>
    ),
  },
  {
    head: en.operator.station,
    cell: ({ station }) => station !== null && <UntrustedName text={station} />,
  },
  { head: en.operator.attempts, isNumber: true, cell: ({ attempts }) => attempts },
  {
    head: en.operator.content,
    cell: ({ text, detail }) => (
      <div className="preview-text">
        <p>
          <UntrustedText text={detail} />
        </p>
        <p className="mono quiet">
          <UntrustedText text={text} />
        </p>
      </div>
    ),
  },
];

/** Retrying and dropping, of one letter or of all with a reason, after the operator has confirmed it. */
function useSteps() {
  const { ask, dialog } = useConfirmation("dead-letters");
  const step = (kind: "retry" | "drop") => {
    const isRetry = kind === "retry";
    const send = async (client: RestClient, body: DeadLetterChange) =>
      await (isRetry ? client.retryDeadLetters({ body }) : client.dropDeadLetters({ body }));
    return {
      one({ id }: ListedDeadLetter): void {
        ask({
          title: isRetry ? en.operator.retry : en.operator.drop,
          text: isRetry ? en.operator.retryText(1) : en.operator.dropText(1),
          canUndo: false,
          run: (client, reason) => send(client, { selection: { ids: [id] }, reason }),
        });
      },
      all(of: string): void {
        ask({
          title: isRetry ? en.operator.retryAll(of) : en.operator.dropAll(of),
          text: isRetry ? en.operator.retryAllText(of) : en.operator.dropAllText(of),
          canUndo: false,
          ...(!isRetry && { confirm: of }),
          run: async (client, reason) => {
            for (let round = 0; round < roundsMax; round++) {
              const { more } = await send(client, { selection: { reason: of }, reason });
              if (!more) return;
            }
          },
        });
      },
    };
  };
  return { retry: step("retry"), drop: step("drop"), dialog };
}

interface ActionsProps {
  readonly letter: ListedDeadLetter;
  onShow(): void;
  onRetry(): void;
  onDrop(): void;
}

function Actions({ letter: { retry }, onShow, onRetry, onDrop }: ActionsProps): ReactNode {
  return (
    <div className="row-actions">
      <Button onClick={onShow}>{en.operator.show}</Button>
      {retry === "asked" && <span className="quiet">{en.operator.retryAsked}</span>}
      {retry === null && <Button onClick={onRetry}>{en.operator.retry}</Button>}
      <Button kind="danger" onClick={onDrop}>
        {en.operator.drop}
      </Button>
    </div>
  );
}

function ShownLetter({ id, onClose }: { id: number; onClose: () => void }): ReactNode {
  const letter = useRest(["dead-letter", id], (client, signal) =>
    client.readDeadLetter({ id: String(id) }, { signal }),
  );
  return (
    <Dialog title={en.operator.sections["dead-letters"]} onClose={onClose} width="wide">
      <QueryState query={letter} lines={5}>
        {({ message, fields, detail }) => (
          <>
            <p>
              <UntrustedText text={detail} />
            </p>
            {message !== null && (
              <pre className="mono">
                <UntrustedText text={JSON.stringify(message, null, 2)} lines />
              </pre>
            )}
            <dl>
              {fields.map(({ name, value }) => (
                <div key={name}>
                  <dt className="quiet small">{name}</dt>
                  <dd className="mono preview-text">
                    <UntrustedText text={value} lines />
                  </dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </QueryState>
    </Dialog>
  );
}
