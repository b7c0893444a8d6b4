import { describe, expect, it } from "vitest";
import type { Findings } from "../findings.ts";
import { isForLibrary } from "./library.ts";
import { createTextCounts, createTextReader } from "./read-text.ts";

const timeMs = Date.UTC(2025, 0, 1, 10);
const readText = createTextReader({ now: () => 0 });

function read(label: string, text: string, headChars = 0): Findings | null {
  return readText({ label, text, headChars, stationTimeMs: timeMs });
}

function describedAs(label: string, text: string): string | undefined {
  return read(label, text)?.decoded.description;
}

describe("texts in words", () => {
  it.each([
    [
      "an ARINC 702A position with wind and next waypoint",
      "H1",
      "POSN50123W010456,ABCDE,101112,370,FGHIJ,103000,KLMNO,M56,253024,123CF0C",
      "Position: 50.20 N 10.76 W, FL370, -56 °C, wind 253° 24 kt, next FGHIJ 10:30",
    ],
    [
      "a flight plan",
      "H1",
      "FPN/FNZZZ123/RP:DA:EDDX:AA:LFXX:R:07O(25R):F:ABCDE..FGHIJ8603",
      "Flight plan: ZZZ123, EDDX to LFXX",
    ],
    [
      "a progress report",
      "H1",
      "PRG/DTEDDX,25L,87,195738,048/FNZZZ1230BDF",
      "Progress report: ZZZ123, to EDDX, ETA 19:57",
    ],
    [
      "a request for predicted winds, which is not pilots' weather",
      "H1",
      "REQPWI/WQ390.360:ABCDE.FGHIJ/DQ350388E",
      "Request for predicted winds: FL390, FL360",
    ],
    ["a response", "H1", "RESREQ/AK2A79", "Response to request"],
    [
      "a position below the flight levels, with hundredths of Mach",
      "16",
      "010781/AUTPOS/LLD N501500 W0103000\r\n/ALT 03141/SAT ****\r\n/WND ******/TAT ****/TAS ****/CRZ 080\r\n/FOB 041400\r\n/DAT 250101/TIM 000730",
      "Position: 50.25 N 10.50 W, 3,141 ft, mach 0.8",
    ],
    [
      "a position with label 32",
      "32",
      "N,E,2025-01-01 10:15:44,5520,69491,N 50.250 W 010.500,29025,023,044,-41,451,432,728,1042,",
      "Position: 50.25 N 10.50 W, FL290",
    ],
    [
      "a position of SB01",
      "H1",
      "SB0122BA_X-220E  EDDXLFXX600\r\n 50250-0105000937 31000-50027705809020;014022",
      "Position: 50.25 N 10.50 W, FL310, EDDX to LFXX",
    ],
    ["a frequency", ":;", "131450", "Change to frequency: 131.45 MHz"],
    ["a landing", "QR", "EDDXLFXX0019REST", "Landed 00:19 at LFXX: EDDX to LFXX"],
    ["a take-off", "QQ", "EDDXLFXX2359", "Took off 23:59 at EDDX: EDDX to LFXX"],
    [
      "all times of a flight",
      "Q1",
      "EDDX1000101011001110    LFXX",
      "Times: EDDX to LFXX, out 10:00, off 10:10, on 11:00, in 11:10",
    ],
    [
      "an event with airports",
      "12",
      "OFF01ZZZ123    /01010944EDDXLFXX\r\n094411\r\nFOB  100\r\nLATN 50.111\r\nLONW 8.222\r\nETA1130\r\n",
      "Took off 09:44: ZZZ123, 50.11 N 8.22 W, EDDX to LFXX, ETA 11:30",
    ],
    [
      "a message to the ground",
      "36",
      "GTA01ZZZ123    /--010959EDDXLFXX\r\nZZZ123    NEED A WHEELCHAIR\r\n",
      "Message to the ground: ZZZ123, EDDX to LFXX, NEED A WHEELCHAIR",
    ],
    [
      "an expected time",
      "5Z",
      "/ET EXP TIME       / EDDX LFXX 01 001341/EON 0109 AUTO",
      "Expected time: EDDX to LFXX, ETA 01:09",
    ],
    [
      "a message to the dispatcher",
      "5Z",
      "/C4 DISP MSG       / EDDX LFXX 01 001409\r\nALL WELL",
      "Message to flight dispatch: EDDX to LFXX, ALL WELL",
    ],
    ["a request for ATIS", "B9", "/EDDX.TI2/040EDDXA1EB3", "Request for the arrival ATIS of EDDX"],
    [
      "an ATIS",
      "A9",
      "/ATSZZXA.TI2/EDDX DEP ATIS K\r\n1020Z WIND CALM",
      "ATIS K for departure at EDDX: 1020Z WIND CALM",
    ],
    [
      "a contact advisory",
      "A0",
      "/ZZZE2YA.AFN/FMHZZZ268,.XX-ABC,,052925/FCAYYYCPYA,0C03E\r\n",
      "Contact advisory, log on to YYYCPYA: ZZZ268",
    ],
    [
      "a logon",
      "B0",
      "/ZZZE2YA.AFN/FMHZZZ268,.XX-ABC,ABC123,052925/FCOADS,01/FCOATC,01C03E",
      "Logon to ZZZE2YA: ZZZ268",
    ],
  ])("describe %s", (_, label, text, expected) => {
    expect(describedAs(label, text)).toBe(expected);
  });

  it("have items with units, and numbers as numbers", () => {
    const text = "POSN50123W010456,ABCDE,101112,370,FGHIJ,103000,KLMNO,M56,253024,123CF0C";
    expect(read("H1", `#M1B${text}`, 4)?.decoded).toMatchObject({
      by: "text",
      decoder: "arinc-702",
      level: "partial",
      items: [
        { label: "Position", value: "50.20 N 10.76 W" },
        { label: "Altitude", value: 37_000, unit: "ft" },
        { label: "Last waypoint", value: "ABCDE 10:11" },
        { label: "Next waypoint", value: "FGHIJ 10:30" },
        { label: "Waypoint after it", value: "KLMNO" },
        { label: "Temperature", value: -56, unit: "°C" },
        { label: "Wind", value: "253° 24 kt" },
      ],
    });
  });

  it("are read with the line ends of JAERO too", () => {
    const text = "OFF01ZZZ123    /01010944EDDXLFXX\n\t094411\n\tETA1130";
    expect(read("12", text)?.times).toMatchObject({ off: "094411", eta: "1130" });
  });

  it("have no control characters in words", () => {
    const description = describedAs(
      "5Z",
      "/C4 DISP MSG  / EDDX LFXX 01 001409\r\nA\u0003B\u009bC\r\nD",
    );
    expect(description).toBe("Message to flight dispatch: EDDX to LFXX, A\ufffdB\ufffdC D");
  });
});

