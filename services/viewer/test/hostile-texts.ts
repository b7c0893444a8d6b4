/** Ways of getting `canary()` called from a text that is taken for anything but text. */
const payloads = [
  "<img src=x onerror=canary()>",
  "<svg onload=canary()>",
  "<svg><script>canary()</script></svg>",
  "<script>canary()</script>",
  "<iframe srcdoc='<script>parent.canary()</script>'></iframe>",
  "<a href='javascript:canary()' autofocus onfocus=canary()>x</a>",
  "javascript:canary()",
  "<details open ontoggle=canary()>",
  "<style>@import 'javascript:canary()';</style><body onload=canary()>",
  "<input autofocus onfocus=canary()>",
];

const disguises: readonly ((payload: string) => string)[] = [
  (payload) => payload,
  (payload) => `"'>${payload}`,
  (payload) => `</pre></article>${payload}`,
  (payload) => `--><![CDATA[${payload}]]>`,
  (payload) => `\u0000\u202e\u001b[31m\r\n${payload}`,
];

/** Fifty texts that a page must show unchanged. */
export const hostileTexts: readonly string[] = disguises.flatMap((disguise) =>
  payloads.map((payload) => disguise(payload)),
);
