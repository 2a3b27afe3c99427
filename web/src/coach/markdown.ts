// A report as Markdown: to keep, to send, to print.
import type { Translate } from '@/i18n/i18n.svelte';
import { named } from '@/i18n/named';
import { about, fortune, lostPerTurn, percent, points, shares } from './paint';
import { LABELS, type Judged, type Report, type Turn } from './types';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const row = (cells: (string | number)[]): string => `| ${cells.map((c) => cell(String(c))).join(' | ')} |`;

function move(turn: Turn | null, names: string[], t: Translate): string {
  if (!turn) return '–';
  const words = named(t.words(turn.words), names);
  const path = turn.path.length > 1 ? turn.path.join(' ') : '';
  return [path, words].filter(Boolean).join(': ') || turn.texts.join(', ');
}
function verdict(turn: Judged, t: Translate): string {
  if (!turn.label) return '…';
  const lost = turn.loss && (turn.label === 'slip' || turn.label === 'mistake') ? percent(turn.loss.chance) : 0;
  return t(`coach.label.${turn.label}`) + (lost > 0 ? ` −${lost}` : '');
}

/** Names are people's own words, not markup. */
const plain = (text: string): string => text.replace(/[\\`*_[\]<>#~]/g, '\\$&');
const asGood = (turn: Judged): boolean => turn.label === 'best' || turn.label === 'forced';

export function markdown(report: Report, called: string[], game: string, t: Translate): string {
  const names = called.map(plain);
  const labelled = (label: string, what: string) => t('app.labelled', { label, what });
  const title = labelled(game, names.join(', '));
  const say = (key: string) => t(`coach.report.${key}`);
  const lines = [
    `# ${title}`,
    '',
    t('coach.report.rests', { n: report.simulations.toLocaleString(t.language) }),
    '',
    ...(report.verdict ? [named(t.words(report.verdict), names), ''] : []),
    `## ${say('summary')}`,
    '',
  ];
  lines.push(
    row([say('seat'), say('score'), say('accuracy'), say('skill'), say('luck'), ...LABELS.map((label) => t(`coach.label.${label}`))]),
    row(['---', '---:', '---:', '---:', '---', ...LABELS.map(() => '---:')]),
  );
  const seats = [...report.seats].sort((a, b) => a.rank - b.rank);
  for (const seat of seats)
    lines.push(
      row([
        `${seat.rank}. ${names[seat.seat] ?? seat.seat}`,
        points(seat.score, t),
        seat.accuracy ?? '',
        lostPerTurn(seat, t),
        t(`coach.report.fortune.${fortune(seat.luck.chance)}`),
        ...LABELS.map((label) => seat.labels[label] ?? 0),
      ]),
    );
  lines.push('', ...seats.map((seat) => `- **${names[seat.seat] ?? seat.seat}**: ${about(seat, names, t)}`), '', say('skill_about'), '');
  const key = report.turns.filter((turn) => report.turning.includes(turn.turn));
  if (key.length) {
    lines.push(`## ${say('turning')}`, '');
    for (const turn of key) {
      const row = t('coach.report.row', { n: turn.turn + 1, round: turn.round, name: names[turn.seat] ?? '' });
      const better = asGood(turn) ? '' : ` ${labelled(say('was_better'), move(turn.best, names, t))}.`;
      lines.push(`- ${row}, **${verdict(turn, t)}**. ${labelled(say('was_played'), move(turn.played, names, t))}.${better}`);
    }
    lines.push('');
  }
  lines.push(
    `## ${say('moves')}`,
    '',
    row([
      say('turn'),
      say('round'),
      say('seat'),
      say('was_played'),
      say('verdict'),
      say('was_better'),
      ...names.map((name) => `${name} %`),
    ]),
    row(['---:', '---:', '---', '---', '---', '---', ...names.map(() => '---:')]),
  );
  for (const turn of report.turns) {
    const point = report.curve.find((one) => one.decisions === turn.first);
    const better = asGood(turn) ? '' : move(turn.best, names, t);
    lines.push(
      row([
        turn.turn + 1,
        turn.round,
        names[turn.seat] ?? turn.seat,
        move(turn.played, names, t),
        verdict(turn, t),
        better,
        ...(point ? shares(point.chances) : names.map(() => '')),
      ]),
    );
  }
  return `${lines.join('\n')}\n`;
}
