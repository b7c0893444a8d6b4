export { importList, type StationToImport, type StationsImported } from "./import-stations.ts";
export { listFeeding, listOfNetwork, type NetworkStationRow } from "./network-stations.ts";
export { listForOperator, type StationWithOwner, readForOperator } from "./operator-stations.ts";
export { deleteProvisional } from "./provisional-stations.ts";
export { listVisible, readVisible } from "./public-stations.ts";
export { change } from "./station-settings.ts";
export {
  add,
  claim,
  findByIdents,
  listOwned,
  looksLikeStation,
  ownersOf,
  ownersUpdatedSince,
  register,
  identsById,
  byId,
} from "./stations.ts";
