import { type ReactNode, useId, useState } from "react";
import { useAction } from "../data/use-action.ts";
import { Dialog } from "../look/dialog.tsx";
import { SensitiveFailure } from "../sign-in/sensitive-failure.tsx";
import { ForeignName } from "../words/foreign.tsx";
import { en } from "../words/en.ts";

/** An action of the operator, before it is done. */
export interface AskedAction {
  readonly title: string;
  /** Says what will happen, and to how many objects. */
  readonly text: string;
  readonly canUndo: boolean;
  /** The name to type before an action that nobody can undo. */
  readonly confirm?: string;
  readonly isDangerous?: boolean;
  /** Fields besides the reason. */
  readonly fields?: ReactNode;
  run(reason: string): Promise<unknown>;
}

/** Asks for a reason before an action, and says what will happen. */
export function ActionDialog({
  asked,
  onClose,
}: {
  asked: AskedAction;
  onClose: () => void;
}): ReactNode {
  const id = useId();
  const action = useAction();
  const [reason, setReason] = useState("");
  const [typed, setTyped] = useState("");
  const isReady = reason.trim() !== "" && (asked.confirm === undefined || typed === asked.confirm);
  return (
    <Dialog title={<ForeignName text={asked.title} />} onClose={onClose}>
      <form
        className="panel-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isReady) return;
          void action.run(async () => {
            await asked.run(reason.trim());
            onClose();
          });
        }}
      >
        <p>
          <ForeignName text={asked.text} />
        </p>
        <p className={asked.canUndo ? "quiet" : "warn"}>
          {asked.canUndo ? en.operator.canUndo : en.operator.cannotUndo}
        </p>
        {asked.fields}
        <div className="field">
          <label htmlFor={`${id}-reason`}>{en.operator.reason}</label>
          <input
            id={`${id}-reason`}
            className="input"
            required
            maxLength={500}
            aria-describedby={`${id}-hint`}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <p id={`${id}-hint`} className="quiet small">
            {en.operator.reasonHint}
          </p>
        </div>
        {asked.confirm !== undefined && (
          <div className="field">
            <label htmlFor={`${id}-confirm`}>
              <ForeignName text={en.operator.confirm(asked.confirm)} />
            </label>
            <input
              id={`${id}-confirm`}
              className="input"
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
        )}
        <SensitiveFailure action={action} />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {en.operator.cancel}
          </button>
          <button
            type="submit"
            className={`button ${asked.isDangerous === true || !asked.canUndo ? "button-danger" : "button-main"}`}
            disabled={!isReady || action.isRunning}
          >
            <ForeignName text={asked.title} />
          </button>
        </div>
      </form>
    </Dialog>
  );
}
