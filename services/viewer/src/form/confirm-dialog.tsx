import type { ReactNode } from "react";
import type { Command } from "../data/use-command.ts";
import { Button } from "../look/button.tsx";
import { Dialog } from "../look/dialog.tsx";
import { CommandFailure } from "../sign-in/command-failure.tsx";
import { ForeignName } from "../words/foreign.tsx";
import { en } from "../words/en.ts";

interface ConfirmDialogProps {
  readonly title: string;
  /** Says what will happen. */
  readonly text: string;
  /** The text of the button that does it. */
  readonly confirm: string;
  readonly command: Command;
  onClose(): void;
}

/** Asks before something is done that destroys. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const { title, text, confirm, command, onClose } = props;
  return (
    <Dialog title={<ForeignName text={title} />} onClose={onClose}>
      <p>
        <ForeignName text={text} />
      </p>
      <CommandFailure command={command} />
      <div className="dialog-actions">
        <Button onClick={onClose}>{en.forms.cancel}</Button>
        <Button kind="danger" command={command}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}
