import { type ReactNode, useId, useState } from "react";
import { rest } from "../data/rest.ts";
import { useAction } from "../data/use-action.ts";
import { Dialog } from "../look/dialog.tsx";
import { Failure } from "../look/query-state.tsx";
import { en } from "../words/en.ts";

type Reason = keyof typeof en.chat.reasons;

/** Reports a message to the operator. It says before what the operator gets. */
export function ReportDialog({
  messageId,
  onClose,
}: {
  messageId: string;
  onClose: () => void;
}): ReactNode {
  const id = useId();
  const action = useAction();
  const [reason, setReason] = useState<Reason | "">("");
  const [note, setNote] = useState("");
  const [isDone, setDone] = useState(false);
  return (
    <Dialog title={en.chat.reportAsk} onClose={onClose}>
      {isDone ? (
        <p className="good" role="status">
          {en.chat.reported}
        </p>
      ) : (
        <form
          className="sign-in-form"
          onSubmit={(event) => {
            event.preventDefault();
            if (reason === "") return;
            void action.run(async () => {
              const trimmed = note.trim();
              const body = { messageId, reason, ...(trimmed !== "" && { note: trimmed }) };
              await (await rest()).reportMessage({ body });
              setDone(true);
            });
          }}
        >
          <p>{en.chat.reportText}</p>
          <div className="field">
            <label htmlFor={`${id}-reason`}>{en.chat.reason}</label>
            <select
              id={`${id}-reason`}
              className="select"
              required
              value={reason}
              onChange={(event) => setReason(event.target.value as Reason | "")}
            >
              <option value="">{en.chat.chooseReason}</option>
              {Object.entries(en.chat.reasons).map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          </div>
          <div className="field">
            <label htmlFor={`${id}-note`}>{en.chat.note}</label>
            <textarea
              id={`${id}-note`}
              className="input"
              maxLength={1_000}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          </div>
          {action.error && <Failure error={action.error} />}
          <div className="dialog-actions">
            <button type="button" className="button" onClick={onClose}>
              {en.chat.cancel}
            </button>
            <button type="submit" className="button button-danger" disabled={action.isRunning}>
              {en.chat.report}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
