import { defaultFeederPorts } from "@jetwire/protocol";
import { describe, expect, test } from "vitest";
import { commandLine, type DecoderTarget, feederPrograms } from "./command-lines.ts";

const target: DecoderTarget = {
  host: "feed.example",
  ports: defaultFeederPorts,
  ident: "HOME-VDL",
};
const programs = feederPrograms.map((program) => [program.id, program] as const);

describe.each(programs)("%s", (id, { suggested }) => {
  test("sends to ports that a service listens on by default", () => {
    for (const { transport, port } of suggested) {
      expect(defaultFeederPorts[transport]).toContain(port);
      expect(commandLine(id, target)).toContain(String(port));
    }
  });

  test("names the host and the station", () => {
    expect(commandLine(id, target)).toContain("feed.example");
    expect(commandLine(id, target)).toContain("HOME-VDL");
  });

  test("sends the station key that is in the ident", () => {
    const ident = "HOME-VDL~jws_0000000000000000000000";
    expect(commandLine(id, { ...target, ident })).toContain(ident);
  });

  test("uses a port that the service has, and is not offered if there is none", () => {
    const ports = { udp: [7001], tcp: [7002] };
    expect(commandLine(id, { ...target, ports })).toMatch(/700[12]/);
    expect(commandLine(id, { ...target, ports: { udp: [], tcp: [] } })).toBeNull();
  });
});

test.each([
  ["acarsdec-4", "-i HOME-VDL --output json:udp:host=feed.example,port=5550"],
  ["acarsdec-3", "-i HOME-VDL -o 0 -j feed.example:5550"],
  ["vdlm2dec", "-j feed.example:5555"],
  ["dumpvdl2", "--station-id HOME-VDL --output decoded:json:udp:address=feed.example,port=5552"],
  ["dumphfdl", "--output decoded:json:tcp:address=feed.example,port=5556"],
  ["jaero", "Format: JSONdump"],
  [
    "iridium-toolkit",
    "--station HOME-VDL | iridium-acars-to-airframes.py --no-airframes --output tcp:",
  ],
  ["acars-router", "\nacars_router --listen-udp-acars 5550 --listen-udp-vdlm2 5555"],
  ["acars-hub", "AR_SEND_UDP_ACARS=acarshub:5550;feed.example:5550"],
])("the text of %s has %j", (id, part) => {
  expect(commandLine(id, target)).toContain(part);
});

test.each([
  ["HOME VDL", "'HOME VDL'"],
  ["a'; rm -rf ~; '", `'a'\\''; rm -rf ~; '\\'''`],
  ["$(reboot)", "'$(reboot)'"],
  ["-x", "'-x'"],
])("the ident %j is one word of a shell", (ident, quoted) => {
  expect(commandLine("acarsdec-3", { ...target, ident })).toContain(`-i ${quoted} -o 0`);
});

test.each(["acars-router", "acars-hub"])(
  "%s leaves the ident to the decoders, and names it in one line of comment",
  (id) => {
    const text = commandLine(id, { ...target, ident: "HOME\nreboot" }) ?? "";
    expect(text).not.toMatch(/override/i);
    expect(text).toMatch(/^# .*HOME reboot'?$/m);
  },
);

test("an ident is text in the configuration of SatDump", () => {
  const text = commandLine("satdump", { ...target, ident: 'a"b' }) ?? "";
  expect(JSON.parse(`{${text}}`)).toEqual({
    inmarsat_aero_parser: {
      save_files: false,
      station_id: 'a"b',
      udp_sinks: { jetwire: { address: "feed.example", port: 5571 } },
    },
  });
});

test("an IPv6 address is in brackets in front of a port", () => {
  expect(commandLine("vdlm2dec", { ...target, host: "2001:db8::7" })).toContain(
    "-j [2001:db8::7]:5555",
  );
});

test("there is no text for an unknown program", () => {
  expect(commandLine("none", target)).toBeNull();
});
