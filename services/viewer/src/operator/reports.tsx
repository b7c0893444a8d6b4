import type { OperatorChatReport } from "@jetwire/protocol";
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import { useRest } from "../data/rest/use-rest.ts";
import { Dialog } from "../ui/dialog.tsx";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { UntrustedText, UntrustedName } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { AccountLink } from "./object-link.tsx";
import { Table } from "../table/table.tsx";
import { TimeCell } from "./time-cell.tsx";
import { useConfirmation } from "./use-confirmation.tsx";

const rowsMax = 200;

type Resolution = "dismiss" | "block" | "redact";

/** Reported chat messages. The conversation is read only when the operator opens it. */
export function Reports(): ReactNode {
  const { ask, dialog } = useConfirmation("chat-reports");
  const [shownId, setShownId] = useState<string | null>(null);
  const reports = useRest(["chat-reports"], (client, signal) =>
    Array.fromAsync(client.listChatReports({}, { signal, itemsMax: rowsMax })),
  );
  const opened = reports.data?.find(({ id }) => id === shownId);
  function resolve({ id, author }: OperatorChatReport, action: Resolution): void {
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
      run: (client, reason) => client.resolveChatReport({ id, body: { action, reason } }),
    });
  }
  return (
    <>
      <QueryState query={reports} lines={4}>
        {(shown) => (
          <Table
            isPanel
            caption={en.operator.sections.reports}
            empty={en.operator.empty.reports}
            rows={shown}
            keyOf={({ id }) => id}
            columns={[
              {
                head: en.operator.time,
                cell: ({ createdAt }) => <TimeCell at={createdAt} />,
                order: ["time", ({ createdAt }) => createdAt],
              },
              {
                head: en.operator.reporter,
                cell: ({ reporter }) => <AccountLink {...reporter} />,
              },
              {
                head: en.operator.author,
                cell: ({ author }) => <AccountLink {...author} />,
              },
              {
                head: en.operator.reportsOfAuthor,
                isNumber: true,
                cell: ({ reportsOfAuthor }) => reportsOfAuthor,
                order: ["reports", ({ reportsOfAuthor }) => reportsOfAuthor],
              },
              {
                head: en.operator.reason,
                cell: ({ reason }) => en.operator.reportReasons[reason] ?? reason,
              },
              {
                head: en.operator.actions,
                cell: (report) => (
                  <div className="row-actions">
                    <Button onClick={() => setShownId(report.id)}>{en.operator.show}</Button>
                    <ReportActions onResolve={(action) => resolve(report, action)} />
                  </div>
                ),
              },
            ]}
          />
        )}
      </QueryState>
      {opened && (
        <ShownReport
          id={opened.id}
          onClose={() => setShownId(null)}
          onResolve={(action) => resolve(opened, action)}
        />
      )}
      {dialog}
    </>
  );
}

/** The buttons for what an operator can do about a report. */
function ReportActions({ onResolve }: { onResolve: (action: Resolution) => void }): ReactNode {
  return (
    <>
      <Button onClick={() => onResolve("dismiss")}>{en.operator.dismiss}</Button>
      <Button kind="danger" onClick={() => onResolve("block")}>
        {en.operator.blockAuthor}
      </Button>
      <Button kind="danger" onClick={() => onResolve("redact")}>
        {en.operator.redactMessage}
      </Button>
    </>
  );
}

interface ShownReportProps {
  readonly id: string;
  onClose(): void;
  onResolve(action: Resolution): void;
}

/** The reported conversation, and what can be done about it. It closes when the report is resolved. */
function ShownReport({ id, onClose, onResolve }: ShownReportProps): ReactNode {
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
                {en.operator.note}: <UntrustedText text={note} lines />
              </p>
            )}
            <ol className="form-panel">
              {messages.map(({ id: one, senderId, body, createdAt }) => (
                <li key={one} className={one === messageId ? "bad" : ""}>
                  <strong>
                    <UntrustedName
                      text={senderId === author.id ? author.username : reporter.username}
                    />
                  </strong>{" "}
                  <TimeCell at={createdAt} />
                  <p className="preview-text">
                    <UntrustedText text={body} lines />
                  </p>
                </li>
              ))}
            </ol>
            <div className="dialog-actions">
              <ReportActions onResolve={onResolve} />
            </div>
          </>
        )}
      </QueryState>
    </Dialog>
  );
}
