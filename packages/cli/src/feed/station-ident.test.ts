import { describe, expect, test } from "vitest";
import { withStation } from "./station-ident.ts";

function fed(line: string): string {
  return withStation(Buffer.from(line, "latin1"), "NEW").toString("latin1");
}

describe("the station is set where the decoder would have put it", () => {
  test.each([
    ["acarsdec", '{"timestamp":1.5,"station_id":"OLD","label":"SQ"}', '"station_id":"NEW"'],
    ["acarsdec without one", '{"timestamp":1.5,"label":"SQ"}', '"station_id":"NEW"'],
    ["dumpvdl2", '{"vdl2":{"station":"OLD","freq":1}}', '{"vdl2":{"station":"NEW","freq":1}}'],
    ["dumphfdl", '{"hfdl":{"freq":1}}', '{"hfdl":{"freq":1,"station":"NEW"}}'],
    ["JAERO", '{"isu":{},"station":"OLD"}', '{"isu":{},"station":"NEW"}'],
    ["iridium-toolkit", '{"source":{"station_id":"OLD"}}', '{"source":{"station_id":"NEW"}}'],
    ["SatDump without one", '{"signal_unit":{}}', '"source":{"station_id":"NEW"}'],
    ["a wrapper", '{"payload":{"vdl2":{}},"source":{"format":"x"}}', '{"vdl2":{"station":"NEW"}}'],
  ])("%s", (_, line, expected) => {
    expect(fed(line)).toContain(expected);
  });

  test.each(["not json", '{"a":', "[1]", "7", "caf\xe9", '{"AESID":"A1B2C3"}'])(
    "%s stays as it is",
    (line) => {
      expect(fed(line)).toBe(line);
    },
  );
});
