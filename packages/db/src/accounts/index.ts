export { add, end, find, findById, rename, setRole } from "./accounts.ts";
export { findUsers, readUser } from "./find-users.ts";
export { listForOperator, readForOperator, setKeyTier } from "./operator-accounts.ts";
