import type { ReactNode } from "react";
import { en } from "../text/en.ts";
import { sourceTypeLook } from "./source-types.ts";
import "./marks.css";

/** The badge of a source type: always its name, beside its colour. */
export function SourceType({ type }: { type: string }): ReactNode {
  const { name, colour } = sourceTypeLook(type);
  return (
    <span className="badge source-type" data-colour={colour}>
      {name}
    </span>
  );
}

/** The direction of a message: a triangle, and words for those who do not see it. */
export function Direction({ direction }: { direction: string | null }): ReactNode {
  if (direction !== "uplink" && direction !== "downlink") return <span className="direction" />;
  return (
    <span className="direction" data-direction={direction} title={en.list[direction]}>
      <span aria-hidden="true">{direction === "uplink" ? "▲" : "▼"}</span>
      <span className="visually-hidden">{en.list[direction]}</span>
    </span>
  );
}
