import { describe, expect, it } from "vitest";
import { acarsdecDownlink, receptionsOf, type SampleTransmission } from "../../samples/index.ts";
import { decodedFrom } from "../../samples/parsed-objects.ts";

const report: SampleTransmission = {
  label: "H1",
  isDownlink: true,
  text: "#M1B/BA POS REPORT\r\nLINE",
  sublabel: "M1",
  mfi: "BA",
  body: "POS REPORT\r\nLINE",
};
const request: SampleTransmission = {
  label: "H1",
  isDownlink: false,
  text: "- #MDREQPOS",
  sublabel: "MD",
  body: "REQPOS",
};

describe("sublabel and MFI of H1", () => {
  it.each(Object.entries(receptionsOf(report)))(
    "are read from a downlink of %s",
    (name, object) => {
      const isLost = name.endsWith("relayed");
      const message = decodedFrom(object);
      expect(message).toMatchObject(
        isLost ? { sublabel: null, mfi: null } : { sublabel: "M1", mfi: "BA" },
      );
      expect(message.text?.slice(message.headChars).startsWith("POS REPORT")).toBe(true);
    },
  );

  it.each(Object.entries(receptionsOf(request)))(
    "are read from an uplink of %s",
    (name, object) => {
      const isLost = name.endsWith("relayed");
      const message = decodedFrom(object);
      expect(message).toMatchObject({ sublabel: isLost ? null : "MD", mfi: null });
      expect(message.text?.slice(message.headChars)).toBe("REQPOS");
    },
  );

  it("stay in the text if the decoder left them there", () => {
    expect(decodedFrom({ ...acarsdecDownlink, text: "#DFB/RD X" })).toMatchObject({
      sublabel: "DF",
      mfi: "RD",
      headChars: 8,
      text: "#DFB/RD X",
    });
  });

  it.each([
    ["another label", { label: "5Z", text: "#M1BX" }],
    ["an uplink's head in a downlink", { text: "- #MDX" }],
    ["a downlink's head in an uplink", { block_id: "W", text: "#M1BX" }],
    ["no code", { text: "#  BX" }],
    ["a squitter without direction", { block_id: undefined, text: "#M1BX" }],
  ])("are not read from %s", (_, over) => {
    const message = decodedFrom({ ...acarsdecDownlink, ...over });
    expect(message).toMatchObject({ sublabel: null, mfi: null, headChars: 0 });
  });

  it("are not read from the rest of a text that a decoder has cut", () => {
    const cut = decodedFrom({ ...acarsdecDownlink, sublabel: "M1", text: "#M2BX" });
    expect(cut).toMatchObject({ sublabel: "M1", mfi: null, headChars: 0, text: "#M2BX" });
  });
});
