import type { Linkable } from "@jetwire/redis";
import type { JournaledMessage } from "../journal/backlog.ts";

/** A message and what linking compares of it. */
export interface LinkRequest extends JournaledMessage {
  readonly linkable: Linkable;
}
