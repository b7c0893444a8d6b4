export { deleteOld, list } from "./airframe-positions.ts";
export {
  cellDays,
  deleteCells,
  listCells,
  listReceived,
  type ReceivedPosition,
  type StationCell,
  writeCells,
} from "./station-cells.ts";
export { readCoverage } from "./station-coverage.ts";
