import { expect, test } from "vitest";
import {
  altitude,
  byteSize,
  decibels,
  degrees,
  distance,
  megahertz,
  oneIn,
  percent,
  position,
  rate,
  textSize,
} from "./numbers.ts";

test.each([
  ["a level", decibels(-26.64), "−26.6 dB"],
  ["a frequency", megahertz(136.975), "136.975 MHz"],
  ["a frequency of HFDL", megahertz(8.9275), "8.9275 MHz"],
  ["a position", position(35.491, -105.217), "35.49 N 105.22 W"],
  ["a position in the south-east", position(-33.9, 151.2, 4), "33.9000 S 151.2000 E"],
  ["a cruising altitude", altitude(35_000, "aviation"), "FL350"],
  ["a low altitude", altitude(2_400, "aviation"), "2,400 ft"],
  ["a metric altitude", altitude(35_000, "metric"), "10,668 m"],
  ["an accuracy", distance(0.05, "aviation"), "0.05 NM"],
  ["a metric accuracy", distance(0.05, "metric"), "0.093 km"],
  ["a short distance", distance(2.53, "aviation"), "2.5 NM"],
  ["a distance", distance(1_204.4, "aviation"), "1,204 NM"],
  ["no bytes", byteSize(0), "0 B"],
  ["some bytes", byteSize(999), "999 B"],
  ["gigabytes", byteSize(1_540_000_000), "1.5 GB"],
  ["many megabytes", byteSize(212_400_000), "212 MB"],
  ["a text of less than a KiB", textSize(412), "412 characters"],
  ["a text of a few KiB", textSize(1_600), "1.6 KiB"],
  ["a long text", textSize(40_000), "39 KiB"],
  ["a track", degrees(359.7), "000°"],
  ["a low rate", rate(3.14), "3.1"],
  ["a high rate", rate(212.4), "212"],
  ["no rate", rate(0), "0"],
  ["a small share", percent(0.0004), "1%"],
  ["no share", percent(0), "0%"],
])("%s", (_what, text, expected) => {
  expect(text).toBe(expected);
});

test.each([
  [1, null],
  [0.42, 2],
  [0.2, 5],
  [0.011, 100],
  [0, 100],
])("a share of %d of the sample is called 1 in %j", (fraction, steps) => {
  expect(oneIn(fraction)).toBe(steps);
});
