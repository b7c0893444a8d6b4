import { knownVariables } from "./known-variables.ts";

/** An unknown variable that begins like these is a mistake, because only Jetwire has such names. */
const ownPrefixes = /^(INGEST|PERSISTER|FANOUT|SAMPLER|GATEWAY|REST|CHORES|KEEP|CANARY)_/;
/** A variable of one service in the process of all services: `INGEST__REDIS_URL`. */
const serviceVariable = /^(?:INGEST|PERSISTER|FANOUT|SAMPLER|GATEWAY|REST|CHORES)__/;
/** Passwords of users, which belong to the address of no server. */
const userPassword =
  /^(INGEST|PERSISTER|FANOUT|SAMPLER|GATEWAY|REST|CHORES|OPERATOR|SMTP|BACKUP)_PASSWORD$/;
const editsMax = 2;

/** Returns a sentence for each mistake in the variables of a deployment. */
export function checkVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  const misspelt = Object.keys(env).flatMap((name) => {
    if (isKnown(name)) return [];
    const { known, edits } = nearest(name.replace(serviceVariable, ""));
    const isNear = edits <= (name.length < 8 ? 1 : editsMax);
    if (!isNear && !ownPrefixes.test(name)) return [];
    return [`${name} is not a variable of Jetwire: the nearest is ${known}`];
  });
  const domain = env["DOMAIN"] ?? "";
  const listen = env["LISTEN_ADDRESS"] ?? "";
  // Names of this host, for trials, need no other machine.
  if (/^(|(.*\.)?localhost)$/.test(domain) || !isLoopback(listen)) return misspelt;
  return [
    ...misspelt,
    `DOMAIN is ${domain}, but LISTEN_ADDRESS is ${listen || "empty"}, so that no other machine reaches it: set LISTEN_ADDRESS=0.0.0.0, or empty DOMAIN`,
  ];
}

function isLoopback(address: string): boolean {
  return /^(|localhost|127\..*|\[?::1\]?)$/.test(address);
}

/** Tells whether something reads the variable. Values can be in files, and addresses have passwords. */
function isKnown(name: string): boolean {
  const value = name.replace(/_FILE$/, "").replace(serviceVariable, "");
  return (
    knownVariables.includes(value) ||
    knownVariables.includes(value.replace(/_PASSWORD$/, "_URL")) ||
    userPassword.test(value)
  );
}

function nearest(name: string): { readonly known: string; readonly edits: number } {
  return knownVariables
    .map((known) => ({ known, edits: countEdits(name.toUpperCase(), known) }))
    .reduce((best, one) => (one.edits < best.edits ? one : best));
}

/** Counts the characters to insert, remove, replace or exchange with the next that make one name the other. */
function countEdits(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let line = 1; line <= from.length; line++) {
    const next = [line];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[line - 1] === to[column - 1];
      const isExchanged =
        line > 1 &&
        column > 1 &&
        from[line - 1] === to[column - 2] &&
        from[line - 2] === to[column - 1];
      const edits = [
        (row[column - 1] ?? 0) + (isSame ? 0 : 1),
        (row[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        ...(isExchanged ? [(before[column - 2] ?? 0) + 1] : []),
      ];
      next.push(Math.min(...edits));
    }
    before = row;
    row = next;
  }
  return row.at(-1) ?? 0;
}
