export {
  type AddressPolicy,
  allowedHostsVariable,
  bareHost,
  createAddressPolicy,
  isPublicAddress,
} from "./address-policy.ts";
export { apiKeyHint, hashApiKey, makeApiKey, parseApiKey } from "./api-key.ts";
export * from "./external-issuer.ts";
export { createExternalTokens } from "./external-tokens.ts";
export { findSigningKey, sealStoredKeys } from "./find-signing-key.ts";
export { IssuerUnavailableError } from "./issuer-keys.ts";
export { createKeyChecker, type KeyCheck, type KeyChecker, type KeyOwner } from "./key-checker.ts";
export { createKeySeal, type KeySeal, KeySealError, keySealVariables } from "./key-seal.ts";
export { KeyIndex } from "./key-index.ts";
export { createKeyUses } from "./key-uses.ts";
export { hashLinkToken, makeLinkToken } from "./link-token.ts";
export {
  makePasskeyChallenge,
  passkeyCreationOptions,
  passkeyRequestOptions,
  type PasskeySite,
  verifyPasskeyAssertion,
  verifyPasskeyRegistration,
} from "./passkeys.ts";
export { createOidcClients, type OidcClients, OidcError } from "./oidc/oidc-clients.ts";
export { oidcProvidersVariable } from "./oidc/oidc-provider.ts";
export {
  createPendingIdentities,
  type PendingIdentities,
  type PendingIdentity,
} from "./oidc/pending-identity.ts";
export * from "./refresh-token.ts";
export {
  importVerifyKeys,
  makeSigningKey,
  publishedKey,
  type SigningKey,
  type VerifyKey,
} from "./signing-key.ts";
export { hashStationKey, makeStationKey, stationKeyHint } from "./station-key.ts";
export * from "./token.ts";
export * from "./token-checker.ts";
export { issueViewerToken, verifyViewerToken } from "./viewer-token.ts";
