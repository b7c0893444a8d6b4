import type { Application, BlockDirection, Movement } from "../air/acars-block.ts";

/** A text before it is cut into blocks and numbered. */
export interface ComposedText {
  readonly label: string;
  readonly text: string;
  /** First character of the message number: which unit on board speaks. Unused in uplinks. */
  readonly origin: "D" | "F" | "L" | "M" | "S";
  readonly sublabel?: string;
  readonly mfi?: string;
  readonly application?: Application;
  readonly movement?: Movement;
  /** Messages of both sides that follow from this one, in order. */
  readonly followUps?: readonly FollowUp[];
}

/** A later message of the same exchange. */
export interface FollowUp {
  /** Time since the message before it. */
  readonly afterMs: number;
  readonly direction: BlockDirection;
  readonly composed: ComposedText;
}
