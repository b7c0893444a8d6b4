const levelCharsMax = 64;
/** Characters that separate or select topics, that no topic may have, or that turn the direction of text. */
const unsafe = /[+#/\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Returns a name as one level of a topic. Names of stations come from strangers. */
export function topicLevel(name: string): string {
  const level = name
    .toWellFormed()
    .replaceAll(unsafe, "_")
    .trim()
    .slice(0, levelCharsMax)
    .toWellFormed();
  // Topics that begin with $ are the broker's own.
  return level.replace(/^\$/, "_") || "_";
}
