// When a device shows its part of the deal, and when it keeps it to itself.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addedTo, addParts, drawPart, keepsBack, lostParts, partCommitment } from '@/net/parts';
import { forget, holdSeats } from '@/net/seats';
import type { Status } from '@/net/types';

const BEN = partCommitment('b2'.repeat(32));
let sent: { path: string; body: Record<string, string> }[];
let own: string;
let table: string;
let count = 0;

beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    sent.push({ path, body: JSON.parse(init.body as string) as Record<string, string> });
    return Promise.resolve(new Response('{}', { headers: { 'content-type': 'application/json' } }));
  });
  table = `table${count++}`;
  own = drawPart();
  holdSeats([{ token: `token of ${table}`, table, seat: 0, game: 'g' }]);
});
afterEach(() => {
  forget(table);
  vi.unstubAllGlobals();
});

/** A table of two as the server tells it. */
function told(stage: 'commit' | 'reveal', parts: (string | null)[], more: Partial<Status> = {}): Status {
  const seats = parts.map((_, seat) => ({ seat, kind: 'person' }));
  const waiting = stage === 'commit' ? parts.flatMap((part, seat) => (part === null ? [seat] : [])) : [0];
  const draw = { stage, round: 1, waiting, parts: parts.map((commitment) => ({ commitment, part: null })) };
  return { table, commitment: 'host', seats, draw, ...more } as unknown as Status;
}

test('the part is sent when every fingerprint is there, once', async () => {
  await Promise.all([addParts(told('reveal', [own, BEN])), addParts(told('reveal', [own, BEN]))]);
  expect(sent.map(({ path }) => path)).toEqual([`/api/tables/${table}/reveal`]);
  expect(partCommitment(sent[0]!.body.part!)).toBe(own);
  expect(addedTo(table)).toEqual({ parts: [sent[0]!.body.part], shown: { seed: 'host', parts: [own, BEN] } });
});

test('a host that calls for parts too early gets none', async () => {
  const open = [
    { seat: 0, kind: 'person' },
    { seat: 1, kind: 'open' },
  ] as Status['seats'];
  await addParts(told('reveal', [own, BEN], { seats: open }));
  await addParts(told('reveal', [own, null]));
  expect(sent).toEqual([]);
});

test('a host that changes its own fingerprint gets no part', async () => {
  await addParts({ ...told('commit', [own, BEN]), commitment: 'first' });
  const changed = { ...told('reveal', [own, BEN]), commitment: 'second' };
  await addParts(changed);
  expect(sent).toEqual([]);
  expect(keepsBack(changed)).toBe(true);
  expect(keepsBack({ ...changed, commitment: 'first' })).toBe(false);
});

test('a part is not shown twice for different fingerprints', async () => {
  await addParts(told('reveal', [own, BEN]));
  const other = told('reveal', [own, partCommitment('e3'.repeat(32))]);
  await addParts({ ...other, draw: { ...other.draw!, round: 2 } });
  expect(sent).toHaveLength(1);
});

test('after somebody left a new part is drawn', async () => {
  await addParts(told('commit', [null, BEN]));
  expect(sent.map(({ path }) => path)).toEqual([`/api/tables/${table}/commit`]);
  expect(sent[0]!.body.commitment).not.toBe(own);
  expect(sent[0]!.body.commitment).toMatch(/^[0-9a-f]{64}$/);
});

test('only the part of the last round counts', async () => {
  await addParts(told('reveal', [own, BEN]));
  await addParts(told('commit', [null, BEN]));
  const again = sent[1]!.body.commitment!;
  const second = told('reveal', [again, BEN]);
  await addParts({ ...second, draw: { ...second.draw!, round: 2 } });
  expect(addedTo(table)).toEqual({ parts: [sent[2]!.body.part], shown: { seed: 'host', parts: [again, BEN] } });
});

test('a part that another device keeps cannot be shown here', async () => {
  const status = told('reveal', [partCommitment('aa'.repeat(32)), BEN]);
  await addParts(status);
  expect(sent).toEqual([]);
  expect(lostParts(status)).toEqual([0]);
  expect(lostParts(told('reveal', [own, BEN]))).toEqual([]);
});
