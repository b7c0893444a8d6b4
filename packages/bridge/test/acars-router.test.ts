import { linesOfLinks } from "@jetwire/decoders/samples";
import {
  addFeeder,
  describeUnless,
  freePorts,
  noAcarsRouter,
  postLines,
  startAcarsRouter,
  startDeployment,
  until,
} from "@jetwire/testbed";
import { expect, test } from "vitest";
import { type LineReader, readLines, runBridge } from "./running-bridge.ts";

const ident = "AR-KSFO1";
/** The type of message that each link of the router has. */
const types = {
  acars: "acars",
  vdlm2: "vdl",
  hfdl: "hfdl",
  imsl: "aero-acars",
  irdm: "iridium-acars",
} as const;
const links = Object.keys(types) as (keyof typeof types)[];

describeUnless(noAcarsRouter, "acars_router behind the bridge", () => {
  test("gets every message of the ports that it connects to, in the forms of decoders", async () => {
    await using jw = await startDeployment();
    const { apiKey } = await addFeeder(jw, "alice", ident);
    const [ports, served] = [await freePorts(links.length), await freePorts(links.length)];
    await using stack = new AsyncDisposableStack();
    stack.use(
      await runBridge(jw, apiKey, {
        BRIDGE_LISTEN: links.map((link, index) => `${types[link]}=${ports[index]}`).join(" "),
      }),
    );
    const options = links.flatMap((link, index) => [
      [`receive-tcp-${link}`, `127.0.0.1:${ports[index]}`],
      [`serve-tcp-${link}`, served[index] ?? 0],
    ]);
    await using router = await startAcarsRouter(
      Object.fromEntries(options) as Readonly<Record<string, string | number>>,
    );
    const readers: LineReader[] = [];
    for (const port of served) readers.push(stack.use(await connected(port)));
    const texts = Array.from({ length: 50 }, (_, number) => `ROUTED ${number}`);
    for (const link of links) {
      await postLines(
        jw,
        texts.map((text) => linesOfLinks[link](ident, `${text} ${link}`)),
      );
    }
    for (const [index, link] of links.entries()) {
      const { lines } = readers[index] ?? { lines: [] };
      await until("all lines", () => lines.length >= texts.length).catch(() => {});
      const received = lines.map((line) => /ROUTED \d+ \w+/.exec(line)?.[0]);
      expect(received).toEqual(texts.map((text) => `${text} ${link}`));
    }
  }, 120_000);
});

/** Connects as soon as something listens. */
async function connected(port: number): Promise<LineReader> {
  return await until(`port ${port}`, async () => {
    const reader = readLines(port);
    await until("an answer", () => reader.isOpen || reader.isClosed);
    return reader.isOpen && reader;
  });
}
