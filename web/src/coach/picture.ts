// A report as a picture: the curve, the seats and their summary, drawn on a canvas in the colours of the page.
import type { Translate } from '@/i18n/i18n.svelte';
import { about, fortune, type Paint } from './paint';
import { LABELS, type Report } from './types';

const WIDE = 1600;
const LEFT = 70;
const CHART = { y: 150, height: 420 };

/** `var(--seat-0)` as the colour it is now. */
function colour(css: string): string {
  const name = /var\((--[\w-]+)\)/.exec(css)?.[1];
  return name ? getComputedStyle(document.documentElement).getPropertyValue(name).trim() : css;
}

/** The pattern of a seat, as in bars and charts. */
function pattern(pen: CanvasRenderingContext2D, seat: number): CanvasPattern | null {
  const tile = document.createElement('canvas');
  tile.width = tile.height = 16;
  const p = tile.getContext('2d');
  if (!p || seat === 0) return null;
  p.strokeStyle = seat === 3 ? 'rgba(255,255,255,.28)' : 'rgba(42,33,68,.24)';
  p.fillStyle = 'rgba(20,21,45,.3)';
  p.lineWidth = 3.5;
  p.beginPath();
  const stroke = (x1: number, y1: number, x2: number, y2: number) => {
    p.moveTo(x1, y1);
    p.lineTo(x2, y2);
  };
  if (seat === 1) for (const d of [-16, 0, 16]) stroke(d - 4, 20, d + 20, -4);
  if (seat === 2) {
    p.arc(8, 8, 3, 0, 7);
    p.fill();
  }
  if (seat === 3) stroke(0, 8, 16, 8);
  if (seat >= 3) stroke(8, 0, 8, 16);
  p.stroke();
  return pen.createPattern(tile, 'repeat');
}

function wrap(pen: CanvasRenderingContext2D, text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line ? `${line} ${word}` : word;
    if (line && pen.measureText(longer).width > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line ? [...lines, line] : lines;
}

function emblem(pen: CanvasRenderingContext2D, paint: Paint, seat: number, x: number, y: number, r: number): void {
  pen.fillStyle = colour(paint.fill);
  pen.strokeStyle = '#2A2144';
  pen.lineWidth = 3;
  pen.beginPath();
  pen.arc(x, y, r, 0, 7);
  pen.fill();
  pen.stroke();
  pen.fillStyle = colour(paint.ink);
  pen.font = `800 ${r}px "Source Sans 3 Variable", sans-serif`;
  pen.textAlign = 'center';
  pen.fillText(String(seat + 1), x, y + r * 0.35);
  pen.textAlign = 'left';
}

export async function picture(report: Report, paints: Paint[], title: string, t: Translate): Promise<Blob> {
  await document.fonts.ready;
  const canvas = document.createElement('canvas');
  const seats = [...report.seats].sort((a, b) => a.rank - b.rank);
  const pen = canvas.getContext('2d')!;
  const column = (WIDE - 2 * LEFT + 24) / Math.max(1, seats.length);
  const names = paints.map((paint) => paint.name);
  pen.font = '400 24px "Source Sans 3 Variable", sans-serif';
  const told = seats.map((seat) => wrap(pen, about(seat, names, t), column - 24));
  const below = CHART.y + CHART.height + 90;
  canvas.width = WIDE;
  canvas.height = below + 190 + 32 * Math.max(0, ...told.map((lines) => lines.length)) + 50;

  pen.fillStyle = colour('var(--bg)');
  pen.fillRect(0, 0, canvas.width, canvas.height);
  const ink = colour('var(--text)');
  const quiet = colour('var(--text-3)');
  const write = (text: string, x: number, y: number, font: string, fill = ink) => {
    pen.font = `${font} "Source Sans 3 Variable", sans-serif`;
    pen.fillStyle = fill;
    pen.fillText(text, x, y);
  };
  pen.font = '400 46px "Young Serif", serif';
  pen.fillStyle = ink;
  pen.fillText(title, LEFT, 76);
  write(
    `${t('coach.report.curve')} · ${t('coach.report.rests', { n: report.simulations.toLocaleString(t.language) })}`,
    LEFT,
    118,
    '400 25px',
    quiet,
  );

  const width = WIDE - 2 * LEFT;
  const x = (n: number) => LEFT + (report.decisions ? (n / report.decisions) * width : 0);
  const known = [...report.curve].sort((a, b) => a.decisions - b.decisions);
  const edges = known.map((point) => {
    const sum = point.chances.reduce((a, b) => a + b, 0) || 1;
    let y = CHART.y;
    return [y, ...point.chances.map((c) => (y += (c / sum) * CHART.height))];
  });
  pen.fillStyle = colour('var(--sunk)');
  pen.fillRect(LEFT, CHART.y, width, CHART.height);
  paints.forEach((paint, seat) => {
    const band = new Path2D();
    known.forEach((p, i) => (i ? band.lineTo(x(p.decisions), edges[i]![seat]!) : band.moveTo(x(p.decisions), edges[i]![seat]!)));
    known.toReversed().forEach((p, i) => band.lineTo(x(p.decisions), edges[known.length - 1 - i]![seat + 1]!));
    band.closePath();
    pen.fillStyle = colour(paint.fill);
    pen.fill(band);
    const over = pattern(pen, seat);
    if (over) {
      pen.fillStyle = over;
      pen.fill(band);
    }
  });
  for (const n of report.turning) {
    const turn = report.turns.find((one) => one.turn === n);
    if (!turn) continue;
    pen.fillStyle = colour('var(--refuse)');
    pen.beginPath();
    pen.moveTo(x(turn.first), CHART.y + CHART.height + 6);
    pen.lineTo(x(turn.first) + 11, CHART.y + CHART.height + 24);
    pen.lineTo(x(turn.first) - 11, CHART.y + CHART.height + 24);
    pen.fill();
  }
  const first = edges[Math.min(1, edges.length - 1)];
  paints.forEach(
    (paint, seat) =>
      first && first[seat + 1]! - first[seat]! > 40 && emblem(pen, paint, seat, LEFT + 30, (first[seat]! + first[seat + 1]!) / 2, 17),
  );

  seats.forEach((seat, i) => {
    const left = LEFT + i * column;
    const paint = paints[seat.seat]!;
    emblem(pen, paint, seat.seat, left + 20, below, 19);
    write(paint.name.slice(0, 24), left + 50, below + 9, '650 29px');
    write(t('coach.report.rank', { rank: seat.rank }), left, below + 54, '400 24px', quiet);
    write(
      [`${t('coach.report.accuracy')} ${seat.accuracy ?? '–'}`, t(`coach.report.fortune.${fortune(seat.luck.chance)}`)].join('   '),
      left,
      below + 94,
      '650 25px',
    );
    const counts = LABELS.filter((label) => seat.labels[label]).map((label) => `${t(`coach.label.${label}`)} ${seat.labels[label]}`);
    wrap(pen, counts.join(' · '), column - 24)
      .slice(0, 2)
      .forEach((line, k) => write(line, left, below + 130 + 28 * k, '400 21px', quiet));
    told[i]!.forEach((line, k) => write(line, left, below + 196 + 32 * k, '400 24px'));
  });
  write('Sandtable', WIDE - LEFT - 110, canvas.height - 22, '650 24px', quiet);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('picture'))), 'image/png'));
}
