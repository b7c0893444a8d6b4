export { readCatalog } from "./catalog.ts";
export {
  backupSources,
  backupVariables,
  openStore,
  recipientRefinement,
  rotationOf,
} from "./config.ts";
export { keepBackups, stateAfterFailure } from "./keep-backups.ts";
export type { Manifest } from "./manifest.ts";
export { restoreBackup, RestoreRefusedError, restoreSecrets } from "./restore.ts";
export { openRequest, RestoreOffer, sealRequest } from "./restore-request.ts";
export { makeRecoveryKey, parseRecoveryKey, recipientOf } from "./seal.ts";
export { sealSecrets, type SecretFiles } from "./secrets.ts";
export type { Store } from "./stores/store.ts";
export { takeBackup } from "./take-backup.ts";
export { findDamage, verifyStored } from "./verify-stored.ts";
