/** The list of keys. */
export const keyHelpTexts = {
  title: "Keys",
  or: "or",
  groups: [
    {
      name: "Everywhere",
      lines: [
        { combinations: ["Ctrl K", "/"], text: "Go to anything" },
        { combinations: ["["], text: "Names or icons in the rail" },
        { combinations: ["?"], text: "This list" },
        { combinations: ["Esc"], text: "Close" },
      ],
    },
    {
      name: "Lists",
      lines: [
        { combinations: ["j", "↓"], text: "Next row" },
        { combinations: ["k", "↑"], text: "Row before" },
        { combinations: ["Enter"], text: "Open the row" },
        { combinations: ["Space"], text: "Pause the live messages" },
        { combinations: ["Home"], text: "Newest messages" },
        { combinations: ["f"], text: "Filters" },
        { combinations: ["r"], text: "Raw text or words first" },
      ],
    },
    {
      name: "Pages",
      lines: [
        { combinations: ["g l"], text: "Live" },
        { combinations: ["g m"], text: "Map" },
        { combinations: ["g s"], text: "Search" },
        { combinations: ["g t"], text: "Stations" },
        { combinations: ["g x"], text: "Statistics" },
        { combinations: ["g h"], text: "Am I heard?" },
        { combinations: ["g d"], text: "My desk" },
        { combinations: ["g c"], text: "Chat" },
      ],
    },
  ],
};
