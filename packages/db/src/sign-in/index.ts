export { addChallenge, consumeChallenge } from "./challenges.ts";
export {
  addLink,
  createInvitation,
  findAccountByEmail,
  isInvitationValid,
  isUsernameTaken,
  readLink,
  spendLink,
  type StoredLink,
} from "./links.ts";
export type { WorkingMethods } from "./working-methods.ts";
