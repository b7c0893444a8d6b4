import type { Sql } from "../connection/database.ts";

/** The state of the back-ups, as chores stores it. */
export interface BackupState {
  /** Whether a target is set. */
  readonly configured: boolean;
  /** The address of the store, without secrets; null without a target. */
  readonly store: string | null;
  /** The time of the first run with a target; null without one. */
  readonly since: string | null;
  /** The newest back-up that is not damaged. */
  readonly newest: {
    readonly name: string;
    readonly takenAt: string;
    readonly verified: string;
    readonly verifiedLess: string | null;
  } | null;
  readonly count: number;
  /** The time at which the last run failed, and why; null if it succeeded. */
  readonly failedAt: string | null;
  readonly problem: string | null;
  readonly damaged: readonly { readonly name: string; readonly reason: string }[];
  /** The time at which the files of a back-up were last read, by its name. */
  readonly checkedAt: Readonly<Record<string, string>>;
}

/** Reads the state; null if chores has not written one. */
export async function readState(sql: Sql): Promise<BackupState | null> {
  const [row] = await sql<{ state: BackupState }[]>`select state from backup_state`;
  return row?.state ?? null;
}

/** Writes the state. */
export async function writeState(sql: Sql, state: BackupState): Promise<void> {
  await sql`
    insert into backup_state (state) values (${sql.json({ ...state })})
    on conflict (is_single) do update set state = excluded.state, updated_at = now()`;
}
