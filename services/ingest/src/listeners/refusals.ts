import type { LimitReason } from "../ledger.ts";

/** The reasons for which waiting does not help. */
export const refusalTexts: Readonly<Partial<Record<LimitReason, string>>> = {
  blocked: "The operator of this service has blocked the station",
  "look-alike":
    "The ident differs from that of another station only by case, spaces or look-alike characters: send another one",
  unproven:
    "The station accepts only messages with a valid station key: send the header X-Station-Key",
};
