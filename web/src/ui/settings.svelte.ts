// What this device likes: theme, pace, name, level of bots, how much of the coach.
import { DEPTHS, type Depth } from '@/coach/types';

export type Theme = 'system' | 'light' | 'dark';
export type Pace = 'slow' | 'normal' | 'fast' | 'off';
/** What has to be confirmed: every choice, only what cannot be taken back, nothing. */
export type Confirm = 'always' | 'stands' | 'never';
export const CONFIRMS: Confirm[] = ['always', 'stands', 'never'];
export const PACES: Pace[] = ['slow', 'normal', 'fast', 'off'];
export const PACE: Record<Pace, number> = { slow: 1.8, normal: 1, fast: 0.45, off: 0 };

const KEY = 'sandtable.';
function read(name: string, fallback: string): string {
  try {
    return localStorage.getItem(KEY + name) ?? fallback;
  } catch {
    return fallback;
  }
}
function keep(name: string, value: string): void {
  try {
    localStorage.setItem(KEY + name, value);
  } catch {
    /* private mode: for this page only */
  }
}

export const settings = $state({
  theme: read('theme', 'system') as Theme,
  pace: (PACES as string[]).includes(read('pace', 'normal')) ? (read('pace', 'normal') as Pace) : 'normal',
  name: read('name', ''),
  level: read('level', ''),
  /** Chances to win at running tables, where the table allows them. */
  chances: read('chances', '') === 'on',
  /** Countings between the parts of a game: each time, or only at its end. */
  counting: read('counting', 'each') === 'end' ? 'end' : ('each' as 'each' | 'end'),
  confirm: (CONFIRMS as string[]).includes(read('confirm', '')) ? (read('confirm', '') as Confirm) : 'always',
  sound: read('sound', 'on') === 'on',
  depth: (DEPTHS as string[]).includes(read('depth', '')) ? (read('depth', '') as Depth) : 'normal',
});

export function setTheme(theme: Theme): void {
  settings.theme = theme;
  keep('theme', theme);
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
export function isDark(): boolean {
  return settings.theme === 'dark' || (settings.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
}
export function setPace(pace: Pace): void {
  settings.pace = pace;
  keep('pace', pace);
}
export function setName(name: string): void {
  settings.name = name;
  keep('name', name);
}
export function setLevel(level: string): void {
  settings.level = level;
  keep('level', level);
}
export function setDepth(depth: Depth): void {
  settings.depth = depth;
  keep('depth', depth);
}
export function setChances(on: boolean): void {
  settings.chances = on;
  keep('chances', on ? 'on' : '');
}
export function setCounting(when: 'each' | 'end'): void {
  settings.counting = when;
  keep('counting', when);
}
export function setConfirm(what: Confirm): void {
  settings.confirm = what;
  keep('confirm', what);
}
export function setSound(on: boolean): void {
  settings.sound = on;
  keep('sound', on ? 'on' : 'off');
}
/** Does the table stop to count? Not for whoever wants everything at once. */
export const counts = (): boolean => settings.counting === 'each' && settings.pace !== 'off';
/** How fast things move now. Whoever asks to see a turn again sees it move, even if nothing else does. */
export const showing = { again: false };
export const tempo = (): number => (showing.again ? PACE[settings.pace] || PACE.fast : PACE[settings.pace]);
export const calm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
