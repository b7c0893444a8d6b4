export { type RowToExport, exportAccount } from "./account-export.ts";
export {
  beginForAccount,
  beginForStation,
  read,
  listPending,
  eraseNext,
  finish,
  type ErasureWithObject,
} from "./erasures.ts";
export { callOff, carryOut, listDue, listPlanned, plan } from "./planned-erasures.ts";
