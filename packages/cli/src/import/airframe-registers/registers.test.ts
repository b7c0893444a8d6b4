import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { toAirframe } from "../airframe-cells.ts";
import { readCsvRows } from "../csv.ts";
import { readFaaModels } from "./faa.ts";
import { recogniseRegister } from "./index.ts";
import type { ModelsByCode } from "./register.ts";

async function read(text: string, models: ModelsByCode = new Map()) {
  const register = recogniseRegister(text.split("\n")[0] ?? "", models);
  if (register === null) return null;
  const airframes: unknown[] = [];
  for await (const rows of readCsvRows(
    Readable.from([Buffer.from(text)]),
    register.dialect,
    () => {},
  )) {
    airframes.push(...rows.map(({ cells }) => toAirframe(register.cells(cells))));
  }
  return { name: register.name, airframes: airframes.slice(register.hasHeader ? 1 : 0) };
}

const nothing = {
  icao: null,
  tail: null,
  type: null,
  manufacturer: null,
  model: null,
  owner: null,
  operator: null,
  military: null,
};

describe("tar1090-db", () => {
  test("address, tail, type, flags, description, year and owner, without a header", async () => {
    const text = [
      "004002;Z-WPA;B732;00;BOEING 737-200;;;",
      'a0616b;N12310;;10;C-27A "SPARTAN;1991;RUSSELL MILITARY MUSEUM;',
      "~12345;X;;;;;;",
    ].join("\n");
    expect(await read(text)).toEqual({
      name: "tar1090-db",
      airframes: [
        {
          ...nothing,
          icao: "004002",
          tail: "Z-WPA",
          type: "B732",
          model: "BOEING 737-200",
          military: false,
        },
        {
          ...nothing,
          icao: "A0616B",
          tail: "N12310",
          model: 'C-27A "SPARTAN',
          owner: "RUSSELL MILITARY MUSEUM",
          military: true,
        },
        { refused: "address is not 6 hex digits" },
      ],
    });
  });
});

describe("OpenSky", () => {
  const airframe = {
    ...nothing,
    icao: "3C5EEC",
    tail: "D-AIBL",
    type: "A319",
    manufacturer: "Airbus",
    model: "A319, 112",
    operator: "Lufthansa",
    owner: "Some Lessor",
  };

  test("in its first spelling", async () => {
    const text = [
      "icao24,registration,manufacturericao,manufacturername,model,typecode,operator,operatorcallsign,owner,testreg",
      '3c5eec,D-AIBL,AIRBUS,Airbus,"A319, 112",A319,Lufthansa,LUFTHANSA,Some Lessor,',
      ",,,,,,,,,",
    ].join("\n");
    expect(await read(text)).toEqual({
      name: "OpenSky",
      airframes: [airframe, { refused: "no address and no tail" }],
    });
  });

  test("in its later one, in single quotes and another order", async () => {
    const text = [
      "'icao24','timestamp','manufacturerName','model','operator','operatorCallsign','owner','registration','typecode'",
      "'3c5eec','2020-01-01 00:00:00','Airbus','A319, 112','Lufthansa','LUFTHANSA','Some Lessor','D-AIBL','A319'",
    ].join("\n");
    expect(await read(text)).toEqual({ name: "OpenSky", airframes: [airframe] });
  });
});

function faaRow(
  tail: string,
  code: string,
  [kind, name]: readonly [string, string],
  hex: string,
): string {
  return `${tail},SN 1 ,${code},${kind},${name},1 MAIN ST,TOWN,50070673,${hex},`;
}

describe("the FAA's registry", () => {
  const models =
    "\uFEFFCODE,MFR,MODEL,TYPE-ACFT,\r\n2072738,CESSNA   ,172S    ,4,\r\n13844FZ,BOEING ,737-8 ,5,\r\n";
  const header =
    "\uFEFFN-NUMBER,SERIAL NUMBER,MFR MDL CODE,TYPE REGISTRANT,NAME,STREET,CITY,MODE S CODE,MODE S CODE HEX,";

  test("models by their code, organisations by their names, nobody's own name or address", async () => {
    const modelsByCode = await readFaaModels(Readable.from([Buffer.from(models)]));
    const text = [
      header,
      faaRow("172SP", "2072738", ["1", "JOHN PRIVATE   "], "A0F1BB    "),
      faaRow("8ABCD", "13844FZ", ["3", '"QUOTED AIR LINES   '], "          "),
    ].join("\r\n");
    expect((await read(text, modelsByCode ?? new Map()))?.airframes).toEqual([
      { ...nothing, icao: "A0F1BB", tail: "N172SP", manufacturer: "CESSNA", model: "172S" },
      {
        ...nothing,
        icao: "A071BB",
        tail: "N8ABCD",
        manufacturer: "BOEING",
        model: "737-8",
        owner: '"QUOTED AIR LINES',
      },
    ]);
  });

  test("another file is not taken for its models", async () => {
    expect(await readFaaModels(Readable.from([Buffer.from("a,b,c\n1,2,3\n")]))).toBeNull();
  });
});

test("any header that names an address or a tail will do, nothing else", async () => {
  const own = await read("Registration;ICAO Type Code;Military\nG-ABCD;C172;yes\n-;;\nG 1;;");
  expect(own?.airframes).toEqual([
    { ...nothing, tail: "G-ABCD", type: "C172", military: true },
    { refused: "no address and no tail" },
    { refused: "no address and no tail" },
  ]);
  expect(await read("name,age\nx,1")).toBeNull();
  expect(await read("")).toBeNull();
});

test("cells that make no sense say nothing, long and strange text is cut and cleaned", () => {
  expect(
    toAirframe({ icao: "abcdef", tail: "?", type: "12345", owner: " UNKNOWN ", model: "-" }),
  ).toEqual({ ...nothing, icao: "ABCDEF" });
  const cleaned = toAirframe({ icao: "abcdef", owner: `A\u0000B\t${"x".repeat(200)}` });
  expect(cleaned).toMatchObject({ owner: expect.stringMatching(/^A B x{96}$/) });
});
