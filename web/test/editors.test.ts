import { describe, expect, test } from 'vitest';
import * as ft from '@/games/five-tribes/editor/position';
import fiveTribes from '@/games/five-tribes/lesson.json';
import { opened as openedFt } from '@/games/five-tribes/types';
import * as tg from '@/games/targui/editor/position';
import targui from '@/games/targui/lesson.json';
import { opened as openedTg } from '@/games/targui/types';
import * as tu from '@/games/tuareg/editor/position';
import tuareg from '@/games/tuareg/lesson.json';
import { plus, refill, tally } from '@/study/editor/counting';

/** The position after an edit, with everything that follows from it. */
function edited<P>(from: unknown, settle: (before: P, after: P) => void, edit: (p: P) => void): { before: P; after: P } {
  const before = structuredClone(from) as P;
  const after = structuredClone(before);
  edit(after);
  settle(before, after);
  return { before, after };
}

describe('counting', () => {
  test('a pile gives surplus cards from the bottom and takes missing ones there', () => {
    expect(refill(['a', 'b', 'a'], { a: 3, b: 1 }, { a: 2 })).toEqual(['a', 'b']);
    expect(refill(['b'], { a: 2, b: 1 }, {})).toEqual(['b', 'a', 'a']);
    expect(plus(tally(['a', 'b', 'a']), { b: 2 })).toEqual({ a: 2, b: 3 });
  });
});

describe('tiles and tribes', () => {
  const all = (p: ft.Position) => {
    const out = ft.outside(p);
    return Object.fromEntries(Object.entries(p.bag).map(([colour, n]) => [colour, n + (out[colour] ?? 0)]));
  };
  const edit = (change: (p: ft.Position) => void) => edited<ft.Position>(fiveTribes, ft.settle, change);

  test('a meeple put down comes from the bag', () => {
    const { before, after } = edit((p) => (p.tiles.a1!.meeples.red += 2));
    expect(after.bag.red).toBe(before.bag.red - 2);
    expect(all(after)).toEqual(all(before));
  });
  test('camels, palms and palaces come from their owners and the stock', () => {
    const { before, after } = edit((p) => {
      p.tiles.c1!.camel = 0;
      p.tiles.a3!.palms += 1;
      p.tiles.b2!.palaces = 0;
    });
    expect(after.seats[0]!.camels).toBe(before.seats[0]!.camels - 1);
    expect([after.palms, after.palaces]).toEqual([before.palms - 1, before.palaces + 1]);
  });
  test('a number changed by hand stays', () => {
    expect(edit((p) => (p.bag.red = 1)).after.bag.red).toBe(1);
    expect(edit((p) => (p.seats[1]!.camels = 0)).after.seats[1]!.camels).toBe(0);
  });
  test('cards and djinns come from their piles, and nobody has seen more than there is', () => {
    const { before, after } = edit((p) => {
      p.seats[0]!.hand!.silk += 1;
      p.seats[0]!.hand!.ivory = 0;
      p.seats[1]!.djinns.push('hagis');
    });
    const count = (p: ft.Position, card: string) => p.pile.filter((each) => each === card).length;
    expect(count(after, 'silk')).toBe(count(before, 'silk') - 1);
    expect(count(after, 'ivory')).toBe(count(before, 'ivory') + 1);
    expect(after.seats[0]!.seen.ivory).toBe(0);
    expect(after.djinn_pile).not.toContain('hagis');
  });
  test('markers are read and written', () => {
    const p = structuredClone(fiveTribes) as unknown as ft.Position;
    expect(ft.markers(p).map((marker) => [marker.seat, marker.spot])).toEqual([
      [0, null],
      [1, null],
      [0, null],
      [1, null],
    ]);
    ft.setMarkers(
      p,
      [
        { seat: 1, spot: 8 },
        { seat: 0, spot: 3 },
        { seat: 1, spot: 1 },
        { seat: 0, spot: 0 },
      ],
      'start',
      1,
    );
    expect([p.stage, p.seat, p.next_order, p.queue]).toEqual(['start', 0, [1, 0], [1, 0]]);
    expect(ft.markers(p).map((marker) => marker.spot)).toEqual([8, 3, 1, 0]);
    expect(p.turn).not.toBeNull();
  });
  test('a brush puts down and takes away, never below nothing', () => {
    const p = structuredClone(fiveTribes) as unknown as ft.Position;
    expect(ft.paint(p, 'tile:a1', 'blue', false)).toBe(true);
    expect(p.tiles.a1!.meeples.blue).toBe(1);
    ft.paint(p, 'tile:a1', 'blue', true);
    ft.paint(p, 'tile:a1', 'blue', true);
    expect(p.tiles.a1!.meeples.blue).toBe(0);
    expect(ft.paint(p, 'row:1', 'blue', false)).toBe(false);
  });
  test('the board is given piles as numbers and hands as counts', () => {
    const view = openedFt(fiveTribes);
    expect([view.pile, view.djinn_pile]).toEqual([fiveTribes.pile.length, fiveTribes.djinn_pile.length]);
    expect(view.seats.map((seat) => seat.cards)).toEqual([4, 2]);
  });
});

