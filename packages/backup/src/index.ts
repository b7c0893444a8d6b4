export { readCatalog, removeBackup, type Catalog } from "./catalog.ts";
export {
  backupSources,
  backupStoreVariables,
  backupVariables,
  openStore,
  recipientRefinement,
  rotationOf,
} from "./config.ts";
export { keepBackups, stateAfterFailure } from "./keep-backups.ts";
export type { Manifest } from "./manifest.ts";
export { restoreBackup, restoreSecrets } from "./restore.ts";
export { makeRecoveryKey, parseRecoveryKey } from "./seal.ts";
export { sealSecrets, type SecretFiles } from "./secrets.ts";
export type { Store } from "./stores/store.ts";
export { type BackupProgress, takeBackup } from "./take-backup.ts";
export { findDamage, verifyStored } from "./verify-stored.ts";
