import { registerByHeader } from "./by-header.ts";
import { faaRegister } from "./faa.ts";
import type { ModelsByCode, Register } from "./register.ts";
import { tar1090Register } from "./tar1090.ts";

/** Recognises a register by its first line; null if it is not known. */
export function recogniseRegister(firstLine: string, modelsByCode: ModelsByCode): Register | null {
  return (
    tar1090Register(firstLine) ??
    faaRegister(firstLine, modelsByCode) ??
    registerByHeader(firstLine)
  );
}
