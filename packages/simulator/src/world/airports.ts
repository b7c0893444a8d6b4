/** Region, which decides the VHF frequencies. */
export type Region = "americas" | "europe" | "asia-pacific";

export interface SimulatedAirport {
  readonly icao: string;
  readonly iata: string;
  readonly region: Region;
  /** Degrees, rounded to a mile or so. */
  readonly latitude: number;
  readonly longitude: number;
}

/** Airports in the order in which they get stations; the first ones are far apart. */
export const allAirports: readonly SimulatedAirport[] = [
  airport("KABQ", "ABQ", "americas", [35.04, -106.61]),
  airport("EGLL", "LHR", "europe", [51.47, -0.46]),
  airport("KJFK", "JFK", "americas", [40.64, -73.78]),
  airport("EDDF", "FRA", "europe", [50.03, 8.57]),
  airport("KLAX", "LAX", "americas", [33.94, -118.41]),
  airport("YSSY", "SYD", "asia-pacific", [-33.95, 151.18]),
  airport("KORD", "ORD", "americas", [41.98, -87.9]),
  airport("LFPG", "CDG", "europe", [49.01, 2.55]),
  airport("RJTT", "HND", "asia-pacific", [35.55, 139.78]),
  airport("KDEN", "DEN", "americas", [39.86, -104.67]),
  airport("EHAM", "AMS", "europe", [52.31, 4.76]),
  airport("WSSS", "SIN", "asia-pacific", [1.36, 103.99]),
  airport("KPHX", "PHX", "americas", [33.43, -112.01]),
  airport("LEMD", "MAD", "europe", [40.47, -3.56]),
  airport("KATL", "ATL", "americas", [33.64, -84.43]),
  airport("YPPH", "PER", "asia-pacific", [-31.94, 115.97]),
  airport("KDFW", "DFW", "americas", [32.9, -97.04]),
  airport("LSZH", "ZRH", "europe", [47.46, 8.55]),
  airport("KSEA", "SEA", "americas", [47.45, -122.31]),
  airport("EKCH", "CPH", "europe", [55.62, 12.65]),
  airport("KLAS", "LAS", "americas", [36.08, -115.15]),
  airport("EIDW", "DUB", "europe", [53.42, -6.27]),
  airport("KMIA", "MIA", "americas", [25.79, -80.29]),
  airport("VHHH", "HKG", "asia-pacific", [22.31, 113.91]),
  airport("KSFO", "SFO", "americas", [37.62, -122.37]),
  airport("LIRF", "FCO", "europe", [41.8, 12.25]),
  airport("KBOS", "BOS", "americas", [42.36, -71.01]),
  airport("LOWW", "VIE", "europe", [48.11, 16.57]),
  airport("CYYZ", "YYZ", "americas", [43.68, -79.63]),
  airport("ESSA", "ARN", "europe", [59.65, 17.92]),
  airport("MMMX", "MEX", "americas", [19.44, -99.07]),
  airport("NZAA", "AKL", "asia-pacific", [-37.01, 174.79]),
  airport("PHNL", "HNL", "americas", [21.32, -157.92]),
  airport("LPPT", "LIS", "europe", [38.77, -9.13]),
  airport("SBGR", "GRU", "americas", [-23.43, -46.47]),
  airport("OMDB", "DXB", "asia-pacific", [25.25, 55.36]),
  airport("CYVR", "YVR", "americas", [49.19, -123.18]),
  airport("BIKF", "KEF", "europe", [63.99, -22.61]),
  airport("PANC", "ANC", "americas", [61.17, -150.0]),
  airport("FAOR", "JNB", "europe", [-26.14, 28.25]),
];

function airport(
  icao: string,
  iata: string,
  region: Region,
  [latitude, longitude]: readonly [number, number],
): SimulatedAirport {
  return { icao, iata, region, latitude, longitude };
}
