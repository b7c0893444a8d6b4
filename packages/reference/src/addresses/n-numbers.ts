/*
 * The USA allocates 24-bit addresses from A00001 on to registrations ("N-numbers") in their order: a number comes before those that
 * it begins, and letters before digits: N1, N1A, N1AA … N1ZZ, N10, N10A … N99999. After N come a digit other than 0, further digits,
 * and at most two letters, five characters together. Letters are not I and O.
 */

const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ";
const lengthMax = 5;
const firstAddress = 0xa00001;
const nNumberForm = /^N([1-9][0-9]{0,4})([A-HJ-NP-Z]{0,2})$/;

/** How many numbers there are between one letter and the next after so many digits: the letter alone, and with a second one. */
function perLetter(digits: number): number {
  return digits + 2 <= lengthMax ? 1 + letters.length : 1;
}

/** How many numbers have given first digits, and no further one. */
function withDigits(digits: number): number {
  return 1 + (digits < lengthMax ? letters.length * perLetter(digits) : 0);
}

/** How many numbers begin with given digits, by how many these are. */
const beginningWith: number[] = [];
for (let digits = lengthMax; digits > 0; digits--) {
  beginningWith[digits] = withDigits(digits) + 10 * (beginningWith[digits + 1] ?? 0);
}
const sizeOf = (digits: number) => beginningWith[digits] ?? 0;
const numbers = 9 * sizeOf(1);

/** Returns the address of an N-number like `N12345`, as six hexadecimal digits; null if it is none. In capitals. */
export function addressOfNNumber(nNumber: string): string | null {
  const [, digits = "", suffix = ""] = nNumberForm.exec(nNumber) ?? [];
  if (digits === "" || digits.length + suffix.length > lengthMax) return null;
  let before = (Number(digits[0]) - 1) * sizeOf(1);
  for (let at = 1; at < digits.length; at++) {
    before += withDigits(at) + Number(digits[at]) * sizeOf(at + 1);
  }
  const [first, second] = suffix;
  if (first !== undefined) before += 1 + letters.indexOf(first) * perLetter(digits.length);
  if (second !== undefined) before += 1 + letters.indexOf(second);
  return (firstAddress + before).toString(16).toUpperCase();
}

/** Returns the N-number of an address in hexadecimal; null if it has none. */
export function nNumberOfAddress(address: string): string | null {
  let left = /^[0-9A-F]{6}$/i.test(address) ? Number.parseInt(address, 16) - firstAddress : -1;
  if (left < 0 || left >= numbers) return null;
  let name = `N${1 + Math.floor(left / sizeOf(1))}`;
  left %= sizeOf(1);
  for (let digits = 1; ; digits++) {
    if (left < withDigits(digits)) return name + suffixAt(left, digits);
    left -= withDigits(digits);
    name += String(Math.floor(left / sizeOf(digits + 1)));
    left %= sizeOf(digits + 1);
  }
}

/** Returns the letters of the number that so many others with the same digits come before. */
function suffixAt(before: number, digits: number): string {
  if (before === 0) return "";
  const first = letters[Math.floor((before - 1) / perLetter(digits))] ?? "";
  const second = (before - 1) % perLetter(digits);
  return second === 0 ? first : first + (letters[second - 1] ?? "");
}
