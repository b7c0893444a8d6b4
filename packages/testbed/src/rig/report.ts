import type { ClientFigures, RigFigures } from "./figures.ts";

/** Formats a table of what each client received, including the control group. */
export function formatReport({
  offered,
  stored,
  resuming,
  watching,
  control,
  faults,
}: RigFigures): string {
  const injected = Object.entries(faults).map(([name, times]) => `${name} ${times}`);
  return [
    `offered ${offered}, stored ${stored}; ${injected.join(", ")}`,
    "client | stored | missing | unreported | foreign | out of order | repeated | connects | resumes | gaps",
    ...resuming.map((figures) => line("resuming", figures)),
    ...watching.map((figures) => line("watching", figures)),
    ...control.map((figures) => line("rooms", figures)),
  ].join("\n");
}

function line(kind: string, figures: ClientFigures): string {
  const { account, stored, missing, unreported, foreign } = figures;
  const { outOfOrder, repeated, connects, resumes, gaps } = figures;
  const counts = [
    stored,
    missing,
    unreported,
    foreign,
    outOfOrder,
    repeated,
    connects,
    resumes,
    gaps,
  ];
  return [`${account}, ${kind}`, ...counts].join(" | ");
}
