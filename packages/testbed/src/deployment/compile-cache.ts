import process from "node:process";

/**
 * The variable by which processes of a test run share compiled modules (`vitest.config.ts`), for those that do not inherit
 * all variables. A service starts in half the processor time.
 */
export const compileCache = { NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] };
