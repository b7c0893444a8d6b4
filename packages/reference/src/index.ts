export * from "./airports/airports.ts";
