export {
  type ExternalIdentity,
  findLinkedAccount,
  link,
  list,
  unlink,
} from "./external-identities.ts";
export { linkOwn, type ListedIdentity, listOwn, removeOwn, signUp } from "./own-identities.ts";
