import type { ReactNode } from "react";
import { Foreign, ForeignName } from "../words/foreign.tsx";
import { en } from "../words/en.ts";
import type { JumpTarget } from "./jump-target.ts";

/** A target as a line of a list: its kind, its name, and a few more words. */
export function Target({ target: { kind, title, detail } }: { target: JumpTarget }): ReactNode {
  return (
    <>
      <span className="choice-kind">{en.jump.targets[kind]}</span>
      <span className="choice-title">
        <ForeignName text={title} />
      </span>
      {detail !== null && (
        <span className="choice-detail">
          <Foreign text={detail} />
        </span>
      )}
    </>
  );
}
