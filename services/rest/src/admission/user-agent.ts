/** Browsers by a word of `User-Agent`. The first that fits counts: most claim to be several. */
const browsers = [
  ["Edg", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser", "Samsung Internet"],
  ["Firefox", "Firefox"],
  ["FxiOS", "Firefox"],
  ["CriOS", "Chrome"],
  ["Chrome/", "Chrome"],
  ["Chromium", "Chrome"],
  ["Safari", "Safari"],
] as const;

const systems = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["CrOS", "ChromeOS"],
  ["Linux", "Linux"],
] as const;

/** Returns browser and system in words of ours, `Firefox on Linux`; null if neither is known. */
export function userAgentFamily(userAgent: string | undefined): string | null {
  const given = (userAgent ?? "").slice(0, 512);
  const browser = browsers.find(([word]) => given.includes(word))?.[1];
  const system = systems.find(([word]) => given.includes(word))?.[1];
  if (browser === undefined) return system ?? null;
  return system === undefined ? browser : `${browser} on ${system}`;
}
