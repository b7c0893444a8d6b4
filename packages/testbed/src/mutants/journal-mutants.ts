import type { Mutant } from "./mutant.ts";

/** Mutants between a feeder and the stream. */
export const journalMutants: readonly Mutant[] = [
  {
    name: "counts of Postgres adopted at each sync",
    guarantee: "Counts that a journal lost are taken from Postgres once.",
    file: "services/ingest/src/journal/database-sync.ts",
    find: `      !this.#isAdopted &&
`,
    replace: ``,
    tests: ["services/ingest/test/lost-end.test.ts"],
  },
  {
    name: "stored messages that are counted nowhere are left so",
    guarantee: "Counts that cannot be true are mended.",
    file: "services/ingest/src/journal/database-sync.ts",
    find: `const missing = this.#source.ledger.coverStored(written.stored);`,
    replace: `const missing = 0;`,
    tests: ["services/ingest/test/lost-end.test.ts"],
  },
  {
    name: "answered before the journal is synced",
    guarantee: "An accepted message is on disk before it is acknowledged.",
    file: "services/ingest/src/journal/journal-queue.ts",
    find: `      await this.#target.journal.append(
        journaled`,
    replace: `      void this.#target.journal.append(
        journaled`,
    tests: [
      "services/ingest/src/journal/journal-queue.test.ts",
      "services/ingest/test/http.test.ts",
    ],
  },
  {
    name: "no sync of the journal",
    guarantee: "An accepted message survives a power failure.",
    file: "services/ingest/src/journal/journal.ts",
    find: `      await file.datasync();
`,
    replace: "",
    tests: [
      "services/ingest/src/journal/journal.test.ts",
      "services/ingest/src/journal/journal-torn.test.ts",
      "services/ingest/src/journal/journal-cut.test.ts",
    ],
  },
  {
    name: "acknowledged before the journal is synced",
    guarantee: "An accepted message survives a power failure.",
    file: "services/ingest/src/journal/journal.ts",
    find: `      await file.datasync();
`,
    replace: `      void file.datasync();
`,
    tests: ["services/ingest/test/power-loss.test.ts"],
  },
  {
    name: "no sync of the folder of a new segment",
    guarantee: "An accepted message survives a power failure.",
    file: "services/ingest/src/journal/journal.ts",
    find: `      await syncDirectory(this.directory);
    } catch`,
    replace: `    } catch`,
    tests: ["services/ingest/test/power-loss.test.ts"],
  },
  {
    name: "a failed write of the journal is not noted",
    guarantee: "An ingest that refuses messages is not ready.",
    file: "services/ingest/src/journal/journal.ts",
    find: "      this.#writeProblem = `the journal",
    replace: "      void `the journal",
    tests: ["services/ingest/test/journal-disk.test.ts"],
  },
  {
    name: "a full disk that is never tried again",
    guarantee: "An ingest is ready again once its journal can be written.",
    file: "services/ingest/src/journal/journal.ts",
    find: `      this.#writeProblem = null;
`,
    replace: "",
    tests: ["services/ingest/test/journal-disk.test.ts"],
  },
  {
    name: "kernel drops below corrected counts are swallowed",
    guarantee: "Datagrams that the kernel drops are counted.",
    file: "services/ingest/src/listeners/kernel-drops.ts",
    find: `counts.kernelDrops += Math.max(0, drops - seen);`,
    replace: `counts.kernelDrops = Math.max(counts.kernelDrops, drops);`,
    tests: ["services/ingest/src/listeners/kernel-drops.test.ts"],
  },
  {
    name: "kernel drops uncounted",
    guarantee: "While ingest stalls, each datagram is stored or counted as dropped.",
    file: "services/ingest/src/listeners/kernel-drops.ts",
    find: `drops += Number(columns[dropsColumn] ?? 0);`,
    replace: `drops += 0;`,
    tests: ["services/ingest/test/stalled-reader.test.ts"],
  },
  {
    name: "no lock on the journal",
    guarantee: "Two processes never write one journal.",
    file: "services/ingest/src/journal/journal.ts",
    find: `  stack.use(await lockDirectory(directory, options.lockMsMax));
`,
    replace: "",
    tests: ["services/ingest/src/journal/journal.test.ts"],
  },
  {
    name: "checksum of a record unchecked",
    guarantee: "A damaged record is not replayed.",
    file: "services/ingest/src/journal/record.ts",
    find: `  if (crc32(payload) !== bytes.readUInt32BE(at + 4)) return "broken";
`,
    replace: "",
    tests: [
      "services/ingest/src/journal/journal-torn.test.ts",
      "services/ingest/src/journal/journal.test.ts",
    ],
  },
  {
    name: "numbers not reserved",
    guarantee: "A journal that lost its end does not use numbers again.",
    file: "services/ingest/src/journal/journal.ts",
    find: `      await this.highWater.reserve(last.seq);
`,
    replace: "",
    tests: [
      "services/ingest/src/journal/journal.test.ts",
      "services/ingest/test/journal-numbering.test.ts",
    ],
  },
  {
    name: "segment deleted before it is stored",
    guarantee: "The journal keeps what Postgres does not have.",
    file: "services/ingest/src/journal/journal.ts",
    find: " || !isSegmentStored(segment, watermark)",
    replace: "",
    tests: ["services/ingest/src/journal/journal-cut.test.ts"],
  },
  {
    name: "dispatched before it is appended",
    guarantee: "The journal remembers as dispatched only what is in the stream.",
    file: "services/ingest/src/dispatch/dispatcher.ts",
    find: "    const [linked, wholes] = await Promise.all([",
    replace: `    progress.dispatched(batch.map(({ entry }) => entry), []);
    const [linked, wholes] = await Promise.all([`,
    tests: [
      "services/ingest/test/dispatch.test.ts",
      "services/ingest/src/dispatch/dispatcher.test.ts",
      "services/ingest/test/restarts.test.ts",
    ],
  },
  {
    name: "loss of Redis unnoticed",
    guarantee: "What Redis has lost is appended again.",
    file: "packages/redis/src/streams/append.lua",
    find: `if last < tonumber(ARGV[2]) then return { -1, last } end
`,
    replace: "",
    tests: ["packages/redis/test/append.test.ts"],
  },
  {
    name: "foreign numbers unnoticed",
    guarantee: "A number that was not sent before is not taken for appended.",
    file: "packages/redis/src/streams/append.lua",
    find: `if last > sent then
`,
    replace: `if false then
`,
    tests: ["packages/redis/test/append.test.ts"],
  },
  {
    name: "an entry appended twice",
    guarantee: "A stream entry is appended at most once.",
    file: "packages/redis/src/streams/append.lua",
    find: `  if seq > last then
`,
    replace: `  if true then
`,
    tests: ["packages/redis/test/append.test.ts"],
  },
  {
    name: "no dedupe key",
    guarantee: "A repeated object is a duplicate.",
    file: "packages/redis/src/linking/link.lua",
    find: `    return 'repeat', owner or known
`,
    replace: `    return 'new', id
`,
    tests: ["packages/redis/test/link.test.ts"],
  },
  {
    name: "bursts on several channels kept",
    guarantee: "One burst on two channels of a station is stored once.",
    file: "packages/redis/src/linking/link.lua",
    find: "math.abs(at - seen) <= burst_window then return owner end",
    replace: "false then return owner end",
    tests: ["packages/redis/test/link.test.ts"],
  },
  {
    name: "appends in doubt left out",
    guarantee: "No message is unaccounted for while Redis has a part of a batch.",
    file: "services/ingest/src/journal/database-sync.ts",
    find: "inDoubt: this.#source.progress.inDoubt,",
    replace: "inDoubt: 0,",
    tests: ["packages/testbed/test/full-redis.test.ts"],
  },
];
