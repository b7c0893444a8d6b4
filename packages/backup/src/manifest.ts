import { z } from "zod";

/** The version of the format of back-ups. Members are only added to it. */
export const backupFormat = 1;

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const TableName = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/);
const Count = z.number().int().min(0);

/** A sealed file of a back-up. */
const SealedFile = z.object({ bytes: Count, sha256: Sha256 });

/** How a back-up was verified: its rows were restored and compared, it was read to its end, or not at all. */
export const verifyModes = ["rows", "read", "off"] as const;
export type VerifyMode = (typeof verifyModes)[number];

/**
 * The description of a back-up, beside its sealed files. It is written last: what has none is no back-up. Figures of rows
 * are of the same snapshot as the rows.
 */
export const Manifest = z.object({
  format: z.literal(backupFormat),
  name: z.string(),
  /** The time of the snapshot. */
  takenAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** The last migration of the database. */
  migration: z.string().regex(/^\d{4}-[a-z0-9-]+$/),
  /** The version of Postgres. */
  server: z.string(),
  /** The recipient to which the files are sealed; its recovery key opens them. */
  recipient: z.string(),
  database: SealedFile,
  /** The sealed secrets; null if there was no file of them. */
  secrets: SealedFile.nullable(),
  /** Rows and digests by table; see `digestOf` of `packages/db`. */
  tables: z.record(TableName, z.object({ rows: Count, digest: z.string().regex(/^-?\d+$/) })),
  /** Tables that are not of Jetwire and are in no back-up. */
  foreign: z.array(z.string()),
  verified: z.enum(verifyModes),
  /** Says why it was verified less than was asked for; null if it was not. */
  verifiedLess: z.string().nullable(),
});
export type Manifest = z.infer<typeof Manifest>;

const namePattern = /^\d{8}T\d{6}Z-[0-9a-f]{4}$/;

/** Returns the name of a back-up that begins now: `20261125T030000Z-3f0a`. */
export function backupName(nowMs: number, suffix: string): string {
  return `${new Date(nowMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z-${suffix}`;
}

/** The files of a back-up. */
export const fileEndings = {
  database: ".sql.zst.age",
  secrets: ".secrets.age",
  manifest: ".json",
} as const;

/** Returns the back-up that a file belongs to, and its ending; null for a file of something else. */
export function parseFileName(file: string): { name: string; ending: string } | null {
  const dot = file.indexOf(".");
  const [name, ending] = [file.slice(0, dot), file.slice(dot)];
  const isKnown = Object.values<string>(fileEndings).includes(ending);
  return dot > 0 && namePattern.test(name) && isKnown ? { name, ending } : null;
}
