import { expect, test } from "vitest";
import { badgeTexts } from "./badge-texts.ts";

const origin = "https://jetwire.example";

test("a badge leads to its station", () => {
  const { image, markdown, html } = badgeTexts({ id: 7, alt: "Status of KABQ", origin });
  expect(image).toBe("https://jetwire.example/v1/stations/7/status.svg");
  expect(markdown).toBe(`[![Status of KABQ](${image})](https://jetwire.example/stations/7)`);
  expect(html).toBe(
    `<a href="https://jetwire.example/stations/7"><img src="${image}" alt="Status of KABQ"></a>`,
  );
});

test("an ident cannot leave the attribute or the brackets that it stands in", () => {
  const alt = `"><script>alert(1)</script>](javascript:alert(1))`;
  const { markdown, html } = badgeTexts({ id: 7, alt, origin });
  expect(html).not.toContain("<script");
  expect(html).toContain("&quot;&gt;&lt;script&gt;");
  expect(markdown).toContain(String.raw`\]\(javascript`);
});
