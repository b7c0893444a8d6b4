/** Tells whether a client has what has this tag. Express' own comparison never matches with `Cache-Control: no-cache`, which Node's fetch sends. */
export function hasTag(ifNoneMatch: string | undefined, tag: string): boolean {
  const tags = (ifNoneMatch ?? "").split(",").map((part) => part.trim().replace(/^W\//, ""));
  return tags.includes(tag) || tags.includes("*");
}