describe('desert', () => {
  const edit = (change: (p: tg.Position) => void) => edited<tg.Position>(targui, tg.settle, change);
  const camels = (p: tg.Position) => p.camels.reduce((a, b) => a + b, 0);

  test('camels come from the supply', () => {
    const { after } = edit((p) => (p.camels[20] = 50));
    expect(after.supply! + camels(after)).toBe(400);
  });
  test('a lake holds nobody', () => {
    const { after } = edit((p) => (p.card[3] = 'salt_lake'));
    expect([after.owner[3], after.camels[3]]).toEqual([null, 0]);
  });
  test('whoever has no field is out, without silver', () => {
    const { after } = edit((p) => (p.owner = p.owner.map((owner) => (owner === 'yellow' ? null : owner))));
    expect([after.out, after.money.yellow]).toEqual([['yellow'], 0]);
  });
  test('the pack follows the die', () => {
    const { after } = edit((p) => (p.die = 4));
    const lying = (colour: string) => [...after.pack, ...after.revealed].filter((card) => card === colour).length;
    expect([lying('green'), lying('yellow')]).toEqual([4, 4]);
    expect(after.pack.filter((card) => typeof card === 'number')).toHaveLength(1);
  });
  test('another turn begins fresh', () => {
    const { after } = edit((p) => Object.assign(p, { turn: 'yellow', moved: true, bought: true }));
    expect([after.moved, after.bought, after.revealed.at(-1)]).toEqual([false, false, 'yellow']);
  });
  test('a settlement changes places with the land it goes to', () => {
    const p = structuredClone(targui) as unknown as tg.Position;
    const land = p.card[21];
    tg.move(p, 'green', 21);
    expect([p.card[21], p.card[20], tg.homeOf(p, 'green')]).toEqual(['settlement_green', land, 21]);
  });
  test('a deal that waits for its settlements is made ready', () => {
    const deal: any = structuredClone(targui);
    Object.assign(deal, { phase: 'settle', owner: deal.owner.map(() => null), camels: deal.camels.map(() => 0), turn: null, revealed: [] });
    deal.card = deal.card.map((card: string | null) => (card?.startsWith('settlement') ? 'dunes' : card));
    deal.money = { green: 0, yellow: 0 };
    tg.ready(deal);
    expect([deal.phase, deal.turn, deal.money]).toEqual(['turn', 'green', { green: 10, yellow: 10 }]);
    expect(deal.camels.filter((n: number) => n === 10)).toHaveLength(2);
  });
  test('the board is given the pack as counts', () => {
    const view = openedTg(targui);
    expect(view.pack).toEqual({ green: 1, yellow: 2, fate: 1 });
    expect(view.fate_unseen).toEqual([1, 12]);
  });
});

describe('caravans', () => {
  const edit = (change: (p: tu.Position) => void) => edited<tu.Position>(tuareg, tu.settle, change);

  test('cards come from the pile', () => {
    const { before, after } = edit((p) => (p.seats[0]!.hand.water += 1));
    expect(tu.inPile(after, 'water')).toBe(tu.inPile(before, 'water') - 1);
    expect(after.seats[0]!.drawn).toBeUndefined();
  });
  test('specials come from the supply', () => {
    const { before, after } = edit((p) => {
      tu.giveDonkey(p.seats[0]!, true);
      p.seats[1]!.maps = 1;
    });
    expect([after.supply.donkey, after.supply.map]).toEqual([before.supply.donkey - 1, before.supply.map - 1]);
    expect(Object.keys(after.seats[0]!.animals)).toContain('donkey1');
  });
  test('the closing lap runs while the pile is empty', () => {
    const { after } = edit((p) => {
      for (const good of ['water', 'gold', 'salt', 'millet'] as const) p.discard[good] += tu.inPile(p, good);
    });
    expect([after.pile, after.lap, after.ender]).toEqual([[], 2, 1]);
    expect(edit((p) => (p.lap = 2)).after.lap).toBeNull();
  });
  test('an animal carries four bales at most', () => {
    const p = structuredClone(tuareg) as unknown as tu.Position;
    for (let i = 0; i < 6; i++) tu.paint(p, 'animal:camel1', 'salt', false, 0);
    expect(p.seats[0]!.animals.camel1).toHaveLength(4);
    tu.paint(p, 'animal:camel1', 'salt', true, 0);
    expect(p.seats[0]!.animals.camel1).toHaveLength(3);
    expect(tu.paint(p, 'cave:1', 'salt', false, 0)).toBe(false);
  });
});
