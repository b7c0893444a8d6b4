/**
 * Adds the dark colours for devices that prefer them, so that they are used without a script too.
 *
 * @param tokens the style sheet of the page's colours
 * @throws Error if it has no dark colours
 */
export function followDevice(tokens: string): string {
  const dark = /:root\[data-theme="dark"\] \{([^}]*)\}/.exec(tokens)?.[1];
  if (dark === undefined) throw new Error("The style sheet has no dark colours");
  return `${tokens}
@media (prefers-color-scheme: dark) {
  :root:not([data-theme="light"]) {${dark}}
}
`;
}
