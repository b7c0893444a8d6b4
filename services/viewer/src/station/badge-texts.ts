interface Badge {
  readonly id: number;
  /** The words for those who do not see the image. They may contain anything. */
  readonly alt: string;
  readonly origin: string;
}

/** Returns the address of a station's badge, and Markdown and HTML that show it as a link to the station. */
export function badgeTexts({ id, alt, origin }: Badge) {
  const image = `${origin}/v1/stations/${id}/status.svg`;
  const page = `${origin}/stations/${id}`;
  return {
    image,
    markdown: `[![${markdownText(alt)}](${image})](${page})`,
    html: `<a href="${page}"><img src="${image}" alt="${htmlText(alt)}"></a>`,
  };
}

function markdownText(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\`*_{}[\]()<>#!|&~]/g, String.raw`\$&`);
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function htmlText(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => entities[letter] ?? "");
}
