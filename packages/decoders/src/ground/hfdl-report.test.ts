import { describe, expect, test } from "vitest";
import {
  dumphfdlAcars,
  dumphfdlLogon,
  dumphfdlPerformance,
} from "../samples/long-range-objects.ts";
import { acarsdecDownlink } from "../samples/vhf-objects.ts";
import { readHfdlDetails } from "./hfdl-report.ts";

const detailsOf = (object: object) => readHfdlDetails(JSON.stringify(object));

function performance(over: object): object {
  const { hfdl } = dumphfdlPerformance;
  const hfnpdu = { ...hfdl.lpdu.hfnpdu, gs: { type: "Ground station", id: 4 }, ...over };
  return { hfdl: { ...hfdl, lpdu: { ...hfdl.lpdu, hfnpdu } } };
}

function frequencyData(data: unknown): object {
  const { hfdl } = dumphfdlLogon;
  const hfnpdu = { ...hfdl.lpdu.hfnpdu, freq_data: data };
  return { hfdl: { ...hfdl, lpdu: { ...hfdl.lpdu, hfnpdu } } };
}

describe("the reports of an aircraft", () => {
  test("of performance have the frequency of its word and counts by bit rate", () => {
    const counts = { "300bps": 219, "600bps": 25, "1200bps": 0, "1800bps": 1 };
    const found = detailsOf(
      performance({
        frequency: { id: 64, freq: 5652 },
        pdu_stats: {
          mpdus_rx_ok_cnt: counts,
          mpdus_tx_cnt: { "300bps": 12 },
          spdus_rx_ok_cnt: 257,
          spdus_missed_cnt: 11,
        },
        last_freq_change_cause: { code: 7, descr: "No change" },
      }),
    );
    expect(found).toEqual({
      groundStation: 4,
      reports: [
        {
          groundStation: 4,
          tuned: [5],
          received: [5],
          mpdus: {
            received: [219, 25, 0, 1],
            failed: [0, 0, 0, 0],
            sent: [12, 0, 0, 0],
            delivered: [0, 0, 0, 0],
          },
          squittersReceived: 257,
          squittersMissed: 11,
          changeCause: 7,
        },
      ],
    });
  });

  test("of frequencies have one row for each ground station", () => {
    const { reports } = detailsOf(
      frequencyData([
        {
          gs: { id: 4 },
          listening_on_freqs: [{ id: 1 }, { id: 4 }, { id: 4 }],
          heard_on_freqs: [{ id: 4 }],
        },
        { gs: { id: 2 }, listening_on_freqs: [{ id: 0 }], heard_on_freqs: [] },
      ]),
    );
    expect(reports).toMatchObject([
      { groundStation: 4, tuned: [1, 4], received: [4], mpdus: null },
      { groundStation: 2, tuned: [0], received: [] },
    ]);
  });

  test.each([
    ["a ground station without a number", performance({ gs: {} })],
    ["a broken PDU", performance({ err: true })],
    ["data that are no list", frequencyData({ gs: { id: 4 } })],
    ["entries that are no objects", frequencyData([null, 7, "x"])],
    ["no report", dumphfdlAcars],
  ])("are none in %s", (_, object) => {
    expect(detailsOf(object).reports).toEqual([]);
  });

  test("are bounded", () => {
    const ids = Array.from({ length: 5_000 }, (_, id) => ({ id: id % 25 }));
    const data = Array.from({ length: 5_000 }, (_, n) => ({
      gs: { id: (n % 127) + 1 },
      heard_on_freqs: ids,
    }));
    const { reports } = detailsOf(frequencyData(data));
    expect(reports).toHaveLength(32);
    expect(reports[0]?.received.length).toBe(20);
  });
});

test("the ground station of a message is its sender or its addressee", () => {
  expect(detailsOf(dumphfdlAcars)).toEqual({ groundStation: 1, reports: [] });
  expect(detailsOf(dumphfdlPerformance).groundStation).toBe(4);
  expect(detailsOf(acarsdecDownlink)).toEqual({ groundStation: null, reports: [] });
  for (const raw of ["", "{", "null", "[1]"]) {
    expect(readHfdlDetails(raw)).toEqual({ groundStation: null, reports: [] });
  }
});
