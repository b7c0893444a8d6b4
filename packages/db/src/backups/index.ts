export { readState, writeState } from "./backup-state.ts";
export {
  createDatabase,
  databaseNameOf,
  dropDatabase,
  listConnected,
  listOwnDatabases,
  raiseSequences,
  readSequences,
  renameDatabases,
  siblingUrl,
  sizeOf,
  sizeOfServer,
  stateOfDatabase,
} from "./databases.ts";
export { BackupBusyError, lockBackups } from "./lock.ts";
export { openLoad } from "./load.ts";
export { hasMigration } from "../migrate.ts";
export { openSnapshot } from "./snapshot.ts";
