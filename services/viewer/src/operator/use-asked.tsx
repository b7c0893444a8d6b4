import { type ReactNode, useState } from "react";
import { ActionDialog, type AskedAction } from "./action-dialog.tsx";

/**
 * Asks before actions. When one is done, what the section shows is read anew.
 *
 * @param key the query that the section shows
 * @returns asks, and the dialog to render
 */
export function useAsked(key: string): {
  ask: (action: AskedAction) => void;
  dialog: ReactNode;
} {
  const [asked, setAsked] = useState<AskedAction | null>(null);
  const dialog = asked && (
    <ActionDialog asked={asked} keys={[[key]]} onClose={() => setAsked(null)} />
  );
  return { ask: setAsked, dialog };
}
