export {
  findScopes,
  isActive,
  revokeToken,
  listEndedSince,
  setBanned,
} from "./session-revocation.ts";
export { end, find, open, renew, type SessionUser } from "./sessions.ts";
