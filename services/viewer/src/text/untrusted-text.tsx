import type { ReactNode } from "react";
import { type UntrustedPart, untrustedParts } from "./untrusted-parts.ts";

/**
 * Shows a text from outside: as text only, isolated from the direction of the page, with control
 * characters visible. Every text that a station, a radio, a user or a library wrote is shown by this.
 */
export function UntrustedText({
  text,
  lines = false,
}: {
  text: string;
  lines?: boolean;
}): ReactNode {
  return (
    <bdi dir="ltr" className="untrusted">
      {untrustedParts(text, lines).map(show)}
    </bdi>
  );
}

/** Shows a name of a user or a station, in its own direction. */
export function UntrustedName({ text }: { text: string }): ReactNode {
  return (
    <bdi dir="auto" className="untrusted">
      {untrustedParts(text, false).map(show)}
    </bdi>
  );
}

function show({ kind, text }: UntrustedPart, index: number): ReactNode {
  if (kind === "text") return text;
  return (
    <span key={index} className="untrusted-mark">
      {text}
    </span>
  );
}
