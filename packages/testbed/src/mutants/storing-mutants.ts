import type { Mutant } from "./mutant.ts";

/** Mutants between the stream and Postgres. */
export const storingMutants: readonly Mutant[] = [
  {
    name: "acknowledged before commit",
    guarantee: "A consumer acknowledges after its work.",
    file: "services/persister/src/persist.ts",
    find: "      await store.store(partition, messages);",
    replace: "      store.store(partition, messages).catch(() => {});",
    tests: ["services/persister/src/persist.test.ts"],
  },
  {
    name: "refused entries dropped",
    guarantee: "An entry that cannot be stored becomes a dead letter.",
    file: "services/persister/src/persist.ts",
    find: `  if (dead.length > 0) await store.addDeadLetters(dead);
`,
    replace: "",
    tests: ["services/persister/src/persist.test.ts"],
  },
  {
    name: "watermark not raised",
    guarantee: "The watermark follows what is stored.",
    file: "packages/db/src/message-store/store-batch.ts",
    find: "seq = greatest(watermarks.seq, excluded.seq)",
    replace: "seq = watermarks.seq",
    tests: ["packages/db/test/store-batch.test.ts"],
  },
  {
    name: "watermark lowered by a repeat",
    guarantee: "The watermark never goes back.",
    file: "packages/db/src/message-store/store-batch.ts",
    find: "seq = greatest(watermarks.seq, excluded.seq)",
    replace: "seq = excluded.seq",
    tests: ["packages/db/test/store-batch.test.ts"],
  },
  {
    name: "watermark without the rows",
    guarantee: "Messages and watermark are stored together.",
    file: "packages/db/src/message-store/store-batch.ts",
    find: `      select \${message.names}, \${isPast ? timeOfId(sql) : storedAt(sql)} from \${message.rows}
      where not exists (select from redactions where message_id = sent.id)`,
    replace: `      select \${message.names}, \${isPast ? timeOfId(sql) : storedAt(sql)} from \${message.rows}
      where false`,
    tests: ["packages/db/test/store-batch.test.ts"],
  },
  {
    name: "redacted message stored again",
    guarantee: "A redacted message stays redacted.",
    file: "packages/db/src/message-store/store-batch.ts",
    find: `      select \${message.names}, \${isPast ? timeOfId(sql) : storedAt(sql)} from \${message.rows}
      where not exists (select from redactions where message_id = sent.id)`,
    replace: `      select \${message.names}, \${isPast ? timeOfId(sql) : storedAt(sql)} from \${message.rows}
      where true`,
    tests: ["packages/db/test/store-batch.test.ts", "packages/testbed/test/redaction.test.ts"],
  },
  {
    name: "Postgres without fsync accepted",
    guarantee: "The persister refuses a Postgres that may lose commits.",
    file: "packages/db/src/connection/durability.ts",
    find: "  if (rows.length === 0) return;",
    replace: "  return;",
    tests: ["packages/db/test/database.test.ts"],
  },
  {
    name: "evicting Redis accepted",
    guarantee: "No service starts on a Redis that may evict keys.",
    file: "packages/redis/src/connection/watch-server.ts",
    find: `    if (mistake !== null) throw new ConfigError([\`REDIS_URL: \${mistake}\`]);
`,
    replace: "",
    tests: ["packages/redis/test/watch-server.test.ts"],
  },
  {
    name: "stream trimmed by length",
    guarantee: "The stream is trimmed below what is acknowledged, never by length.",
    file: "packages/redis/src/streams/trim.lua",
    find: "return redis.call('XTRIM', KEYS[1], 'MINID', '~', oldest)",
    replace: "return redis.call('XTRIM', KEYS[1], 'MAXLEN', 1)",
    tests: ["packages/redis/test/trim.test.ts"],
  },
  {
    name: "fanout ignored by trimming",
    guarantee: "The stream keeps what fanout has not acknowledged.",
    file: "packages/redis/src/streams/trim.lua",
    find: `  if isOlder(needed, oldest) then oldest = needed end
`,
    replace: "",
    tests: ["packages/redis/test/trim.test.ts"],
  },
  {
    name: "sampler blocks trimming",
    guarantee: "The sampler blocks entries of the last minute only.",
    file: "packages/redis/src/streams/trim.lua",
    find: `if isOlder(oldest, tooOld) then oldest = tooOld end
`,
    replace: "",
    tests: ["packages/redis/test/trim.test.ts"],
  },
  {
    name: "no fencing check",
    guarantee: "A replica that lost its lease acknowledges nothing.",
    file: "packages/redis/src/streams/advance.lua",
    find: `if redis.call('GET', KEYS[2]) ~= ARGV[2] then return -1 end
`,
    replace: "",
    tests: ["packages/redis/test/lease.test.ts", "packages/redis/test/group-replicas.test.ts"],
  },
  {
    name: "position set wherever the group is",
    guarantee: "A reader that does not know the group's position acknowledges nothing.",
    file: "packages/redis/src/streams/advance.lua",
    find: `group['last-delivered-id'] ~= ARGV[3] or `,
    replace: "",
    tests: ["packages/redis/test/group.test.ts"],
  },
  {
    name: "entry in hand not written down",
    guarantee: "An entry that ends its reader thrice goes to the dead letters.",
    file: "packages/redis/src/streams/partition-reader.ts",
    find: `if (id !== this.#suspect) await this.#redis.hset(this.#state, "hand", id);`,
    replace: "",
    tests: ["packages/redis/test/group-versions.test.ts"],
  },
  {
    name: "lease taken from its owner",
    guarantee: "A partition has one reader of a group.",
    file: "packages/redis/src/streams/lease-acquire.lua",
    find: `if owner and string.match(owner, '^(.*) %d+$') ~= ARGV[1] then return 0 end
`,
    replace: "",
    tests: ["packages/redis/test/lease.test.ts", "packages/redis/test/group-replicas.test.ts"],
  },
  {
    name: "fencing token does not grow",
    guarantee: "Each owner of a lease has a greater token.",
    file: "packages/redis/src/streams/lease-acquire.lua",
    find: `  token = math.max(token + 1, floor + 1, now)
`,
    replace: `  token = 1
`,
    tests: ["packages/redis/test/lease.test.ts"],
  },
];
