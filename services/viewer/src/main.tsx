import "./look/trusted-types.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { router } from "./app/router.tsx";
import { queryClient } from "./data/query-client.ts";
import { openRealtime } from "./data/realtime.ts";
import { followDisplay } from "./look/display.ts";
import "./look/base.css";
import "./look/fonts.css";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no root element");

followDisplay();
openRealtime({ getToken: undefined });
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
