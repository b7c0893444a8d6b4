/** What the groups of commands are about. */
export const groups: Readonly<Record<string, string>> = {
  claims: "Manage claims of accounts for stations, and disputes about them",
};
