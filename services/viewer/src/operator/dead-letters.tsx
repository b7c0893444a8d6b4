import type { ListedDeadLetter } from "@jetwire/protocol";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Button } from "../look/button.tsx";
import { useRest } from "../data/use-rest.ts";
import { Dialog } from "../look/dialog.tsx";
import { QueryState } from "../look/query-state.tsx";
import { Foreign, ForeignName } from "../words/foreign.tsx";
import { en } from "../words/en.ts";
import { Table } from "../table/table.tsx";
import { TimeCell } from "./time-cell.tsx";
import { useAsked } from "./use-asked.tsx";

const route = getRouteApi("/operator/{-$section}");
const rowsMax = 200;

/** Messages that could not be stored: show, retry, drop, one or all of a reason. */
export function DeadLetters(): ReactNode {
  const { reason } = route.useSearch();
  const navigate = route.useNavigate();
  const { ask, dialog } = useAsked("dead-letters");
  const [shownId, setShownId] = useState<number | null>(null);
  const letters = useRest(["dead-letters", reason], (client, signal) =>
    Array.fromAsync(
      client.listDeadLetters(reason === undefined ? {} : { reason }, { signal, itemsMax: rowsMax }),
    ),
  );

  function retry(letter: ListedDeadLetter): void {
    ask({
      title: en.operator.retry,
      text: en.operator.retryText(1),
      canUndo: false,
      run: (client, why) =>
        client.retryDeadLetters({
          body: { selection: { ids: [letter.id] }, reason: why },
        }),
    });
  }
  function drop(letter: ListedDeadLetter): void {
    ask({
      title: en.operator.drop,
      text: en.operator.dropText(1),
      canUndo: false,
      run: (client, why) =>
        client.dropDeadLetters({
          body: { selection: { ids: [letter.id] }, reason: why },
        }),
    });
  }
  function forAll(of: string, kind: "retry" | "drop"): void {
    const isRetry = kind === "retry";
    ask({
      title: isRetry ? en.operator.retryAll(of) : en.operator.dropAll(of),
      text: isRetry ? en.operator.retryAllText(of) : en.operator.dropAllText(of),
      canUndo: false,
      ...(!isRetry && { confirm: of }),
      run: async (client, why) => {
        const body = { selection: { reason: of }, reason: why };
        for (let round = 0; round < 100; round++) {
          const { more } = isRetry
            ? await client.retryDeadLetters({ body })
            : await client.dropDeadLetters({ body });
          if (!more) return;
        }
      },
    });
  }

  return (
    <>
      {reason !== undefined && (
        <div className="row-actions">
          <Button onClick={() => forAll(reason, "retry")}>{en.operator.retryAll(reason)}</Button>
          <Button kind="danger" onClick={() => forAll(reason, "drop")}>
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
              {
                head: en.operator.time,
                cell: ({ addedAt }) => <TimeCell at={addedAt} />,
                order: ["time", ({ addedAt }) => addedAt],
              },
              {
                head: en.operator.reason,
                cell: (letter) => (
                  <Button
                    kind="bare"
                    className="link"
                    onClick={() => void navigate({ search: { reason: letter.reason } })}
                  >
                    {letter.reason}
                  </Button>
                ),
              },
              {
                head: en.operator.station,
                cell: ({ station }) => station !== null && <ForeignName text={station} />,
              },
              { head: en.operator.attempts, isNumber: true, cell: ({ attempts }) => attempts },
              {
                head: en.operator.content,
                cell: ({ text, detail }) => (
                  <div className="preview-text">
                    <p>
                      <Foreign text={detail} />
                    </p>
                    <p className="mono quiet">
                      <Foreign text={text} />
                    </p>
                  </div>
                ),
              },
              {
                head: en.operator.actions,
                cell: (letter) => (
                  <div className="row-actions">
                    <Button onClick={() => setShownId(letter.id)}>{en.operator.show}</Button>
                    {letter.retry === "asked" ? (
                      <span className="quiet">{en.operator.retryAsked}</span>
                    ) : (
                      letter.retry === null && (
                        <Button onClick={() => retry(letter)}>{en.operator.retry}</Button>
                      )
                    )}
                    <Button kind="danger" onClick={() => drop(letter)}>
                      {en.operator.drop}
                    </Button>
                  </div>
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
              <Foreign text={detail} />
            </p>
            {message !== null && (
              <pre className="mono">
                <Foreign text={JSON.stringify(message, null, 2)} lines />
              </pre>
            )}
            <dl>
              {fields.map(({ name, value }) => (
                <div key={name}>
                  <dt className="quiet small">{name}</dt>
                  <dd className="mono preview-text">
                    <Foreign text={value} lines />
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
