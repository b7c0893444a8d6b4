export * from "./api-key.ts";
export * from "./external-issuer.ts";
export { createExternalTokens } from "./external-tokens.ts";
export * from "./find-signing-key.ts";
export { IssuerUnavailableError } from "./issuer-keys.ts";
export { createKeyChecker, type KeyCheck, type KeyChecker, type KeyOwner } from "./key-checker.ts";
export { createKeyUses, type KeyUse } from "./key-uses.ts";
export * from "./refresh-token.ts";
export {
  importVerifyKeys,
  makeSigningKey,
  type PublishedKey,
  publishedKey,
  type SigningKey,
  type VerifyKey,
} from "./signing-key.ts";
export * from "./token.ts";
export * from "./token-checker.ts";
export * from "./viewer-token.ts";
