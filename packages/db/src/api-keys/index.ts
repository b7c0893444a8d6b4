export {
  add,
  find,
  issue,
  listActiveHashes,
  list,
  listActive,
  recordUses,
  reissue,
  revoke,
} from "./api-keys.ts";
export { findEnded, type KeyEnd } from "./ended-keys.ts";
export { listExpiring, recordExpiryWarning, type ExpiringKey } from "./expiring-keys.ts";
export { hostAccountName, hostTier, setHostKey } from "./host-key.ts";
export { listForOperator, ownerOf, scopesOf } from "./operator-keys.ts";
export { type UpgradedKey, upgradeStarters } from "./starter-keys.ts";
