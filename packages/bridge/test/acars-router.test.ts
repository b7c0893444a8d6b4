import {
  acarsdecLine,
  addFeeder,
  describeUnless,
  freePorts,
  linesOfLinks,
  noAcarsRouter,
  postLines,
  startAcarsRouter,
  startDeployment,
  until,
} from "@jetwire/testbed";
import { expect, test } from "vitest";
import { readLines, runBridge } from "./running-bridge.ts";

const ident = "AR-KSFO1";

describeUnless(noAcarsRouter, "acars_router behind the bridge", () => {
  test("gets every message of a port that it connects to, in the form of its decoder", async () => {
    await using jw = await startDeployment();
    const { apiKey } = await addFeeder(jw, "alice", ident);
    const ports = await freePorts(6);
    const [acars = 0, vdl = 0, hfdl = 0, routedAcars = 0, routedVdl = 0, routedHfdl = 0] = ports;
    await using _bridge = await runBridge(jw, apiKey, {
      BRIDGE_LISTEN: `acars=${acars} vdl=${vdl} hfdl=${hfdl}`,
    });
    await using router = await startAcarsRouter({
      "receive-tcp-acars": `127.0.0.1:${acars}`,
      "receive-tcp-vdlm2": `127.0.0.1:${vdl}`,
      "receive-tcp-hfdl": `127.0.0.1:${hfdl}`,
      "serve-tcp-acars": routedAcars,
      "serve-tcp-vdlm2": routedVdl,
      "serve-tcp-hfdl": routedHfdl,
    });
    await router.listening(3);
    using ofAcars = readLines(routedAcars);
    using ofVdl = readLines(routedVdl);
    using ofHfdl = readLines(routedHfdl);
    const texts = Array.from({ length: 100 }, (_, number) => `ROUTED ${number}`);
    await postLines(jw, [
      ...texts.map((text) => acarsdecLine(ident, text)),
      ...texts.map((text) => linesOfLinks.vdlm2(ident, text)),
      ...texts.map((text) => linesOfLinks.hfdl(ident, text)),
    ]);
    for (const { lines } of [ofAcars, ofVdl, ofHfdl]) {
      await until("all lines", () => lines.length >= texts.length).catch(() => {});
      expect(lines.map(textOf), router.log().slice(-2_000)).toEqual(texts);
    }
  });
});

function textOf(line: string): string | undefined {
  return /ROUTED \d+/.exec(line)?.[0];
}
