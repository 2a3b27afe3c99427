import { createHash, webcrypto } from 'node:crypto';
import { expect, test } from 'vitest';
import { commitment, drawnSeed, hmac, sha256 } from '@/net/sha256';

const known = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('the standard examples', () => {
  expect(sha256(new Uint8Array())).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(sha256(new TextEncoder().encode('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
test('every length around the ends of blocks', () => {
  for (const length of [1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 37) % 256);
    expect(sha256(bytes)).toBe(known(bytes));
  }
});
test('the fingerprint of a seed is that of its bytes with a prefix', () => {
  expect(commitment('00ff10')).toBe(known(Buffer.concat([Buffer.from('sandtable seed\0'), Buffer.from('00ff10', 'hex')])));
});
test('HMAC and the seed of a game are those of WebCrypto', async () => {
  const seed = '5b1f0c6a2d9e48f7a3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f7081920';
  const parts = ['1f3a5c7e9b2d4f608192a3b4c5d6e7f80123456789abcdeffedcba9876543210', null];
  const raw = Buffer.from(seed, 'hex');
  const key = await webcrypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const message = new TextEncoder().encode(`sandtable deal ${parts[0]} -`);
  expect(drawnSeed(seed, parts)).toBe(Buffer.from(await webcrypto.subtle.sign('HMAC', key, message)).toString('hex'));
  expect(hmac(raw, message)).toBe(drawnSeed(seed, parts));
  expect(drawnSeed(seed, [null, null])).toBe(seed);
  expect(drawnSeed(seed, [])).toBe(seed);
});
