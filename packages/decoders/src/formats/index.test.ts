import { describe, expect, it } from "vitest";
import { airframesWrapper, decoderObjects } from "../samples/decoder-objects.ts";
import { acarsdecDownlink, dumpvdl2Acars, vdlm2decDownlink } from "../samples/vhf-objects.ts";
import { decodedFrom, statusOfParsed } from "../samples/parsed-objects.ts";
import { readObject } from "./index.ts";

describe("readObject", () => {
  it("tells VDL2 decoders apart by content, as any port may carry either", () => {
    expect(decodedFrom(dumpvdl2Acars).source).toBe("dumpvdl2");
    expect(decodedFrom(vdlm2decDownlink).source).toBe("vdlm2dec");
    expect(decodedFrom({ ...acarsdecDownlink, app: { name: "vdlm2dec" } }).source).toBe("vdlm2dec");
  });

  it("unwraps airframes-client's envelope, but not for ever", () => {
    expect(decodedFrom(airframesWrapper)).toEqual(decodedFrom(acarsdecDownlink));
    let wrapped: object = acarsdecDownlink;
    for (let layer = 0; layer < 10; layer++) wrapped = { ...airframesWrapper, payload: wrapped };
    expect(statusOfParsed(wrapped)).toBe("rejected: unknown-format");
  });

  it("names the keys of what it doesn't know, and no values", () => {
    expect(readObject({ foo: "secret", ["b".repeat(50)]: 1 })).toEqual({
      status: "rejected",
      reason: "unknown-format",
      detail: `keys: foo, ${"b".repeat(24)}`,
    });
  });

  it.each([null, undefined, 5, "text", true, []])("refuses %j, which isn't an object", (value) => {
    expect(statusOfParsed(value)).toBe("rejected: not-an-object");
  });

  it("gives all messages one shape", () => {
    const shapes = new Set<string>();
    for (const object of Object.values(decoderObjects)) {
      const result = readObject(object);
      if (result.status === "decoded") shapes.add(Object.keys(result.message).join());
    }
    expect(shapes.size).toBe(1);
  });

  it("takes nothing from prototypes, and leaves them alone", () => {
    const hostile: unknown = JSON.parse(
      '{"__proto__":{"polluted":1,"vdl2":{}},"constructor":{"prototype":{"polluted":1}},"timestamp":1,"label":"H1"}',
    );
    expect(statusOfParsed(hostile)).toBe("decoded");
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });
});
