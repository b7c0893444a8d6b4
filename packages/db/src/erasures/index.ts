export { type ExportedRow, exportAccount } from "./account-export.ts";
export {
  beginForAccount,
  beginForStation,
  read,
  listPending,
  eraseNext,
  finish,
  type Erasure,
} from "./erasures.ts";
export { callOff, carryOut, listDue, listPlanned, plan } from "./planned-erasures.ts";
