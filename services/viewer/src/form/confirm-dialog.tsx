import type { ReactNode } from "react";
import type { Command } from "../data/rest/use-command.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { CommandFailure } from "../sign-in/command-failure.tsx";
import { UntrustedName } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";

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
    <Dialog title={<UntrustedName text={title} />} onClose={onClose}>
      <p>
        <UntrustedName text={text} />
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
