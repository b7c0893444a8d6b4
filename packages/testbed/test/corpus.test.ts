import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  readAccounting,
  decoderCorpus,
  type Deployment,
  describeUnless,
  jetwire,
  startDeployment,
  until,
} from "../src/index.ts";

const { folder: corpus, missing } = decoderCorpus;
const files =
  missing === null ? readdirSync(corpus).filter((name) => name.endsWith(".ndjson")) : [];
const rows: string[] = [];

/** `malformed.ndjson` has the malformed lines as the member `raw` of valid ones. */
function linesOf(file: string): string[] {
  const lines = readFileSync(new URL(file, corpus), "utf8").trim().split("\n");
  if (file !== "malformed.ndjson") return lines;
  return lines.map((line) => (JSON.parse(line) as { raw: string }).raw);
}

describeUnless(missing, "real decoder output, every line", () => {
  describe.each(["udp", "tcp", "http"] as const)("over %s", (transport) => {
    let jw: Deployment;
    const folder = mkdtempSync(join(tmpdir(), "jetwire-corpus-"));
    beforeAll(async () => {
      jw = await startDeployment({ gateways: 0 });
    });
    afterAll(async () => {
      await jw[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    });

    test.each(files)("%s is accounted for", async (file) => {
      const lines = linesOf(file);
      const sent = join(folder, file);
      writeFileSync(sent, lines.map((line) => `${line}\n`).join(""));
      const before = await readAccounting(jw.database.sql);
      const to = {
        udp: `udp://127.0.0.1:${jw.ingest.udpPorts[0]}`,
        tcp: `tcp://127.0.0.1:${jw.ingest.tcpPorts[0]}`,
        http: `http://127.0.0.1:${jw.ingest.httpPort}/v1/ingest`,
      }[transport];
      expect(await jetwire(jw, "feed", sent, "--to", to)).toMatchObject({ lines: lines.length });
      const after = await until(`every line of ${file} to be accounted for`, async () => {
        const accounting = await readAccounting(jw.database.sql);
        return (
          accounting.offered >= before.offered + lines.length &&
          accounting.unaccounted === 0 &&
          accounting
        );
      });
      const counted = {
        offered: after.offered - before.offered,
        persisted: after.persisted - before.persisted,
        duplicates: after.duplicates - before.duplicates,
        notAMessage: after.notAMessage - before.notAMessage,
        rejected: after.rejected - before.rejected,
      };
      rows.push(
        `${transport} | ${file} | ${Object.values(counted).join(" | ")} | ${after.unaccounted}`,
      );
      expect(after.limited + after.deadLetters).toBe(0);
      expect(counted).toMatchObject(expectedOf(file, lines.length));
    });
  });

  afterAll(() => {
    const head =
      "transport | file | offered | persisted | duplicates | not a message | rejected | unaccounted";
    process.stdout.write(`\n${[head, ...rows].join("\n")}\n`);
  });
});

/** Each line of `malformed.ndjson` is a truncated object followed by a complete one. */
function expectedOf(file: string, lines: number) {
  if (file === "malformed.ndjson") return { offered: 2 * lines, rejected: lines };
  // Output of another service, which no decoder sends.
  if (file === "airframes-realtime.ndjson") return { offered: 1, rejected: 1 };
  return { offered: lines, rejected: 0 };
}
