import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";
import { session } from "../../data/session/session.ts";
import { useStore } from "../../data/store.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { en } from "../../text/en.ts";
import { AccountLinks } from "./account-links.tsx";
import { DisplayChoices } from "./display-choices.tsx";
import { bottomPages, linkedPages } from "../pages.ts";

/** The sheet of a phone with the pages that are not in its bottom bar, and the display's choices. */
export function MoreSheet({ onClose }: { onClose: () => void }): ReactNode {
  const current = useStore(session);
  const shown = bottomPages(current?.user != null);
  const pages = linkedPages.filter(
    (page) => !shown.includes(page) && (page.group !== "operate" || current?.isOperator),
  );
  return (
    <Dialog title={en.frame.more} onClose={onClose}>
      <ul className="more-pages">
        {pages.map(({ to, name, icon }) => (
          <li key={to}>
            <Link to={to} className="rail-link" onClick={onClose}>
              <Icon of={icon} />
              {name}
            </Link>
          </li>
        ))}
      </ul>
      <AccountLinks onFollow={onClose} />
      <DisplayChoices />
    </Dialog>
  );
}
