import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useRest } from "../data/use-rest.ts";
import { en } from "../words/en.ts";

/** Reminds users of a second way in, until they have one. */
export function WayReminder(): ReactNode {
  const { data } = useRest(["profile"], (client, signal) => client.readProfile({}, { signal }), {
    staleMs: 60_000,
  });
  if (!data || data.email !== null || data.passkeys !== 1) return null;
  return (
    <p className="banner" data-kind="warn">
      {en.desk.onlyOneWay} <Link to="/account">{en.desk.addWay}</Link>
    </p>
  );
}
