export { byCode, spellings, find, list } from "./airports.ts";
export { importList } from "./import-airports.ts";
