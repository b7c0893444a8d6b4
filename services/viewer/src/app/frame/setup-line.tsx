import { Link, useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { session } from "../../data/session/session.ts";
import { useStore } from "../../data/store.ts";
import { en } from "../../text/en.ts";

/** Whether nobody operated the service when the server wrote the page. */
const isNeeded = document.querySelector('meta[name="jetwire-setup"]') !== null;

/** Leads to the set-up of a service that nobody operates. */
export function SetupLine(): ReactNode {
  const { pathname } = useLocation();
  const isOperator = useStore(session)?.isOperator === true;
  if (!isNeeded || isOperator || pathname === "/setup") return null;
  return (
    <div className="banner" data-kind="warn">
      <p>{en.setup.needed}</p>
      <Link to="/setup" className="button">
        {en.setup.begin}
      </Link>
    </div>
  );
}
