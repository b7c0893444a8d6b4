import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useRest } from "../data/rest/use-rest.ts";
import { en } from "../text/en.ts";

/** Reminds users of a second sign-in method, until they have one. */
export function SignInMethodReminder(): ReactNode {
  const { data } = useRest(["profile"], (client, signal) => client.readProfile({}, { signal }), {
    staleMs: 60_000,
  });
  if (!data || data.email !== null || data.passkeys !== 1) return null;
  return (
    <div className="banner" data-kind="warn">
      <p>{en.desk.onlyOneWay}</p>
      <Link to="/account" className="button">
        {en.desk.addWay}
      </Link>
    </div>
  );
}
