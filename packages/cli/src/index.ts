export { runCli } from "./cli.ts";
export type { Terminal } from "./terminal.ts";
