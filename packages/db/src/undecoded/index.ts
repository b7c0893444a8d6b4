export { countTexts, deleteOld } from "./count-undecoded.ts";
export { type LayoutQuery, listLayouts, withSamples } from "./list-layouts.ts";
