import type { AlertMatch } from "@jetwire/db";

/** Further matches of a rule are counted for this long after one was reported. */
const windowMs = 60_000;
/** The most transmissions that a window counts; the rule is not compared any more until it ends. */
const countedMax = 100;

/** Matches of a rule since the last one that was reported. */
interface Window {
  readonly untilMs: number;
  readonly groups: Set<string>;
  /** The latest match that was only counted. */
  latest: Omit<AlertMatch, "more"> | null;
}

/**
 * Thins out the matches of each rule, so that a broad one costs little: the first one of a minute is
 * reported at once; the others are counted, and reported together at its end.
 */
export function createMatchWindows() {
  // In the order in which they end.
  const windows = new Map<string, Window>();

  function begin(match: Omit<AlertMatch, "more">, nowMs: number): void {
    windows.delete(match.ruleId);
    const untilMs = nowMs + windowMs;
    windows.set(match.ruleId, { untilMs, groups: new Set([match.groupId]), latest: null });
  }

  /** Returns what a window has counted; null if that is nothing. */
  function countedIn({ groups, latest }: Window): AlertMatch | null {
    // The first one was reported by itself, and the latest is reported now.
    return latest && { ...latest, more: groups.size - 2 };
  }

  return {
    /** Whether the rule has to be compared. */
    isOpen(ruleId: string, nowMs: number): boolean {
      const window = windows.get(ruleId);
      return window === undefined || window.untilMs <= nowMs || window.groups.size <= countedMax;
    },
    /** Returns the match if it is to be reported now. */
    add(match: Omit<AlertMatch, "more">, nowMs: number): AlertMatch | null {
      const window = windows.get(match.ruleId);
      if (window === undefined) {
        begin(match, nowMs);
        return { ...match, more: 0 };
      }
      if (!window.groups.has(match.groupId)) {
        window.groups.add(match.groupId);
        window.latest = match;
      }
      return null;
    },
    /** Ends windows whose time is over, and returns what they have counted. */
    end(nowMs: number): AlertMatch[] {
      const ended: AlertMatch[] = [];
      for (const [ruleId, window] of windows) {
        if (window.untilMs > nowMs) break;
        windows.delete(ruleId);
        const counted = countedIn(window);
        if (counted === null) continue;
        ended.push(counted);
        begin(counted, nowMs);
      }
      return ended;
    },
    /** Ends all windows, and returns what they have counted. */
    endAll(): AlertMatch[] {
      const ended = [...windows.values()].map(countedIn).filter((counted) => counted !== null);
      windows.clear();
      return ended;
    },
  };
}
