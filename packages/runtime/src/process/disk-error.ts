/** The faults of a disk, by the code of an error of the file system or of Postgres. */
const textByCode: Readonly<Record<string, string>> = {
  ENOSPC: "no space left on the disk",
  EDQUOT: "the disk quota is used up",
  EIO: "the disk reports an error",
  EROFS: "the disk is read-only",
  "53100": "the disk of Postgres is full",
};

/** Redis refuses writes with this prefix, because it cannot write its append-only file or snapshot. */
const redisPrefix = "MISCONF";

/** Returns what is wrong with the disk of this process or of a server, or null for an error that has another cause. */
export function diskErrorText(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error.message.startsWith(redisPrefix)) return "Redis cannot write to its disk";
  const code = "code" in error ? String(error.code) : "";
  const text = textByCode[code];
  return text === undefined ? null : `${text} (${code})`;
}
