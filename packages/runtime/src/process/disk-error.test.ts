import { expect, test } from "vitest";
import { diskErrorText } from "./disk-error.ts";

function failure(message: string, code?: string): Error {
  return Object.assign(new Error(message), code === undefined ? {} : { code });
}

test("errors of a full or broken disk get words, for files, Postgres and Redis", () => {
  expect(diskErrorText(failure("write", "ENOSPC"))).toBe("no space left on the disk (ENOSPC)");
  expect(diskErrorText(failure("write", "EDQUOT"))).toBe("the disk quota is used up (EDQUOT)");
  expect(diskErrorText(failure("could not extend file", "53100"))).toBe(
    "the disk of Postgres is full (53100)",
  );
  expect(diskErrorText(failure("MISCONF Errors writing to the AOF file"))).toBe(
    "Redis cannot write to its disk",
  );
});

test("other errors are not blamed on the disk", () => {
  expect(diskErrorText(failure("connect", "ECONNREFUSED"))).toBeNull();
  expect(diskErrorText(failure("the command MISCONF is not known"))).toBeNull();
  expect(diskErrorText("ENOSPC")).toBeNull();
});
