export { accessPath } from "./access-path.ts";
export { countMatches, listMatchingIds } from "./count-matches.ts";
export { textOf, make } from "./filter-reader.ts";
export type { MessageFilter } from "./message-filter.ts";
