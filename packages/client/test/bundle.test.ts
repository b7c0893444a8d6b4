import { gzipSync } from "node:zlib";
import { build } from "vite";
import { expect, test } from "vitest";

interface Bundle {
  readonly code: string;
  /** Every module that is in it. */
  readonly modules: readonly string[];
  /** Modules that it would have to load at run time. */
  readonly imports: readonly string[];
}

/** A page that uses the client, bundled as a browser gets it. */
async function bundleOf(page: string): Promise<Bundle> {
  const entry = "virtual:page";
  const result = await build({
    configFile: false,
    logLevel: "silent",
    root: new URL("..", import.meta.url).pathname,
    plugins: [
      {
        name: "page",
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? page : null),
      },
    ],
    build: { write: false, target: "es2023", rollupOptions: { input: entry } },
  });
  if (!("output" in result)) throw new Error("not one bundle");
  const chunks = result.output.filter((one) => one.type === "chunk");
  return {
    code: chunks.map(({ code }) => code).join("\n"),
    modules: chunks.flatMap(({ moduleIds }) => moduleIds),
    imports: chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]),
  };
}

test("a browser bundle has no modules of Node", async () => {
  const { code, modules, imports } = await bundleOf(
    'import * as client from "@jetwire/client"; globalThis.client = client;',
  );
  expect(imports).toEqual([]);
  // A bundler puts an empty module in the place of Node's.
  const foreign = modules.filter((id) =>
    /^node:|__vite-browser-external|\/ws\/|\.node\.js$/.test(id),
  );
  expect(foreign).toEqual([]);
  expect(modules.some((id) => id.includes("socket.io-client"))).toBe(true);
  expect(code).toContain("messages:sniff");
});

test("a page that uses REST only has no Socket.IO in its bundle", async () => {
  const { code, modules } = await bundleOf(
    'import { createRestClient } from "@jetwire/client"; globalThis.create = createRestClient;',
  );
  expect(code).toContain("/v1/messages");
  expect(modules.filter((id) => /socket\.io|engine\.io/.test(id))).toEqual([]);
});

test("the realtime part alone has no schemas, and at most 22 KiB with gzip", async () => {
  const { code, modules, imports } = await bundleOf(
    'import { connectRealtime } from "@jetwire/client/realtime"; globalThis.connect = connectRealtime;',
  );
  expect(imports).toEqual([]);
  expect(modules.filter((id) => /\/zod\/|\/rest\//.test(id))).toEqual([]);
  expect(code).toContain("messages:sniff");
  expect(code).not.toContain("Departure slot");
  expect(gzipSync(code).byteLength).toBeLessThanOrEqual(22 * 1_024);
});

test("names, meanings of labels and the table of filters come without schemas", async () => {
  const { code, modules } = await bundleOf(
    'import * as plain from "@jetwire/protocol/plain"; globalThis.plain = plain;',
  );
  expect(modules.filter((id) => id.includes("/zod/"))).toEqual([]);
  expect(code).toContain("Departure slot");
});
