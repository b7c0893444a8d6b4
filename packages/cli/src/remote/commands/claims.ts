import { defineCommand } from "../define-command.ts";

const claim = { name: "id", description: "id of the claim" };
const dispute = { name: "id", description: "id of the dispute" };
const id = "0b8e3a4e-6f0e-4f0e-9a44-7a4f8a1f2b11";
const seeClaims = "jetwire claims list";
const seeDisputes = "jetwire claims disputes";

/** `jetwire claims`: who owns a station, where an operator decides it. */
export const claimCommands = [
  defineCommand("claims list", {
    endpoint: "listWaitingClaims",
    about:
      "Provisional claims are among them after 7 days. In how many hours, on how many days the claimant's network sent under the ident: 72 hours on 3 days prove a claim by themselves, if no other network sent before.",
    examples: [seeClaims],
    columns: {
      ID: (row) => row.id,
      STATION: (row) => row.station.ident,
      ACCOUNT: (row) => row.claimant.username,
      ASKED: (row) => row.createdAt,
      PROVISIONAL: (row) => row.provisional,
      HOURS: (row) => row.evidence?.hours ?? null,
      DAYS: (row) => row.evidence?.days ?? null,
      RIVALS: (row) => row.rivals.join(", ") || null,
      NOTE: (row) => row.note,
    },
    none: "no claims wait",
  }),
  defineCommand("claims approve", {
    endpoint: "decideClaim",
    summary: "Approve a claim: the account gets the station",
    about:
      "Approving a claim takes the station from an owner who has it provisionally. In doubt, ask for something that only the owner knows, such as what the station received on a frequency a moment ago.",
    arguments: { id: claim },
    fixed: { approved: true },
    done: (_, given) => `claim ${given["id"]} is approved`,
    examples: [`jetwire claims approve ${id}`],
    see: seeClaims,
  }),
  defineCommand("claims reject", {
    endpoint: "decideClaim",
    summary: "Reject a claim: a provisional owner loses the station",
    about: "The claimant is notified with the reason.",
    arguments: { id: claim },
    fixed: { approved: false },
    done: (_, given) => `claim ${given["id"]} is rejected`,
    examples: [`jetwire claims reject ${id} --reason "the network is another one"`],
    see: seeClaims,
  }),
  defineCommand("claims disputes", {
    endpoint: "listWaitingDisputes",
    examples: [seeDisputes],
    columns: {
      ID: (row) => row.id,
      STATION: (row) => row.station.ident,
      OWNER: (row) => row.owner.username,
      "SHARE OF HOURS": (row) => `${Math.round(row.share * 100)}%`,
      SENT: (row) => row.createdAt,
    },
    none: "no disputes wait",
  }),
  defineCommand("claims release", {
    endpoint: "decideDispute",
    summary: "Uphold a dispute: the station has no owner any more, and its keys are revoked",
    arguments: { id: dispute },
    fixed: { upheld: true },
    done: (_, given) => `dispute ${given["id"]} is upheld: the station has no owner`,
    examples: [`jetwire claims release ${id}`],
    see: seeDisputes,
  }),
  defineCommand("claims dismiss", {
    endpoint: "decideDispute",
    summary: "Dismiss a dispute: the station keeps its owner",
    arguments: { id: dispute },
    fixed: { upheld: false },
    done: (_, given) => `dispute ${given["id"]} is dismissed`,
    examples: [`jetwire claims dismiss ${id}`],
    see: seeDisputes,
  }),
];
