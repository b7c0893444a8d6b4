const units = [
  ["d", 86_400],
  ["h", 3_600],
  ["min", 60],
] as const;

export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  for (const [unit, length] of units) {
    if (seconds >= 2 * length) return `${Math.floor(seconds / length)} ${unit}`;
  }
  return `${seconds} s`;
}

export function bytesText(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  if (bytes < 1_048_576) return `${(bytes / 1_024).toFixed(1)} KiB`;
  return `${(bytes / 1_048_576).toFixed(1)} MiB`;
}

export function countText(count: number): string {
  return count.toLocaleString("en");
}
