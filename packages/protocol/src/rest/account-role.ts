import { z } from "zod";

/** The role of an account: `operator` may use the operator's interfaces. */
export const AccountRole = z.enum(["user", "operator"]);
export type AccountRole = z.infer<typeof AccountRole>;
