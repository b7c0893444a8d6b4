export {
  createDatabase,
  databaseNameOf,
  dropDatabase,
  listOwnDatabases,
  renameDatabases,
  siblingUrl,
  sizeOf,
  stateOfDatabase,
} from "./databases.ts";
export { openLoad } from "./load.ts";
export { openSnapshot } from "./snapshot.ts";
