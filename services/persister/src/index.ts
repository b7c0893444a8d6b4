export { PersisterConfig } from "./config.ts";
export { createRecentLinks } from "./recent-links.ts";
export { start } from "./service.ts";
