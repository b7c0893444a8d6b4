export { bundleFile } from "./bundle-file.ts";
export type { Plugin } from "rolldown";
