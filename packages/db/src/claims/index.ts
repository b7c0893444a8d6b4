export { decideDispute, dispute, listDisputes } from "./claim-disputes.ts";
export { decide } from "./decide-claim.ts";
export { type ClaimProof, listProvable, prove } from "./prove-claim.ts";
export {
  deleteExpiredCodes,
  describeCode,
  findByCode,
  issueCode,
  list,
  listWaiting,
  request,
} from "./station-claims.ts";
