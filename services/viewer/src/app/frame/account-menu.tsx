import { Link } from "@tanstack/react-router";
import { LogIn, Settings2, User } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { Icon } from "../../ui/icon.tsx";
import { session } from "../../data/session/session.ts";
import { useStore } from "../../data/store.ts";
import { UntrustedName } from "../../text/untrusted-text.tsx";
import { en } from "../../text/en.ts";
import { useUnread } from "../unread.ts";
import { lazyPart } from "../lazy-part.ts";
import { UnreadBadge } from "../../ui/unread-badge.tsx";
import { Button } from "../../ui/button.tsx";

const AccountPopover = lazyPart(() => import("./account-popover.tsx"), "AccountPopover");

/** The foot of the rail: the account or the way to one, and the display's choices. */
export function AccountMenu({ iconsOnly }: { iconsOnly: boolean }): ReactNode {
  const user = useStore(session)?.user;
  const unread = useUnread("/notifications");
  const [isOpen, setOpen] = useState(false);
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  const name = user ? user.username : en.frame.display;
  const label = user ? en.frame.signedInAs(user.username) : en.frame.display;
  const icon = user ? User : Settings2;
  return (
    <>
      {!user && (
        <Link to="/sign-in" className="rail-link" aria-label={en.frame.signIn}>
          <Icon of={LogIn} />
          {!iconsOnly && <span>{en.frame.signIn}</span>}
        </Link>
      )}
      <Button
        kind="bare"
        ref={setAnchor}
        className="rail-link"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={en.frame.withUnread(label, unread)}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon of={icon} />
        {!iconsOnly && (
          <span className="rail-name">
            <UntrustedName text={name} />
          </span>
        )}
        <UnreadBadge count={unread} />
      </Button>
      {isOpen && (
        <Suspense>
          <AccountPopover anchor={anchor} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
