export { Command } from "commander";
export { parseOptions, UsageError } from "./options.ts";
export { runAction, runCommandLine } from "./run-program.ts";
export { number, wholeNumber } from "./values.ts";
