import type { ReactNode } from "react";
import { en } from "../text/en.ts";

/** How much is unread of what stands before it; nothing if all was read. The space parts it from that in the accessible name. */
export function UnreadBadge({ count }: { count: number }): ReactNode {
  if (count === 0) return null;
  return (
    <>
      {" "}
      <span className="count-badge">{en.frame.unread(count)}</span>
    </>
  );
}