describe("positions of texts", () => {
  it.each([
    ["12", "N 50.250,W010.500,38000,001217, 204,.XX-ABC,0242", [50.25, -10.5, 38_000]],
    ["12", "N 50.250,W010.500,GRD,001217, 204,.XX-ABC,0242", [50.25, -10.5, null]],
    ["16", "000512,34998,0205, 173,S 50.250,E010.500", [-50.25, 10.5, 34_998]],
    ["16", "N 50.250/W010.500", [50.25, -10.5, null]],
    [
      "21",
      "POSN 50.257W010.512, 115,000430,35996,24411,  27,-56,010106,EDDX",
      [50.257, -10.512, 35_996],
    ],
    // Degrees, minutes and seconds.
    [
      "22",
      "N 501530W0103000,-------,000430,35996, ,      , ,M 56,24411  27, 115,",
      [50.258333, -10.5, 35_996],
    ],
    ["44", "POS02,N050150W010300,---,EDDX,LFXX,0202,0006,,---.-", [50.25, -10.5, null]],
    ["44", "POS02,N50150W010300,350,EDDX,LFXX,0202,0006,0130,005.1", [50.25, -10.5, 35_000]],
    [
      "80",
      "3N01 POSRPT 0001/13 EDDX/LFXX XX-ABC\r\n/POS N50150W010300/ALT +35992/MCH 787",
      [50.25, -10.5, 35_992],
    ],
    [
      "80",
      "3N01 POSRPT 0001/13 EDDX/LFXX XX-ABC\r\n/POS N5015.0W01030.0/FL 360",
      [50.25, -10.5, 36_000],
    ],
    ["H1", "*POS\r\n01010007N5015W01030360251029790M5550336", [50.25, -10.5, 36_025]],
    [
      "1L",
      "00040220200 N 50.250/W 010.500/UTC 2122/FOB     6.2/ALT  41000/ETA 2308",
      [50.25, -10.5, 41_000],
    ],
    // No flight is so high: the altitude is left out, the position is not.
    [
      "16",
      "010781/AUTPOS/LLD N501500 W0103000\r\n/ALT 127912/SAT ****\r\n/WND ******/TAT ****/TAS ****/CRZ ***\r\n/FOB 041400\r\n/DAT 250101/TIM 000730",
      [50.25, -10.5, null],
    ],
  ])("with label %s: %s", (label, text, [latitude = null, longitude = null, altitude = null]) => {
    const found = read(label, text);
    expect(found?.latitude).toBeCloseTo(latitude ?? 0, 5);
    expect(found?.longitude).toBeCloseTo(longitude ?? 0, 5);
    expect(found?.altitude).toBe(altitude);
    expect(found?.onGround).toBe(text.includes("GRD") ? true : null);
  });

  it.each([
    ["minutes over 59", "22", "N 506530W0103000,-------,000430,35996, ,      , ,M 56,,,"],
    ["minutes over 59", "44", "POS02,N50650W010300,350,EDDX,LFXX,0202,0006,0130,005.1"],
    ["degrees over 90", "12", "N 95.250,W010.500,38000,001217, 204,.XX-ABC,0242"],
  ])("with %s are none", (_, label, text) => {
    expect(read(label, text)).toBe(null);
  });
});

