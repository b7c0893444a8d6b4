// Shows the theme that the web page was set to on this device; without one, the device's own.
try {
  const { theme } = JSON.parse(localStorage.getItem("jetwire-display") ?? "{}");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // The browser allows no storage.
}

// A heading that was chosen from the list would be below the list.
addEventListener("hashchange", () =>
  document.querySelector("#contents:popover-open")?.hidePopover(),
);
