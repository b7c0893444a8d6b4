/** A ground station of HFDL. */
export interface HfdlGroundStation {
  /** The number that the system table gives it. */
  readonly id: number;
  readonly name: string;
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** kHz; the position in the list is the number of the frequency in squitters. */
  readonly frequenciesKhz: readonly number[];
}

/** The version of the system table below. */
export const hfdlSystemTableVersion = 52;

/**
 * The system table of HFDL, which its ground stations broadcast. The facts are those of
 * `etc/systable.conf` in dumphfdl 1.7.0, which decoders ship; positions are rounded to about 10 m. No
 * ground station has the number 12.
 */
export const hfdlGroundStations: readonly HfdlGroundStation[] = [
  {
    id: 1,
    name: "San Francisco, California",
    latitude: 38.3846,
    longitude: -121.7596,
    frequenciesKhz: [21934, 17919, 13276, 11327, 10081, 8927, 6559, 5508],
  },
  {
    id: 2,
    name: "Molokai, Hawaii",
    latitude: 21.1844,
    longitude: -157.1868,
    frequenciesKhz: [
      21937, 17919, 13324, 13312, 13276, 11348, 11312, 10027, 8936, 8912, 6565, 5514,
    ],
  },
  {
    id: 3,
    name: "Reykjavik, Iceland",
    latitude: 63.8472,
    longitude: -22.4558,
    frequenciesKhz: [17985, 15025, 11184, 8977, 6712, 5720, 3900],
  },
  {
    id: 4,
    name: "Riverhead, New York",
    latitude: 40.8819,
    longitude: -72.6376,
    frequenciesKhz: [21931, 17919, 13276, 11387, 8912, 6661, 5652],
  },
  {
    id: 5,
    name: "Auckland, New Zealand",
    latitude: -37.0158,
    longitude: 174.8096,
    frequenciesKhz: [17916, 13351, 10084, 8921, 6535, 5583],
  },
  {
    id: 6,
    name: "Hat Yai, Thailand",
    latitude: 6.9375,
    longitude: 100.3885,
    frequenciesKhz: [21949, 17928, 13270, 10066, 8825, 6535, 5655],
  },
  {
    id: 7,
    name: "Shannon, Ireland",
    latitude: 52.7441,
    longitude: -8.9268,
    frequenciesKhz: [11384, 10081, 8942, 8843, 6532, 5547, 3455, 2998],
  },
  {
    id: 8,
    name: "Johannesburg, South Africa",
    latitude: -26.1297,
    longitude: 28.2061,
    frequenciesKhz: [21949, 17922, 13321, 11321, 8834, 5529, 4681, 3016],
  },
  {
    id: 9,
    name: "Barrow, Alaska",
    latitude: 71.2585,
    longitude: -156.5774,
    frequenciesKhz: [
      21937, 21928, 17934, 17919, 11354, 10093, 10027, 8936, 8927, 6646, 5544, 5538, 5529, 4687,
      4654, 3497, 3007, 2992, 2944,
    ],
  },
  {
    id: 10,
    name: "Muan, South Korea",
    latitude: 35.0324,
    longitude: 126.2386,
    frequenciesKhz: [21931, 17958, 13342, 10060, 8939, 6619, 5502, 2941],
  },
  {
    id: 11,
    name: "Albrook, Panama",
    latitude: 9.0847,
    longitude: -79.374,
    frequenciesKhz: [17901, 13264, 10063, 8894, 6589, 5589],
  },
  {
    id: 13,
    name: "Santa Cruz, Bolivia",
    latitude: -17.6712,
    longitude: -63.1571,
    frequenciesKhz: [21997, 17916, 13315, 11318, 8957, 6628, 4660],
  },
  {
    id: 14,
    name: "Krasnoyarsk, Russia",
    latitude: 56.1526,
    longitude: 92.5833,
    frequenciesKhz: [21990, 17912, 13321, 10087, 8886, 6596, 5622],
  },
  {
    id: 15,
    name: "Al Muharraq, Bahrain",
    latitude: 26.3085,
    longitude: 50.4723,
    frequenciesKhz: [21982, 17967, 13312, 10030, 8885, 6646, 5544, 2986],
  },
  {
    id: 16,
    name: "Agana, Guam",
    latitude: 13.4888,
    longitude: 144.8282,
    frequenciesKhz: [21928, 17919, 13312, 11306, 8927, 6652, 5451],
  },
  {
    id: 17,
    name: "Canarias, Spain",
    latitude: 27.9609,
    longitude: -15.4056,
    frequenciesKhz: [21955, 17928, 13303, 11348, 8948, 6529],
  },
];
