import type { ReactNode } from "react";
import { currentRealtime } from "../data/live/realtime.ts";
import { useCommand } from "../data/rest/use-command.ts";
import { ConfirmDialog } from "../form/confirm-dialog.tsx";
import { en } from "../text/en.ts";

/** Asks before a user is blocked, and says what that does. */
export function BlockDialog({
  userId,
  name,
  onClose,
}: {
  userId: string;
  name: string;
  onClose: () => void;
}): ReactNode {
  const block = useCommand(() => currentRealtime().chat.block(userId), {
    keys: [["blocked"]],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={en.chat.blockAsk(name)}
      text={en.chat.blockText(name)}
      confirm={en.chat.block}
      command={block}
      onClose={onClose}
    />
  );
}
