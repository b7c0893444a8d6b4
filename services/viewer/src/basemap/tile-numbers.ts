interface NumberedTile {
  readonly number: number;
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

/** Returns all tiles of the zooms from 0, each with its number. */
export function tileNumbers(zoomMax: number): NumberedTile[] {
  return Array.from({ length: zoomMax + 1 }, (_, zoom) => zoom).flatMap((zoom) =>
    Array.from({ length: 4 ** zoom }, (_, index) => {
      const [x, y] = [index % 2 ** zoom, Math.floor(index / 2 ** zoom)];
      return { number: tileNumber(zoom, x, y), zoom, x, y };
    }),
  );
}

/** Returns the number of a tile: those of lower zooms first, then by row and column. */
export function tileNumber(zoom: number, x: number, y: number): number {
  return (4 ** zoom - 1) / 3 + y * 2 ** zoom + x;
}

/** Writes the numbers of tiles that exist, one bit each. */
export function writePresence(numbers: readonly number[]): string {
  const bytes = new Uint8Array(Math.ceil((Math.max(0, ...numbers) + 1) / 8));
  for (const number of numbers) {
    const index = number >> 3;
    bytes[index] = (bytes[index] ?? 0) | (1 << (number & 7));
  }
  return btoa(String.fromCharCode(...bytes));
}

/** @returns tells whether a tile exists */
export function readPresence(text: string): (number: number) => boolean {
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  return (number) => (((bytes[number >> 3] ?? 0) >> (number & 7)) & 1) === 1;
}
