import { link, mkdir, open, readdir, rename } from "node:fs/promises";
import { basename, join } from "node:path";
import { syncDirectory } from "./durable-file.ts";
import type { SegmentScan } from "./segment.ts";

/** The most damaged files that are kept; of later ones nothing but the good records is. */
const filesMax = 16;
const copyBytes = 1 << 20;

/** Returns how many damaged files a journal has set aside: they stay until an operator deletes them. */
export async function countDamaged(directory: string): Promise<number> {
  const names = await readdir(damagedDirectory(directory)).catch(() => []);
  return names.length;
}

/**
 * Replaces a damaged segment by its good records, and keeps the file as it was in `damaged/`.
 *
 * @returns the size of the new segment.
 */
export async function setAside(
  directory: string,
  path: string,
  { bytes, damage }: SegmentScan,
): Promise<number> {
  const aside = damagedDirectory(directory);
  await mkdir(aside, { recursive: true, mode: 0o700 });
  const kept = await readdir(aside);
  const isKept = kept.length < filesMax;
  if (isKept) await link(path, join(aside, freeName(basename(path), kept)));
  const written = await copyGood(path, `${path}.new`, { bytes, damage });
  await rename(`${path}.new`, path);
  await syncDirectory(aside);
  await syncDirectory(directory);
  return written;
}

function damagedDirectory(directory: string): string {
  return join(directory, "damaged");
}

function freeName(name: string, taken: readonly string[]): string {
  let free = name;
  for (let count = 2; taken.includes(free); count++) free = `${name}.${count}`;
  return free;
}

/** Copies the ranges before, between and after damage. */
async function copyGood(from: string, to: string, scan: SegmentScan): Promise<number> {
  await using source = await open(from, "r");
  await using target = await open(to, "w", 0o600);
  const buffer = Buffer.allocUnsafe(copyBytes);
  let written = 0;
  let at = 0;
  for (const { from: end, to: next } of [...scan.damage, { from: scan.bytes, to: scan.bytes }]) {
    while (at < Math.min(end, scan.bytes)) {
      const { bytesRead } = await source.read(buffer, 0, Math.min(copyBytes, end - at), at);
      if (bytesRead === 0) break;
      await target.writeFile(buffer.subarray(0, bytesRead));
      at += bytesRead;
      written += bytesRead;
    }
    at = next;
  }
  await target.sync();
  return written;
}
