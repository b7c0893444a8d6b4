import type { ReactNode } from "react";
import { UntrustedText, UntrustedName } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import type { PaletteTarget } from "./palette-target.ts";

/** A target as a line of a list: its kind, its name, and a few more words. */
export function TargetLine({
  target: { kind, title, detail },
}: {
  target: PaletteTarget;
}): ReactNode {
  return (
    <>
      <span className="choice-kind">{en.commandPalette.targets[kind]}</span>
      <span className="choice-title">
        <UntrustedName text={title} />
      </span>
      {detail !== null && (
        <span className="choice-detail">
          <UntrustedText text={detail} />
        </span>
      )}
    </>
  );
}
