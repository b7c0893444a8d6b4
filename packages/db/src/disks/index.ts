export { deleteSamples, readSamples, sizeOfServer, storeSamples } from "./disk-samples.ts";
