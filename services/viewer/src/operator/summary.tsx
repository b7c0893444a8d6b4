import type { Overview } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Lead } from "../ui/lead.tsx";
import { en } from "../text/en.ts";
import { TimeCell } from "./time-cell.tsx";

/** Whether the service is fine, and whether anything waits for the operator. */
export function Summary({ overview }: { overview: Overview }): ReactNode {
  const { ok, summary, since } = overview;
  const sentence = (
    <span role="status">
      <span aria-hidden="true">{ok ? "● " : "✖ "}</span>
      {summary}
      {since !== null && (
        <span className="quiet small">
          {" "}
          <TimeCell at={since} />
        </span>
      )}
    </span>
  );
  const waiting = <Waiting overview={overview} />;
  return (
    <Lead label={en.operator.waiting} tone={ok ? "good" : "bad"} note={ok ? sentence : waiting}>
      {ok ? waiting : sentence}
    </Lead>
  );
}

function Waiting({ overview }: { overview: Overview }): ReactNode {
  const { deadLetters, claims, reports } = overview;
  const links = [
    { section: "dead-letters", number: deadLetters, text: en.operator.deadLetters },
    { section: "claims", number: claims, text: en.operator.claimsWaiting },
    { section: "reports", number: reports, text: en.operator.reportsWaiting },
  ].filter(({ number }) => number !== null && number > 0);
  if (links.length === 0) return en.operator.nothingWaits;
  return links.map(({ section, number, text }, index) => (
    <span key={section}>
      {index > 0 && " · "}
      <Link to="/operator/{-$section}" params={{ section }}>
        {text(number ?? 0)}
      </Link>
    </span>
  ));
}
