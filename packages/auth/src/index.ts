export * from "./api-key.ts";
export * from "./key-checker.ts";
export * from "./token.ts";
