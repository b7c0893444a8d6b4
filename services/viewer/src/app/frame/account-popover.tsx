import type { ReactNode } from "react";
import { Popover } from "../../ui/popover.tsx";
import { en } from "../../text/en.ts";
import { AccountLinks } from "./account-links.tsx";
import { DisplayChoices } from "./display-choices.tsx";

/** The account menu of wide screens. */
export function AccountPopover({
  anchor,
  onClose,
}: {
  anchor: HTMLElement | null;
  onClose: () => void;
}): ReactNode {
  return (
    <Popover anchor={anchor} title={en.frame.display} onClose={onClose} side="right">
      <AccountLinks onFollow={onClose} />
      <DisplayChoices />
    </Popover>
  );
}
