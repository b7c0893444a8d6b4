/** Titles of pages. */
export const pages = {
  suffix: (title: string) => (title === "" ? "Jetwire" : `${title} · Jetwire`),
};
