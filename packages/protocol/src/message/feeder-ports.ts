/**
 * The ports that the documentation of decoders and relays suggests, where feeders send by default.
 * Each takes every format.
 */
export const defaultFeederPorts = {
  udp: [5550, 5552, 5555, 5556, 5557, 5558, 5561, 5571, 5581, 6000],
  tcp: [5550, 5553, 5555, 5556, 5557, 5558, 5590],
  http: 8082,
} as const;
