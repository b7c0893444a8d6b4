export { countRefused } from "./count-refused.ts";
export { openService } from "./open-service.ts";
