export { readCatalog, removeBackup, type Catalog } from "./catalog.ts";
export { Manifest } from "./manifest.ts";
export { backupsToKeep } from "./rotation.ts";
export { isRecipient, makeRecoveryKey, parseRecoveryKey } from "./seal.ts";
export { openFolderStore } from "./stores/folder-store.ts";
export type { Store } from "./stores/store.ts";
export { takeBackup } from "./take-backup.ts";
export { findDamage, verifyStored } from "./verify-stored.ts";
