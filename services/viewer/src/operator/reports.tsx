import type { OperatorChatReport } from "@jetwire/protocol";
import { type ReactNode, useState } from "react";
import { rest } from "../data/rest.ts";
import { useRest } from "../data/use-rest.ts";
import { Dialog } from "../look/dialog.tsx";
import { QueryState } from "../look/query-state.tsx";
import { Foreign, ForeignName } from "../words/foreign.tsx";
import { en } from "../words/en.ts";
import { OperatorTable } from "./operator-table.tsx";
import { TimeCell } from "./time-cell.tsx";
import { useAsked } from "./use-asked.tsx";

const rowsMax = 200;

/** Reported chat messages. The conversation is read only when the operator opens it. */
export function Reports(): ReactNode {
  const { ask, dialog } = useAsked("chat-reports");
  const [shownId, setShownId] = useState<string | null>(null);
  const reports = useRest(["chat-reports"], (client, signal) =>
    Array.fromAsync(client.listChatReports({}, { signal, itemsMax: rowsMax })),
  );
  function resolve(
    { id, author }: OperatorChatReport,
    action: "dismiss" | "block" | "redact",
  ): void {
    const texts = {
      dismiss: { title: en.operator.dismiss, text: en.operator.reportDismissText },
      block: { title: en.operator.blockAuthor, text: en.operator.blockAuthorText(author.username) },
      redact: {
        title: en.operator.redactMessage,
        text: en.operator.redactMessageText(author.username),
      },
    } as const;
    ask({
      ...texts[action],
      canUndo: action === "block",
      isDangerous: action !== "dismiss",
      run: async (reason) =>
        await (await rest()).resolveChatReport({ id, body: { action, reason } }),
    });
  }
  return (
    <>
      <QueryState query={reports} lines={4}>
        {(shown) => (
          <OperatorTable
            caption={en.operator.sections.reports}
            empty={en.operator.empty.reports}
            rows={shown}
            keyOf={({ id }) => id}
            columns={[
              { head: en.operator.time, cell: ({ createdAt }) => <TimeCell at={createdAt} /> },
              {
                head: en.operator.reporter,
                cell: ({ reporter }) => <ForeignName text={reporter.username} />,
              },
              {
                head: en.operator.author,
                cell: ({ author }) => <ForeignName text={author.username} />,
              },
              {
                head: en.operator.reportsOfAuthor,
                isNumber: true,
                cell: ({ reportsOfAuthor }) => reportsOfAuthor,
              },
              { head: en.operator.reason, cell: ({ reason }) => reason },
              {
                head: en.operator.actions,
                cell: (report) => (
                  <div className="row-actions">
                    <button type="button" className="button" onClick={() => setShownId(report.id)}>
                      {en.operator.show}
                    </button>
                    <button
                      type="button"
                      className="button"
                      onClick={() => resolve(report, "dismiss")}
                    >
                      {en.operator.dismiss}
                    </button>
                    <button
                      type="button"
                      className="button button-danger"
                      onClick={() => resolve(report, "block")}
                    >
                      {en.operator.blockAuthor}
                    </button>
                    <button
                      type="button"
                      className="button button-danger"
                      onClick={() => resolve(report, "redact")}
                    >
                      {en.operator.redactMessage}
                    </button>
                  </div>
                ),
              },
            ]}
          />
        )}
      </QueryState>
      {dialog}
      {shownId !== null && <ShownReport id={shownId} onClose={() => setShownId(null)} />}
    </>
  );
}

function ShownReport({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const report = useRest(["chat-report", id], (client, signal) =>
    client.readChatReport({ id }, { signal }),
  );
  return (
    <Dialog title={en.operator.sections.reports} onClose={onClose} width="wide">
      <p className="quiet small">{en.operator.readRecorded}</p>
      <QueryState query={report} lines={6}>
        {({ note, messages, reporter, author, messageId }) => (
          <>
            {note !== null && (
              <p>
                {en.operator.note}: <Foreign text={note} lines />
              </p>
            )}
            <ol className="panel-form">
              {messages.map(({ id: one, senderId, body, createdAt }) => (
                <li key={one} className={one === messageId ? "bad" : ""}>
                  <strong>
                    <ForeignName
                      text={senderId === author.id ? author.username : reporter.username}
                    />
                  </strong>{" "}
                  <TimeCell at={createdAt} />
                  <p className="preview-text">
                    <Foreign text={body} lines />
                  </p>
                </li>
              ))}
            </ol>
          </>
        )}
      </QueryState>
    </Dialog>
  );
}
