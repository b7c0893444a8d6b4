import type { Alarm } from "@jetwire/runtime";
import type { Journal } from "./journal.ts";
import { countDamaged } from "./set-aside.ts";

/** Raises the alarm while damaged files are set aside, or if the journal has lost its latest entries. */
export async function checkDamage(
  directory: string,
  journal: Pick<Journal, "hasLostEnd">,
  alarm: Alarm,
): Promise<void> {
  const files = await countDamaged(directory);
  const where = `in ${directory}/damaged`;
  if (files > 0) {
    alarm.raise(
      `${files} damaged files of the journal are ${where}: check the disk, then delete them`,
    );
  } else if (journal.hasLostEnd) {
    alarm.raise(
      `the journal ${directory} had lost its latest entries at the start: check the disk, then restart ingest`,
    );
  } else alarm.clear();
}
