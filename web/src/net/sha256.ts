// SHA-256 in the open: crypto.subtle is missing on plain http in the living room, and a check should not need the server.
const K = new Uint32Array(64);
const H = new Uint32Array(8);
(() => {
  let n = 2;
  for (let count = 0; count < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (!prime) continue;
    if (count < 8) H[count] = (Math.sqrt(n) % 1) * 2 ** 32;
    K[count++] = (Math.cbrt(n) % 1) * 2 ** 32;
  }
})();

const turn = (x: number, n: number): number => (x >>> n) | (x << (32 - n));

export function sha256(bytes: Uint8Array): string {
  const length = ((bytes.length + 8) >> 6) + 1;
  const data = new DataView(new ArrayBuffer(length * 64));
  bytes.forEach((byte, i) => data.setUint8(i, byte));
  data.setUint8(bytes.length, 0x80);
  data.setUint32(length * 64 - 8, Math.floor((bytes.length * 8) / 2 ** 32));
  data.setUint32(length * 64 - 4, (bytes.length * 8) >>> 0);
  const hash = Uint32Array.from(H);
  const w = new Uint32Array(64);
  for (let block = 0; block < length; block++) {
    for (let i = 0; i < 16; i++) w[i] = data.getUint32(block * 64 + i * 4);
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15]!;
      const b = w[i - 2]!;
      w[i] = w[i - 16]! + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7]! + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => (hash[i] = (hash[i]! + value) | 0));
  }
  return Array.from(hash, (value) => value.toString(16).padStart(8, '0')).join('');
}

export function unhex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
export const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

/** HMAC-SHA-256 with a key of at most 64 bytes. */
export function hmac(key: Uint8Array, message: Uint8Array): string {
  const pad = (mask: number) => Uint8Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ mask);
  return sha256(joined(pad(0x5c), unhex(sha256(joined(pad(0x36), message)))));
}

/** The fingerprint of a seed, as the kernel publishes it before a game (kernel/seeds.py). */
export function commitment(seed: string): string {
  return sha256(joined(utf8('sandtable seed\0'), unhex(seed)));
}

/** The seed of a game to which the seats added these parts; without any, the host's seed itself. */
export function drawnSeed(seed: string, parts: (string | null)[]): string {
  if (!parts.some(Boolean)) return seed;
  return hmac(unhex(seed), utf8(`sandtable deal ${parts.map((part) => part ?? '-').join(' ')}`));
}
