import { createHash, type Hash, randomBytes } from "node:crypto";
import { startS3 } from "@jetwire/testbed";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openS3Store } from "../src/stores/s3-store.ts";

const signer = { keyId: "the-key", secret: "a secret", region: "eu-central-1" };
const MiB = 1 << 20;
const file = "of a day.sql.zst.age";
const key = `jetwire/${file}`;
const stack = new AsyncDisposableStack();
let s3: Awaited<ReturnType<typeof startS3>>;
let sent: Hash;
beforeAll(async () => {
  s3 = stack.use(await startS3(signer));
});
beforeEach(() => {
  sent = createHash("sha256");
});
afterEach(() => s3.objects.clear());
afterAll(() => stack.disposeAsync());

function openStore() {
  const { keyId: accessKeyId, secret: secretAccessKey, region } = signer;
  const access = { accessKeyId, secretAccessKey, region };
  return openS3Store({ bucket: "bucket", prefix: "jetwire/", endpoint: s3.endpoint, ...access });
}

/** Yields random bytes in chunks that do not fit parts, and then what `end` does. */
async function* randomSource(bytes: number, end: () => void = () => {}) {
  for (let rest = bytes; rest > 0;) {
    const chunk = randomBytes(Math.min(rest, 1_000_003));
    rest -= chunk.length;
    sent.update(chunk);
    yield chunk;
  }
  end();
}

async function digestOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const read = createHash("sha256");
  for await (const chunk of chunks) read.update(chunk);
  return read.digest("hex");
}

test.each([
  { bytes: 70 * MiB, of: "two parts and a remainder" },
  { bytes: 32 * MiB, of: "exactly one part" },
  { bytes: 0, of: "no bytes" },
])("a file of $of is read back as it was written", async ({ bytes }) => {
  const store = openStore();
  await store.write(file, randomSource(bytes));
  expect(await store.list()).toMatchObject([{ name: file, bytes }]);
  expect(await digestOf(store.read(file))).toBe(sent.digest("hex"));
  expect({ open: s3.uploads.size, refused: s3.refused }).toEqual({ open: 0, refused: [] });
});

test("a source that fails in the third part leaves no file and no parts", async () => {
  const store = openStore();
  const opened: number[] = [];
  const source = randomSource(66 * MiB, () => {
    opened.push(...[...s3.uploads.values()].map(({ parts }) => parts.size));
    throw new Error("the connection broke");
  });
  await expect(store.write(file, source)).rejects.toThrow("the connection broke");
  expect({ opened, left: s3.uploads.size }).toEqual({ opened: [2], left: 0 });
  expect(await store.list()).toEqual([]);
});

test("a request that fails is repeated: the beginning of an upload, a part, and a range", async () => {
  const store = openStore();
  s3.wrong.push(
    { to: /^POST .*uploads=/, status: 500 },
    { to: /^PUT .*partNumber=2&/, status: 503 },
    { to: /^GET /, status: 500 },
  );
  await store.write(file, randomSource(34 * MiB));
  expect(await digestOf(store.read(file))).toBe(sent.digest("hex"));
  expect({ left: s3.wrong, open: s3.uploads.size }).toEqual({ left: [], open: 0 });
});

test("a part that is refused is not repeated, and the others are removed", async () => {
  const store = openStore();
  s3.wrong.push({ to: /^PUT .*partNumber=2&/, status: 403 });
  await expect(store.write(file, randomSource(34 * MiB))).rejects.toThrow("403");
  expect({ files: await store.list(), open: s3.uploads.size }).toEqual({ files: [], open: 0 });
});

test("a file that the service could not join is repeated, although it answered 200", async () => {
  const store = openStore();
  const body = "<Error><Code>InternalError</Code><Message>Please try again.</Message></Error>";
  s3.wrong.push({ to: /^POST .*uploadId=/, status: 200, body });
  await store.write(file, randomSource(33 * MiB));
  expect(s3.objects.get(key)?.bytes.length).toBe(33 * MiB);
});
