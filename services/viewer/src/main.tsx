import "./ui/trusted-types.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { router } from "./app/router.tsx";
import { fetchParts } from "./app/lazy-part.ts";
import { followAccountDisplay } from "./account/follow-account-display.ts";
import { followNotices } from "./data/live/notices.ts";
import { queryClient } from "./data/rest/query-client.ts";
import { openRealtime } from "./data/live/realtime.ts";
import { startSession } from "./data/rest/rest.ts";
import { wasSignedIn } from "./data/session/session.ts";
import { followDisplay } from "./ui/display/display.ts";
import "./ui/base.css";
import "./ui/fonts.css";

/** The delay after which the first page has what it needs, even on a slow connection. */
const fetchPartsAfterMs = 4_000;

const root = document.getElementById("root");
if (!root) throw new Error("The page has no root element");

followDisplay();
followNotices();
followAccountDisplay();
// A visitor is connected at once. A user is connected when the server has confirmed the session.
if (!wasSignedIn()) openRealtime({ getToken: undefined });
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);

setTimeout(() => void fetchParts(), fetchPartsAfterMs);

requestAnimationFrame(() => {
  startSession().catch(() => {
    // Without REST the live messages still work; pages of users show the error.
    if (wasSignedIn()) openRealtime({ getToken: undefined });
  });
});
