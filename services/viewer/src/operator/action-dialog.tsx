import type { RestClient } from "@jetwire/client";
import type { QueryKey } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { endpoints } from "../data/rest/endpoints.ts";
import { EndpointForm } from "../form/endpoint-form.tsx";
import { Field } from "../form/field.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { UntrustedName } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";

/** An action of the operator, before it is done. */
export interface PendingAction {
  readonly title: string;
  /** Says what will happen, and to how many objects. */
  readonly text: string;
  readonly canUndo: boolean;
  /** The name to type before an action that nobody can undo. */
  readonly confirm?: string;
  readonly isDangerous?: boolean;
  run(client: RestClient, reason: string): Promise<unknown>;
}

interface ActionDialogProps {
  readonly action: PendingAction;
  /** The queries that are read anew when it is done. */
  readonly keys: readonly QueryKey[];
  onClose(): void;
}

/** Asks for a reason before an action, and says what will happen. */
export function ActionDialog({ action, keys, onClose }: ActionDialogProps): ReactNode {
  const { title, text, canUndo, confirm, isDangerous = false, run } = action;
  const [typed, setTyped] = useState("");
  return (
    <Dialog title={<UntrustedName text={title} />} onClose={onClose}>
      <EndpointForm
        // Every action has a reason like this one.
        of={endpoints.removeSenderBlock}
        first={{ reason: "" }}
        send={(client, { reason }) => run(client, reason)}
        keys={keys}
        onDone={onClose}
        layout="dialog"
        kind={isDangerous || !canUndo ? "danger" : "main"}
        submit={<UntrustedName text={title} />}
        isReady={({ reason }) =>
          reason.trim() !== "" && (confirm === undefined || typed === confirm)
        }
        others={<Button onClick={onClose}>{en.forms.cancel}</Button>}
      >
        {({ field }) => (
          <>
            <p>
              <UntrustedName text={text} />
            </p>
            <p className={canUndo ? "quiet" : "warn"}>
              {canUndo ? en.operator.canUndo : en.operator.cannotUndo}
            </p>
            <Field {...field("reason")} label={en.operator.reason} hint={en.operator.reasonHint} />
            {confirm !== undefined && (
              <Field
                label={<UntrustedName text={en.operator.confirm(confirm)} />}
                value={typed}
                onText={setTyped}
                autoComplete="off"
              />
            )}
          </>
        )}
      </EndpointForm>
    </Dialog>
  );
}
