import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** 80 bits, 5 to a character. */
const codeBytes = 10;
/** The characters, without letters that look like digits (Crockford). */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const groupChars = 4;

export type SetupCodes = ReturnType<typeof createSetupCodes>;

/**
 * Creates the code of the first operator. It is derived, not stored: every process gives out the same one, also after
 * a restart, and the database alone does not reveal it.
 *
 * @param secret the secret from which its key is derived
 */
export function createSetupCodes(secret: string) {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "jetwire setup code", 32));

  /** Returns the code of a salt: `5X2K-09QD-7WTN-C3HM`. */
  function of(salt: string): string {
    const bytes = createHmac("sha256", key).update(salt).digest().subarray(0, codeBytes);
    const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
    const chars = bits.match(/.{5}/g)?.map((five) => alphabet[Number.parseInt(five, 2)]) ?? [];
    return chars.join("").replace(new RegExp(`.{${groupChars}}(?=.)`, "g"), "$&-");
  }

  return {
    of,
    /** Returns whether a text is the code of a salt. It takes as long for every text. */
    isOf(salt: string, given: string): boolean {
      return timingSafeEqual(digest(key, of(salt)), digest(key, given));
    },
  };
}

/** Returns a digest of what counts of a code. */
function digest(key: Buffer, code: string): Buffer {
  const counting = code
    .toUpperCase()
    .replaceAll(/[\s-]/g, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
  return createHmac("sha256", key).update(counting).digest();
}
