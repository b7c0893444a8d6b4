export { compileRule } from "./alerts/compiled-rule.ts";
export { PersisterConfig } from "./config.ts";
export { createRecentLinks } from "./recent-links.ts";
export { start } from "./service.ts";
