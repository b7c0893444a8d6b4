export { countTexts, deleteOld } from "./count-undecoded.ts";
export { listLayouts } from "./list-layouts.ts";
