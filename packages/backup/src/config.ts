import { readFile } from "node:fs/promises";
import { integerVariable } from "@jetwire/runtime";
import { z } from "zod";
import { verifyModes } from "./manifest.ts";
import type { Rotation } from "./rotation.ts";
import { isRecipient } from "./seal.ts";
import { openFolderStore } from "./stores/folder-store.ts";
import { openS3Store } from "./stores/s3-store.ts";
import type { Store } from "./stores/store.ts";
import type { BackupInput } from "./take-backup.ts";

const s3Pattern = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/;

/** Variables of where back-ups are. */
const backupStoreVariables = {
  /** A folder, or `s3://bucket/prefix`. Without it nothing is backed up. */
  BACKUP_TARGET: z
    .string()
    .refine((text) => text.startsWith("/") || s3Pattern.test(text), {
      error: "expected a folder that begins with / or s3://bucket/prefix",
    })
    .optional(),
  /** The origin of a service that speaks S3; that of Amazon by default. */
  BACKUP_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  BACKUP_S3_REGION: z.string().default("us-east-1"),
  /** The id of the access key. */
  BACKUP_S3_KEY: z.string().optional(),
  BACKUP_S3_SECRET: z.string().optional(),
};

/** Variables of how back-ups are taken. */
export const backupVariables = {
  ...backupStoreVariables,
  /** The public half of the recovery key, `age1…`. */
  BACKUP_RECIPIENT: z.string().refine(isRecipient, "expected a recipient of age: age1…").optional(),
  /** Leads to the server itself, as a role that reads all tables and may create databases; that of the service by default. */
  BACKUP_DATABASE_URL: z.string().optional(),
  /** The file of the sealed secrets that `jetwire backup seal` writes. */
  BACKUP_SEALED_SECRETS: z.string().optional(),
  BACKUP_VERIFY: z.enum(verifyModes).default("rows"),
  /** The hour of the day (UTC) from which on the back-up of the day is taken. */
  BACKUP_HOUR: integerVariable(0, 23).default(3),
  BACKUP_KEEP_DAILY: integerVariable(1, 366).default(7),
  BACKUP_KEEP_WEEKLY: integerVariable(0, 520).default(4),
  BACKUP_KEEP_MONTHLY: integerVariable(0, 120).default(6),
  /** The size of the disk of Postgres, which no other host can see. */
  POSTGRES_DISK_BYTES: integerVariable(1, Number.MAX_SAFE_INTEGER).optional(),
};
const BackupVariables = z.object(backupVariables);
export type BackupVariables = z.infer<typeof BackupVariables>;

/** Refuses a target without a recipient. */
export const recipientRefinement = {
  check: (config: Pick<BackupVariables, "BACKUP_TARGET" | "BACKUP_RECIPIENT">) =>
    config.BACKUP_TARGET === undefined || config.BACKUP_RECIPIENT !== undefined,
  path: ["BACKUP_RECIPIENT"],
  error: "is required with BACKUP_TARGET: `jetwire init` makes it",
};

type StoreVariables = Pick<BackupVariables, keyof typeof backupStoreVariables>;

/**
 * Opens the store that variables name; null without a target.
 *
 * @throws Error that names a variable that is missing
 */
export function openStore(config: StoreVariables): Store | null {
  const target = config.BACKUP_TARGET;
  if (target === undefined) return null;
  const [, bucket, path = ""] = s3Pattern.exec(target) ?? [];
  if (bucket === undefined) return openFolderStore(target);
  const { BACKUP_S3_KEY: key, BACKUP_S3_SECRET: secret, BACKUP_S3_REGION: region } = config;
  if (key === undefined || secret === undefined) {
    throw new Error("BACKUP_S3_KEY and BACKUP_S3_SECRET are required with a target s3://…");
  }
  const endpoint = config.BACKUP_S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`;
  return openS3Store({
    bucket,
    prefix: path === "" || path.endsWith("/") ? path : `${path}/`,
    endpoint: endpoint.replace(/\/$/, ""),
    region,
    accessKeyId: key,
    secretAccessKey: secret,
  });
}

/** Returns what back-ups are made of; null without a recipient. */
export function backupSources(
  config: BackupVariables,
  databaseUrl: string,
  { freeBytes }: Pick<BackupInput, "freeBytes">,
): BackupInput | null {
  const file = config.BACKUP_SEALED_SECRETS;
  if (config.BACKUP_RECIPIENT === undefined) return null;
  return {
    databaseUrl: config.BACKUP_DATABASE_URL ?? databaseUrl,
    sealedSecrets: async () => (file === undefined ? null : await readSealed(file)),
    recipient: config.BACKUP_RECIPIENT,
    verify: config.BACKUP_VERIFY,
    freeBytes,
  };
}

/** A back-up without the secrets that it should have does not count. */
async function readSealed(file: string): Promise<Uint8Array> {
  const sealed = await readFile(file).catch((cause: unknown) => {
    throw new Error(`the sealed secrets ${file} cannot be read`, { cause });
  });
  if (sealed.length > 0) return sealed;
  throw new Error(
    `${file} is empty: run \`jetwire backup seal\` (with compose: \`run --rm seal\`)`,
  );
}

/** Returns how many back-ups are kept. */
export function rotationOf(config: BackupVariables): Rotation {
  return {
    daily: config.BACKUP_KEEP_DAILY,
    weekly: config.BACKUP_KEEP_WEEKLY,
    monthly: config.BACKUP_KEEP_MONTHLY,
  };
}
