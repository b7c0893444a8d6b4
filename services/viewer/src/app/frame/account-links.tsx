import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { session } from "../../data/session/session.ts";
import { useStore } from "../../data/store.ts";
import { UntrustedName } from "../../text/untrusted-text.tsx";
import { en } from "../../text/en.ts";
import { UnreadBadge } from "../../ui/unread-badge.tsx";
import { useUnread } from "../unread.ts";

/** The links of the account menu: account and notifications, or the way to an account. */
export function AccountLinks({ onFollow }: { onFollow: () => void }): ReactNode {
  const user = useStore(session)?.user;
  const unread = useUnread("/notifications");
  if (!user) {
    return (
      <ul className="menu-links">
        <li>
          <Link to="/sign-in" className="menu-link" onClick={onFollow}>
            {en.frame.signIn}
          </Link>
        </li>
        <li>
          <Link to="/about" className="menu-link" onClick={onFollow}>
            {en.frame.about}
          </Link>
        </li>
        <li>
          <a href="/docs/" className="menu-link" onClick={onFollow}>
            {en.frame.documents}
          </a>
        </li>
      </ul>
    );
  }
  return (
    <>
      <p className="menu-heading">
        <UntrustedName text={user.username} />
      </p>
      <ul className="menu-links">
        <li>
          <Link to="/account" className="menu-link" onClick={onFollow}>
            {en.frame.account}
          </Link>
        </li>
        <li>
          <Link to="/notifications" className="menu-link" onClick={onFollow}>
            {en.frame.notifications}
            <UnreadBadge count={unread} />
          </Link>
        </li>
        <li>
          <Link to="/about" className="menu-link" onClick={onFollow}>
            {en.frame.about}
          </Link>
        </li>
        <li>
          <a href="/docs/" className="menu-link" onClick={onFollow}>
            {en.frame.documents}
          </a>
        </li>
      </ul>
    </>
  );
}
