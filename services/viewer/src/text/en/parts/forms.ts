export const formTexts = {
  cancel: "Cancel",
  // What is wrong with a field: its name is above it.
  missing: "must not be empty",
  notNumber: "must be a number",
  least: (limit: number | bigint) => `must be at least ${limit}`,
  most: (limit: number | bigint) => `must be at most ${limit}`,
  charsMin: (limit: number | bigint) => `must have at least ${limit} characters`,
  charsMax: (limit: number | bigint) => `must have at most ${limit} characters`,
};
