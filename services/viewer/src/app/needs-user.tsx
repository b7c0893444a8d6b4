import { Link, useLocation } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";
import { session } from "../data/session/session.ts";
import { useStore } from "../data/store.ts";
import { en } from "../text/en.ts";
import { PageTitle } from "./page-title.tsx";
import { SessionPending } from "./session-pending.tsx";

interface NeedsUserProps {
  readonly title: string;
  /** Says what the page is for, to those who cannot see it. */
  readonly purpose: string;
  readonly isOperatorsOnly?: boolean;
  readonly children: ReactNode;
}

/** Shows a page to users or operators, and to others what it is for and how to get in. */
export function NeedsUser(props: NeedsUserProps): ReactNode {
  const { title, purpose, isOperatorsOnly = false, children } = props;
  const current = useStore(session);
  const { href } = useLocation();
  if (!current) {
    return (
      <div className="page">
        <div className="page-head">
          <PageTitle text={title} />
        </div>
        <div className="page-body">
          <SessionPending />
        </div>
      </div>
    );
  }
  if (current.user && (!isOperatorsOnly || current.isOperator)) {
    // What one user has typed or opened is not for the next one.
    return <Fragment key={current.user.id}>{children}</Fragment>;
  }
  return (
    <div className="page">
      <div className="page-head">
        <PageTitle text={title} />
      </div>
      <div className="empty">
        <p>{purpose}</p>
        <p>{isOperatorsOnly ? en.states.operatorsOnly : en.states.signInNeeded}</p>
        {!current.user && (
          <Link to="/sign-in" search={{ next: href }} className="button button-main">
            {en.frame.signIn}
          </Link>
        )}
      </div>
    </div>
  );
}
