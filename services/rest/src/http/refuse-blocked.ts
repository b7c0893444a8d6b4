import type { FollowedSenderBlocks } from "@jetwire/db";
import { AppError } from "@jetwire/protocol";
import type { Request } from "express";

/**
 * Refuses an address that the operator has blocked.
 *
 * @throws AppError `forbidden`
 */
export function refuseBlocked(
  { ip }: Request,
  blocks: Pick<FollowedSenderBlocks, "isAddressBlocked">,
): void {
  if (ip === undefined || !blocks.isAddressBlocked(ip)) return;
  throw new AppError("forbidden", "The operator of this service has blocked your address");
}
