/**
 * Process of the feeders. Sends datagrams at a rate over UDP, evenly or at random
 * times, each stamped with the moment of its sending. Each station has a socket of its own, because
 * several ingests share datagrams by their sender.
 *
 * argv: host, port (or three with commas: a port for each decoder), messages per second, seconds, number of the first
 * message, `even` or `random`. Prints what it sent.
 */
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { createSeededRandom } from "@jetwire/testbed";

const [host = "", ports = "0", rate = "0", seconds = "0", first = "0", arrivals] =
  process.argv.slice(2);
const stations = 40;
const tails = 500;
const decoders = 3;
const sockets = await Promise.all(
  ports
    .split(",")
    .map((port) => Promise.all(Array.from({ length: stations }, () => connect(Number(port))))),
);

const random = createSeededRandom(Number(first));
const gapMs = 1_000 / Number(rate);
let sent = 0;
let failed = 0;
const startMs = performance.now();
const total = Number(rate) * Number(seconds);
let dueMs = nextMs(startMs);
while (sent < total) {
  while (sent < total && dueMs <= performance.now()) {
    dueMs = nextMs(dueMs);
    const n = Number(first) + sent;
    sockets[(n % decoders) % sockets.length]?.[n % stations]?.send(datagram(n), (error) => {
      if (error) failed++;
    });
    sent++;
  }
  await delay(1);
}
const took = (performance.now() - startMs) / 1_000;
await delay(200);
for (const socket of sockets.flat()) socket.close();
process.stdout.write(`${JSON.stringify({ sent, failed, seconds: took })}\n`);

/** Returns when the message after one of this time is sent. */
function nextMs(ms: number): number {
  return ms + (arrivals === "random" ? random.exponential(gapMs) : gapMs);
}

async function connect(port: number): Promise<Socket> {
  const socket = createSocket("udp4");
  socket.connect(port, host);
  await once(socket, "connect");
  socket.setSendBufferSize(4 * 2 ** 20);
  return socket;
}

/** Returns objects of three decoders in turn, with a text of usual length and unique content. */
function datagram(n: number): string {
  const now = Date.now();
  const tail = `N${100 + (n % tails)}JW`;
  const station = `SIM-B${n % stations}`;
  const text = `POSN38338W121178,BANDO,${String(n).padStart(9, "0")},350,OAK,,,M52,27089,TS /FB 0123/AD KSFO/ET 1432`;
  const number = `M${String(n % 100).padStart(2, "0")}A`;
  const block = String(n % 10);
  const flight = `UA${String(n % 900).padStart(4, "0")}`;
  switch (n % decoders) {
    case 0:
      return `{"timestamp":${now / 1_000},"station_id":"${station}","channel":2,"freq":131.55,"level":-18.4,"error":0,"mode":"2","label":"H1","block_id":"${block}","ack":false,"tail":"${tail}","text":"${text}","msgno":"${number}","flight":"${flight}","assstat":"skipped","app":{"name":"acarsdec","ver":"4.4.1"}}\n`;
    case 1:
      return `{"vdl2":{"app":{"name":"dumpvdl2","ver":"2.5.1"},"station":"${station}","t":{"sec":${Math.floor(now / 1_000)},"usec":${(now % 1_000) * 1_000}},"freq":136975000,"burst_len_octets":150,"hdr_bits_fixed":0,"octets_corrected_by_fec":0,"idx":0,"sig_level":-21.3,"noise_level":-41.8,"freq_skew":1.2,"avlc":{"src":{"addr":"${(0xa00000 + (n % tails)).toString(16).toUpperCase()}","type":"Aircraft","status":"Airborne"},"dst":{"addr":"10A1B2","type":"Ground station"},"cr":"Command","frame_type":"I","rseq":1,"sseq":2,"poll":false,"acars":{"err":false,"crc_ok":true,"more":false,"reg":".${tail}","mode":"2","label":"H1","blk_id":"${block}","ack":"!","flight":"${flight}","msg_num":"${number.slice(0, 3)}","msg_num_seq":"A","sublabel":"M1","msg_text":"${text}"}}}}`;
    default:
      return `{"hfdl":{"app":{"name":"dumphfdl","ver":"1.7.0"},"station":"${station}","t":{"sec":${Math.floor(now / 1_000)},"usec":${(now % 1_000) * 1_000}},"freq":8927000,"bit_rate":1200,"sig_level":-24.9,"noise_level":-46.4,"freq_skew":-3.1,"slot":"S","lpdu":{"err":false,"src":{"type":"Aircraft","id":${n % 250},"ac_info":{"icao":"${(0xb00000 + (n % tails)).toString(16).toUpperCase()}"}},"dst":{"type":"Ground station","id":1,"name":"Test"},"type":{"id":13,"name":"Unnumbered data"},"hfnpdu":{"err":false,"type":{"id":255,"name":"Enveloped data"},"acars":{"err":false,"crc_ok":true,"more":false,"reg":".${tail}","mode":"2","label":"H1","blk_id":"${block}","ack":"!","flight":"${flight}","msg_num":"${number.slice(0, 3)}","msg_num_seq":"A","msg_text":"${text}"}}}}}\n`;
  }
}
