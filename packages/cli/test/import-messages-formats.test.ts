import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as db from "@jetwire/db";
import type { Message } from "@jetwire/protocol";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { beganMs, later, lineAt, startPastScene } from "./past-scene.ts";

let at: Awaited<ReturnType<typeof startPastScene>>;
beforeAll(async () => {
  at = await startPastScene();
});
afterAll(() => at[Symbol.asyncDispose]());
afterEach(() => at.empty());

describe("exports", () => {
  test.each(["ndjson", "csv"])("in %s are stored with their ids again", async (format) => {
    const messages = await exported();
    const file = await at.put(`export.${format}`, format === "csv" ? csvOf(messages) : ndjsonOf(messages)); // prettier-ignore
    const refused = await at.importing(file);
    expect(refused.json()).toMatchObject({ added: 0, refused: 2 });
    const ran = await at.importing(file, "--same-stations", "--again");
    expect(ran.json()).toMatchObject({ rows: 2, added: 2, refused: 0 });
    expect(await at.stored()).toEqual(messages);
    expect((await at.importing(file, "--same-stations", "--again")).json()).toMatchObject({ added: 0, duplicates: 2 }); // prettier-ignore
  });

  test("with an id of another time, or a broken member, are refused", async () => {
    const [one] = await exported();
    const rows = [
      { ...one, id: one?.id.replace(/^.{13}/, (time) => later(time, 3_600_000)) },
      { ...one, frequency: "high" },
    ];
    const file = await at.put("broken.ndjson", rows.map((row) => JSON.stringify(row)).join("\n"));
    expect((await at.importing(file, "--station", "OLD-1")).json()).toMatchObject({
      added: 0,
      refusals: [
        { line: 1, reason: "id: is not of the time in createdAt" },
        { line: 2, reason: expect.stringMatching(/^frequency: /) as unknown },
      ],
    });
  });
});

describe("the database of ACARS Hub", () => {
  const vdl = {
    message_type: "VDL-M2",
    msg_time: beganMs / 1_000,
    station_id: "HUB-VDLM",
    toaddr: "1131690",
    fromaddr: "11271599",
    msg_text: "ABS001DA_N8719Q\r\n 35322",
    tail: "N8719Q",
    flight: "WN2340",
    icao: "ABFDAF",
    freq: "136.650",
    ack: "!",
    mode: "2",
    label: "H1",
    block_id: "3",
    msgno: "D09A",
    error: "0",
    level: "-16.6",
  };

  test("gives its messages with their types and addresses; what a feeder sent is known by its content", async () => {
    const live = lineAt(10.7, { text: "FROM BOTH" }, "HUB-ACARS");
    await at.importing(await at.put("live.ndjson", live));
    makeHub("messages.db", [
      vdl,
      { ...vdl, msg_text: "", label: "", tail: "" },
      { ...vdl, message_type: "PIGEON" },
      {
        message_type: "ACARS",
        msg_time: beganMs / 1_000 + 10,
        station_id: "HUB-ACARS",
        msg_text: "FROM BOTH",
        tail: "N101AB",
        flight: "UA0099",
        freq: "131.550",
        ack: "false",
        mode: "2",
        label: "5Z",
        block_id: "3",
        msgno: "M01A",
        level: "-20.5",
      },
    ]);
    const ran = await at.importing("messages.db");
    expect(ran.json()).toMatchObject({
      format: "database of ACARS Hub",
      rows: 4,
      added: 1,
      duplicates: 1,
      ignored: { "link-frame": 1 },
      refusals: [{ line: 3, reason: "bad-field: message_type: unknown" }],
    });
    const [message] = (await at.stored()).filter(({ source }) => source === "acarshub");
    expect(message).toMatchObject({
      timestamp: new Date(beganMs).toISOString(),
      sourceType: "vdl",
      linkDirection: "downlink",
      fromHex: "ABFDAF",
      toHex: "1144AA",
      frequency: 136.65,
      level: -16.6,
      ack: null,
      tail: "N8719Q",
      airframeId: db.stableIds.ofAirframe("ABFDAF"),
      text: "ABS001DA_N8719Q\r\n 35322",
    });
    expect((await at.importing("messages.db")).json()).toMatchObject({ rows: 0 });
  });

  test("of another program is refused with what it lacks", async () => {
    using other = new DatabaseSync(join(at.folder, "other.db"));
    other.exec("create table messages (id integer primary key, body text)");
    const ran = await at.importing("other.db");
    expect(ran.code).toBe(2);
    expect(ran.json()).toMatchObject({ error: { message: expect.stringContaining("has no message_type") as unknown } }); // prettier-ignore
  });
});

/** Imports lines and returns them as an export has them; nothing is stored then. */
async function exported(): Promise<Message[]> {
  const texts = ['=1+1, "quoted"\nline', "PLAIN"];
  await at.importing(await at.put("x.ndjson", texts.map((text, n) => lineAt(n, { text, level: -20.5 })).join("\n"))); // prettier-ignore
  const messages = await at.stored();
  await at.sql`delete from messages`;
  return messages;
}

function ndjsonOf(messages: readonly Message[]): string {
  return messages.map((message) => `${JSON.stringify({ ...message, raw: "{}" })}\n`).join("");
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined || value === false) return "";
  const cell = typeof value === "string" ? value : value === true ? "1" : JSON.stringify(value);
  const safe = /^[=+\-@]/.test(cell) ? `'${cell}` : cell;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** Formats a table as the service exports it: every cell that a spreadsheet would run gets an apostrophe. */
function csvOf(messages: readonly Message[]): string {
  const names = Object.keys(messages[0] ?? {});
  const rows = messages.map((message) => Object.values(message).map(cellOf).join(","));
  return [names.join(","), ...rows, ""].join("\r\n");
}

/** Makes a database with the table of version 4. */
function makeHub(name: string, rows: readonly Record<string, unknown>[]): void {
  using hub = new DatabaseSync(join(at.folder, name));
  const texts = "toaddr,fromaddr,depa,dsta,eta,gtout,gtin,wloff,wlin,lat,lon,alt,msg_text,tail,flight,icao,freq,ack,mode,label,block_id,msgno,is_response,is_onground,error,libacars,level"; // prettier-ignore
  const columns = texts.split(",");
  hub.exec(`create table messages (id integer primary key autoincrement, message_type text, msg_time integer,
    station_id text, ${columns.map((column) => `${column} text not null default ''`).join(", ")})`);
  for (const row of rows) {
    const given = Object.keys(row);
    hub
      .prepare(
        `insert into messages (${given.join(", ")}) values (${given.map(() => "?").join(", ")})`,
      )
      .run(...(Object.values(row) as string[]));
  }
}
