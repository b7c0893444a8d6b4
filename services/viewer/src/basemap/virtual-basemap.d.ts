/* What the build tells the page about its tiles. */
declare module "virtual:basemap" {
  /** The folder of the tiles, with a slash at its end. */
  export const tilesPath: string;
  export const tileZoomMax: number;
  /** The tiles that exist, one bit each, in base64. */
  export const tilesPresent: string;
}