describe("times and airports of texts", () => {
  it.each([
    ["QP", "EDDXLFXX1405", { out: "1405" }, true],
    ["QQ", "EDDXLFXX1405", { off: "1405" }, false],
    ["QS", "EDDXLFXX1405", { in: "1405" }, true],
    ["11", "OUT01ZZZ123    /01011404EDDXLFXX\r\n140435\r\nFOB  149", { out: "140435" }, true],
    ["16", "000512,34998,0205, 173,N 50.250,W010.500", { eta: "0205" }, null],
  ])("with label %s", (label, text, times, onGround) => {
    const found = read(label, text);
    expect(found?.times).toEqual({ out: null, off: null, on: null, in: null, eta: null, ...times });
    expect(found?.onGround).toBe(onGround);
  });

  it("are left out where the text has none", () => {
    const found = read("44", "POS02,N50150W010300,---,XXXX,----,0202,0006,,---.-");
    expect(found).toMatchObject({ departingAirport: null, destinationAirport: null, times: null });
    const report = read("H1", "PRG/DTEDDX,,87,195738,xx4994");
    expect(report?.decoded.items.map(({ label }) => label)).toEqual(["To", "ETA", "Fuel on board"]);
  });

  it.each([
    ["a time of 24:60", "QR", "EDDXLFXX2460"],
    ["words in place of airports", "QR", "ABCDXXXX1900"],
    ["a text that is too short", "Q1", "EDDX10001010"],
    ["the label's meaning only", "Q0", ""],
    ["an acknowledgement", "_d", "TEXT"],
  ])("%s is not decoded", (_, label, text) => {
    expect(read(label, text)).toBe(null);
  });
});

describe("the library's wrong answers", () => {
  it("an ADS-C report is not called CPDLC", () => {
    expect(read("B6", "/ZZZZXBA.ADS.XX-ABC071A081D93A4080EA15C9DF6B0")).toBe(null);
  });

  it("impossible values are left out: wind of 999°, FL999, -99 °C stays", () => {
    const wind = read(
      "H1",
      "POSS50753E010456,ABCDE,101112,370,FGHIJ,103000,KLMNO,M56,999024,12315C1",
    );
    expect(wind?.decoded.items.map(({ label }) => label)).not.toContain("Wind");
    const report = read("H1", "PER/PR1000,250,999,100,,0,40,,M99,1803AD0");
    expect(report).toMatchObject({
      altitude: null,
      decoded: { description: "Performance report: -99 °C" },
    });
  });

  it("a runway has no letter O behind it", () => {
    const items = read("H1", "FPN/FNZZZ123/RP:DA:EDDX:AA:LFXX:R:07O(25R):F:ABCDE..FGHIJ8603")
      ?.decoded.items;
    expect(items).toContainEqual({ label: "Departure runway", value: "07" });
    expect(items?.map(({ label }) => label)).not.toContain("Message checksum");
  });
});

describe("bounds", () => {
  // The library's patterns for these would take hours.
  it.each([
    ["12", `N ,W${",".repeat(4_000)}\n`],
    ["16", `N ,W${",".repeat(4_000)}\n`],
    ["44", `POS01${",".repeat(4_000)}\n`],
    ["44", `00POS03${",".repeat(4_000)}\n`],
    ["SQ", `01X${"1".repeat(4_000)}`],
  ])(
    "a text with label %s that is made to take long is not given to the library",
    (label, text) => {
      expect(isForLibrary(label, text)).toBe(false);
      expect(read(label, text)).toBe(null);
    },
  );

  it("texts of over 4,096 characters are not read", () => {
    expect(read("QR", `EDDXLFXX0019${"X".repeat(4_084)}`)).not.toBe(null);
    expect(read("QR", `EDDXLFXX0019${"X".repeat(4_085)}`)).toBe(null);
  });

  it("no more texts are read in a second when a quarter of it is used up, and all are counted", () => {
    const counts = createTextCounts();
    let nowMs = 0;
    // Each text takes 100 ms.
    const slow = createTextReader({ now: () => (nowMs += 50), counts });
    const message = { label: "QR", text: "EDDXLFXX0019", headChars: 0, stationTimeMs: null };
    const results = Array.from({ length: 6 }, () => slow(message) !== null);
    expect(results).toEqual([true, true, true, true, true, false]);
    expect(counts).toEqual({ read: 5, unknown: 0, failed: 0, skipped: 1 });
    nowMs += 1_000;
    expect(slow(message)).not.toBe(null);
    expect(slow({ ...message, text: "?" })).toBe(null);
    expect(counts).toMatchObject({ read: 6, unknown: 1 });
  });
});
