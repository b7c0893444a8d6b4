export { deleteOld, list } from "./airframe-positions.ts";
export {
  cellDays,
  cellQueryHours,
  deleteCells,
  listCells,
  listNetworkCells,
  listReceived,
  type ReceivedPosition,
  type StationCell,
  writeCells,
} from "./station-cells.ts";
export { readCoverage } from "./station-coverage.ts";
