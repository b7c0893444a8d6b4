import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Failure } from "../ui/query-state/query-state.tsx";
import { en } from "../text/en.ts";

/** Says why a link cannot be used, and leads to a new one. */
export function LinkSpent({ error }: { error: Error }): ReactNode {
  return (
    <>
      <Failure error={error} />
      <Link to="/sign-in" className="button">
        {en.signIn.link.sendNew}
      </Link>
    </>
  );
}
