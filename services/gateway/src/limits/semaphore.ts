/**
 * Lets at most `widthMax` pieces of work run at a time, the others in turn: a thousand readers that
 * lose their place at once must not ask Postgres a thousand things at once.
 */
export function createTurns(widthMax: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = widthMax;

  async function turn(): Promise<void> {
    if (free > 0) {
      free--;
      return;
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function giveOn(): void {
    const next = waiting.shift();
    if (next) next();
    else free++;
  }

  return async (work) => {
    await turn();
    try {
      return await work();
    } finally {
      giveOn();
    }
  };
}
