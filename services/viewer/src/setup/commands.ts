/**
 * Returns the commands that list the back-ups of a target, and restore the newest, as docs/operations/backup.md says.
 *
 * @param replace the option that replaces the database of a service that somebody operates, with a space
 */
export function restoreLines(replace = ""): string {
  return `jetwire restore list --target /var/backups/jetwire
jw stop ingest persister fanout sampler gateway rest chores restorer
jetwire restore run --target /var/backups/jetwire ${replace}--recovery-key - < recovery-key.txt
jw up --detach --wait`;
}

/** Prints the code of the first operator. */
export const codeLine = `jw logs rest | grep "enter the code"`;

/** Replaces the containers whose variables have changed. */
export const startLine = "jw up --detach --wait";

export const domainLine = "DOMAIN=jetwire.example.org";
export const mailLine = "SMTP_URL=smtp://user@smtp.example.org:587";
export const backupLine = "BACKUP_TARGET=/var/backups/jetwire";
export const backUpNowLine = "jetwire chores run back-up";

/** Prints a link that signs in to an account. */
export function inviteLine(username: string): string {
  return `jetwire accounts invite --account ${username}`;
}
