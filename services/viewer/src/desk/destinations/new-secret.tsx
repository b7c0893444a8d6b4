import type { ReactNode } from "react";
import { en } from "../../text/en.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

/** Shows the secret of a new webhook, once. Only its own button closes it. */
export function NewSecret({ secret, onDone }: { secret: string; onDone: () => void }): ReactNode {
  return (
    <Dialog title={en.destinations.secretTitle}>
      <p className="warn">{en.destinations.secretText}</p>
      <div className="command">
        <pre tabIndex={0}>{secret}</pre>
        <CopyButton text={secret} />
      </div>
      <div className="dialog-actions">
        <Button kind="main" onClick={onDone}>
          {en.destinations.secretCopied}
        </Button>
      </div>
    </Dialog>
  );
}
