import { DeadlineError } from "@jetwire/runtime";

/** A bounded number of things that may go on at once; who comes later waits in line. */
export interface Slots {
  /**
   * @returns what gives the slot back.
   * @throws DeadlineError when none was free in time; the place in the line is given up.
   */
  take(ms: number): Promise<() => void>;
}

export function createSlots(count: number): Slots {
  let free = count;
  const line = new Set<() => void>();

  function giveBack(): void {
    const [first] = line;
    if (first === undefined) free++;
    else first();
  }

  return {
    take(ms) {
      if (free > 0) {
        free--;
        return Promise.resolve(giveBack);
      }
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          line.delete(called);
          reject(new DeadlineError("waiting for a connection", ms));
        }, ms);
        function called(): void {
          clearTimeout(timer);
          line.delete(called);
          resolve(giveBack);
        }
        line.add(called);
      });
    },
  };
}
