import type { Overview } from "@jetwire/protocol";
import { en } from "../text/en.ts";
import { count } from "../text/numbers.ts";

type Bounds = Pick<NonNullable<Overview["unaccounted"]>, "atLeast" | "atMost">;

/**
 * Says how many messages are unaccounted. Both sides of the account move while they are read, so that it has bounds; as
 * for `jetwire doctor` and the alert, only what is certain is a fault.
 */
export function unaccountedText({ atLeast, atMost }: Bounds): string {
  if (atLeast === atMost && atLeast >= 0)
    return atLeast === 0 ? en.operator.noneUnaccounted : count(atLeast);
  if (atLeast > 0) return en.operator.atLeastLost(count(atLeast));
  if (atMost < 0) return en.operator.moreThanOffered(count(-atMost));
  return atMost === 0 ? en.operator.noneUnaccounted : en.operator.noneCertain(count(atMost));
}
