import { type ReactNode, useState } from "react";
import { ActionDialog, type PendingAction } from "./action-dialog.tsx";

/**
 * Asks before actions. When one is done, what the section shows is read anew.
 *
 * @param key the query that the section shows
 * @returns asks, and the dialog to render
 */
export function useConfirmation(key: string): {
  ask: (action: PendingAction) => void;
  dialog: ReactNode;
} {
  const [pending, setPending] = useState<PendingAction | null>(null);
  const dialog = pending && (
    <ActionDialog action={pending} keys={[[key]]} onClose={() => setPending(null)} />
  );
  return { ask: setPending, dialog };
}
