export { partitionSizes, sizeOfDatabase, tableSizes } from "./measure-sizes.ts";
export {
  addSample,
  deleteSamples,
  listSamples,
  readReport,
  writeReport,
} from "./storage-samples.ts";
