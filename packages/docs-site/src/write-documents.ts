/**
 * Writes the documents of the interfaces, for people who write clients and decoders:
 *
 *   node packages/docs-site/src/write-documents.ts FOLDER VERSION
 *
 * writes jetwire-openapi-VERSION.json, jetwire-asyncapi-VERSION.json, jetwire-feeder-VERSION.schema.json and
 * jetwire-ingest-answer-VERSION.schema.json, and prints the SHA-256 of each as `sha256sum --check` reads it.
 */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import {
  asyncApiDocument,
  feederObjectSchema,
  ingestAnswerSchema,
  openApiDocument,
} from "@jetwire/protocol";

const [folder, version, ...others] = process.argv.slice(2);
if (folder === undefined || version === undefined || others.length > 0) {
  process.stderr.write("write-documents: expected a folder and a version\n");
  process.exitCode = 2;
} else {
  mkdirSync(folder, { recursive: true });
  const documents: Readonly<Record<string, unknown>> = {
    [`jetwire-openapi-${version}.json`]: openApiDocument({ version }),
    [`jetwire-asyncapi-${version}.json`]: asyncApiDocument({ version }),
    [`jetwire-feeder-${version}.schema.json`]: feederObjectSchema,
    [`jetwire-ingest-answer-${version}.schema.json`]: ingestAnswerSchema(),
  };
  for (const [name, document] of Object.entries(documents)) {
    const text = `${JSON.stringify(document, null, 2)}\n`;
    writeFileSync(join(folder, name), text);
    process.stdout.write(`${createHash("sha256").update(text).digest("hex")}  ${name}\n`);
  }
}
