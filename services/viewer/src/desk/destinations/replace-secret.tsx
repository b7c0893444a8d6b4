import type { Destination } from "@jetwire/protocol";
import { type ReactNode, useState } from "react";
import { useCommand } from "../../data/rest/use-command.ts";
import { Checkbox } from "../../form/field.tsx";
import { CommandFailure } from "../../sign-in/command-failure.tsx";
import { en } from "../../text/en.ts";
import { UntrustedName } from "../../text/untrusted-text.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { NewSecret } from "./new-secret.tsx";

interface ReplaceSecretProps {
  readonly destination: Destination;
  onClose(): void;
}

/** Asks whether the secret of a webhook is to be replaced, and shows the new one, once. */
export function ReplaceSecret({ destination, onClose }: ReplaceSecretProps): ReactNode {
  const { id, name } = destination;
  const [endPrevious, setEndPrevious] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const replace = useCommand(
    (client) => client.replaceDestinationSecret({ id, body: { endPrevious } }),
    { keys: [["destinations"]], onDone: (answer) => setSecret(answer.secret) },
  );
  if (secret !== null) return <NewSecret secret={secret} onDone={onClose} />;
  return (
    <Dialog title={<UntrustedName text={en.destinations.replaceAsk(name)} />} onClose={onClose}>
      <p>{en.destinations.replaceText}</p>
      <Checkbox
        label={en.destinations.endPrevious}
        checked={endPrevious}
        onCheck={setEndPrevious}
      />
      <CommandFailure command={replace} />
      <div className="dialog-actions">
        <Button onClick={onClose}>{en.forms.cancel}</Button>
        <Button kind="main" command={replace}>
          {en.destinations.replace}
        </Button>
      </div>
    </Dialog>
  );
}
