export interface HfdlGroundStation {
  /** Number in the system table that all ground stations broadcast. */
  readonly id: number;
  readonly name: string;
  /** kHz; the position in the list is the frequency's id. */
  readonly frequenciesKhz: readonly number[];
}

export const hfdlGroundStations: readonly HfdlGroundStation[] = [
  gs(1, "San Francisco, California", [21934, 17919, 13276, 11327, 10081, 8927, 6559, 5508]),
  gs(2, "Molokai, Hawaii", [21937, 17919, 13312, 11348, 8936, 6565, 5514]),
  gs(3, "Reykjavik, Iceland", [17985, 15025, 11184, 8977, 6712, 5720, 3900]),
  gs(4, "Riverhead, New York", [21934, 17919, 13276, 11387, 8912, 6661, 5652]),
  gs(5, "Auckland, New Zealand", [17916, 13351, 10084, 8921, 6535, 5583]),
  gs(6, "Hat Yai, Thailand", [21949, 17928, 13270, 10066, 8825, 6535, 5655]),
  gs(7, "Shannon, Ireland", [11384, 10081, 8942, 8843, 6532, 5547, 3455]),
  gs(8, "Johannesburg, South Africa", [21949, 13321, 11321, 8834, 5529, 4681]),
  gs(13, "Santa Cruz, Bolivia", [21997, 17916, 13315, 11318, 8957, 6628, 4660]),
  gs(17, "Canarias, Spain", [21955, 17928, 13303, 11348, 8948, 6529, 5589]),
];

function gs(id: number, name: string, frequenciesKhz: readonly number[]): HfdlGroundStation {
  return { id, name, frequenciesKhz };
}
