import { expect, test } from "vitest";
import { addressOfNNumber, nNumberOfAddress } from "./n-numbers.ts";

const first = 0xa00001;
const last = 0xadf7c7;
const hex = (address: number) => address.toString(16).toUpperCase();

test.each([
  ["A00001", "N1"],
  ["A00002", "N1A"],
  ["A00003", "N1AA"],
  ["A00724", "N1000Z"],
  ["A00725", "N10000"],
  ["A029D9", "N11"],
  ["A05158", "N12"],
  ["A061E4", "N1235F"],
  ["ACD2D3", "N925XJ"],
  ["ADF7C7", "N99999"],
])("%s is allocated to %s", (address, nNumber) => {
  expect([nNumberOfAddress(address), addressOfNNumber(nNumber)]).toEqual([nNumber, address]);
});

/** A prime, so that all lengths and letters occur. */
const step = 13;

test("addresses of the whole range have numbers in order, and these numbers the addresses", () => {
  const wrong: string[] = [];
  let previous = "";
  for (let address = first; address <= last; address += step) {
    const name = nNumberOfAddress(hex(address)) ?? "";
    // Compared with letters before digits.
    const sorted = name.replaceAll(/[0-9]/g, (digit) => `~${digit}`);
    const isRight = addressOfNNumber(name) === hex(address) && sorted > previous;
    if (!isRight) wrong.push(`${hex(address)}: ${name} after ${previous}`);
    previous = sorted;
  }
  expect(wrong).toEqual([]);
});

test.each(["A00000", "ADF7C8", "AFFFFF", "4CA123", "A0001", "A0000001", "", "A0000G"])(
  "%s has no number",
  (address) => {
    expect(nNumberOfAddress(address)).toBeNull();
  },
);

test.each(["N", "N0", "N01", "NA", "N1I", "N1O", "N1A1", "N123456", "N1234AB", "n1", "G-ABCD", ""])(
  "%s is no N-number",
  (name) => {
    expect(addressOfNNumber(name)).toBeNull();
  },
);
