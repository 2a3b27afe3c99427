// Checks a deal, written from docs/11-a-fair-deal.md alone.
//   node verify.mjs record.txt shown.json [deal.json]
// shown.json: {"commitment": "…", "parts": ["…", null]}, the fingerprints as the table showed them before the deal.
// deal.json (Tuareg): {"market": ["salt", "gold"], "start": 0, "pile": ["…", …]}, the pile with its top first.
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';

function refuse(why) {
  console.log(`refused: ${why}`);
  process.exit(1);
}

const [recordFile, shownFile, dealFile] = process.argv.slice(2);
const record = readFileSync(recordFile, 'utf8');
const shown = JSON.parse(readFileSync(shownFile, 'utf8'));
function head(name) {
  const found = new RegExp(`^${name}: (.*) #[0-9a-f]{8}$`, 'm').exec(record);
  return found ? found[1] : null;
}

// ---- the sums

const seed = Buffer.from(head('seed') ?? '', 'hex');
if (seed.length !== 32) refuse('the record has no seed');
const commitment = createHash('sha256').update('sandtable seed\0').update(seed).digest('hex');
if (commitment !== head('commitment')) refuse("the seed does not fit the record's fingerprint");
if (commitment !== shown.commitment) refuse('the seed does not fit the fingerprint that was shown');

const parts = JSON.parse(head('parts') ?? '[]');
if (parts.length !== shown.parts.length) refuse('the record has not as many parts as were shown');
parts.forEach((part, seat) => {
  const print = part === null ? null : createHash('sha256').update(`sandtable part ${part}`).digest('hex');
  if (print !== shown.parts[seat]) refuse(`the part of seat ${seat} does not fit the fingerprint that was shown`);
});
const game = createHmac('sha256', seed)
  .update(`sandtable deal ${parts.map((part) => part ?? '-').join(' ')}`)
  .digest();
console.log(`seed of the game: ${game.toString('hex')}`);

// ---- from the seed to the cards

const rot = (x, n) => ((x << n) | (x >>> (32 - n))) >>> 0;
function mix(x) {
  x ^= x >>> 16;
  x = Math.imul(x, 0x85ebca6b);
  x ^= x >>> 13;
  x = Math.imul(x, 0xc2b2ae35);
  x ^= x >>> 16;
  return x >>> 0;
}

class Chance {
  constructor(number) {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(number);
    const key = createHmac('sha256', game).update(bytes).digest();
    this.r = [];
    let c = mix(0x9e3779b9);
    for (let i = 0; i < 4; i++) {
      c = mix((c ^ key.readUInt32BE(4 * i) ^ Math.imul(i, 0x61c88647)) >>> 0);
      this.r.push(c);
    }
    if (this.r.every((word) => word === 0)) this.r[0] = 1;
  }
  next() {
    const r = this.r;
    const result = (rot((r[0] + r[3]) >>> 0, 7) + r[0]) >>> 0;
    const t = (r[1] << 9) >>> 0;
    r[2] = (r[2] ^ r[0]) >>> 0;
    r[3] = (r[3] ^ r[1]) >>> 0;
    r[1] = (r[1] ^ r[2]) >>> 0;
    r[0] = (r[0] ^ r[3]) >>> 0;
    r[2] = (r[2] ^ t) >>> 0;
    r[3] = rot(r[3], 11);
    return result;
  }
  below(n) {
    for (;;) {
      const product = BigInt(this.next()) * BigInt(n);
      if ((product & 0xffffffffn) >= BigInt(2 ** 32 % n)) return Number(product >> 32n);
    }
  }
  shuffle(list) {
    for (let i = list.length - 1; i > 0; i--) {
      const at = this.below(i + 1);
      [list[i], list[at]] = [list[at], list[i]];
    }
  }
}

if (dealFile) {
  const deal = JSON.parse(readFileSync(dealFile, 'utf8'));
  const box = { water: 8, gold: 10, salt: 12, millet: 14 };
  const goods = Object.entries(box).flatMap(([good, count]) => Array(count).fill(good));
  const open = new Chance(0n);
  open.shuffle(goods);
  const market = goods.slice(0, 2);
  for (const good of market) box[good]--;
  const start = JSON.parse(head('options')).start === 'random' ? open.below(Number(head('players'))) : deal.start;
  const hidden = new Chance(0xffffffffffffffffn);
  const pile = [];
  for (let left = 42; left > 0; left--) {
    let at = hidden.below(left);
    for (const good of Object.keys(box)) {
      if (at < box[good]) {
        box[good]--;
        pile.unshift(good);
        break;
      }
      at -= box[good];
    }
  }
  console.log(`market: ${market.join(' ')}\nfirst: seat ${start}\npile: ${pile.join(' ')}`);
  if (market.slice().sort().join() !== deal.market.slice().sort().join()) refuse('the market was not drawn from this seed');
  if (start !== deal.start) refuse('the first seat was not drawn from this seed');
  if (pile.join() !== deal.pile.join()) refuse('the pile was not drawn from this seed');
}
console.log('accepted');
