export interface SimulatedPosition {
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** Feet; null where the format has none. */
  readonly altitude: number | null;
}
