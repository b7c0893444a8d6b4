import { expect, test } from "vitest";
import { readSniffOptions, SniffFilter } from "../events/sniff.ts";
import { messageFilters } from "./message-filters.ts";
import { sniffFilterOf, sniffMembers } from "./sniff-members.ts";

test("every REST filter is mapped to a member of the firehose's filter, or named as REST only", () => {
  expect(Object.keys(sniffMembers).toSorted()).toEqual(Object.keys(messageFilters).toSorted());
  const members = Object.values(sniffMembers).flatMap((mapped) => mapped?.member ?? []);
  expect(members.toSorted()).toEqual(Object.keys(SniffFilter.shape).toSorted());
});

test("REST parameters become a filter that the gateway accepts", () => {
  const { filter, restOnly } = sniffFilterOf({
    flight: "UA123",
    tail: "N156VN",
    icao: "a1aef6",
    station: "7,12",
    airframe: "0196f3a0-1234-7000-8000-00000000002a",
    airline: "UAL",
    aircraft_type: "B763",
    airport: "KSFO",
    frequency: "136.65-136.975",
    snr_min: "7.5",
    label: "H1,5Z",
    exclude_label: "_d,SQ",
    exclude_text: "ATIS",
    source_type: "vdl,hfdl",
    link_direction: "uplink",
    text: "POS",
    q: "climb",
    decoded: "cpdlc,adsc",
    on_ground: "false",
    authenticated: "true",
    bbox: "11.5,55,24,69",
    has_position: "true",
    since: "2026-01-31",
    first: "true",
  });
  expect(restOnly).toEqual(["since", "first"]);
  expect(readSniffOptions({ filter })).toMatchObject({ ok: true });
  expect(Object.keys(filter).toSorted()).toEqual(Object.keys(SniffFilter.shape).toSorted());
});

test.each([
  [{ on_ground: "maybe" }, "filter.onGround"],
  [{ bbox: "1,2,x,4" }, "filter.bbox"],
  [{ source_type: "vdl," }, "filter.sourceType"],
])("what is wrong in %j is refused by the gateway with its name", (parameters, name) => {
  const { filter } = sniffFilterOf(parameters);
  const request = readSniffOptions({ filter });
  expect(request).toMatchObject({ ok: false, refusal: expect.stringContaining(name) as string });
});

test("what the firehose cannot express is named, not dropped", () => {
  const parameters = { station: "KABQ-1", error_max: "2", constructor: "x" };
  expect(sniffFilterOf(parameters)).toEqual({
    filter: {},
    restOnly: ["station", "error_max", "constructor"],
  });
});
