import type { ClientFigures, RigFigures } from "./figures.ts";

/** A table of what each client has, the control beside it. */
export function formatReport({ offered, stored, resuming, control, faults }: RigFigures): string {
  const done = Object.entries(faults).map(([name, times]) => `${name} ${times}`);
  return [
    `offered ${offered}, stored ${stored}; ${done.join(", ")}`,
    "client | stored | missing | foreign | out of order | repeated | connects | resumes | gaps",
    ...resuming.map((figures) => line("resuming", figures)),
    ...control.map((figures) => line("rooms alone", figures)),
  ].join("\n");
}

function line(kind: string, figures: ClientFigures): string {
  const { account, stored, missing, foreign, outOfOrder, repeated, connects, resumes, gaps } =
    figures;
  const counts = [stored, missing, foreign, outOfOrder, repeated, connects, resumes, gaps];
  return [`${account}, ${kind}`, ...counts].join(" | ");
}
