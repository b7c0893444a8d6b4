import { expect, test } from "vitest";
import { arincChecksum, hex4 } from "./checksum.ts";

test("the checksum is the one that catalogues list as CRC-16/GENIBUS", () => {
  expect(hex4(arincChecksum(Buffer.from("123456789")))).toBe("D64E");
});
