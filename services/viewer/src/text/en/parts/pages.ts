/** Titles of pages. */
export const pageTexts = {
  suffix: (title: string) => (title === "" ? "Jetwire" : `${title} · Jetwire`),
};
