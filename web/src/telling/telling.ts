// Whether this browser is told things while it is closed (Web Push), and how.
import { post, request } from '@/net/api';
import { heldSeats } from '@/net/seats';
import { asPerson, personToken } from '@/people/person.svelte';
import { i18n } from '@/i18n/i18n.svelte';
import { guestToken } from '@/deals/player';

export interface Wishes {
  kinds: string[];
  /** Minutes after midnight, from and to; null: never quiet. */
  quiet: [number, number] | null;
}
const KEY = 'sandtable.told';
export const KINDS = ['turn', 'over', 'challenged'];

export function wishes(): Wishes {
  try {
    return { kinds: KINDS, quiet: [22 * 60, 7 * 60], ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return { kinds: KINDS, quiet: [22 * 60, 7 * 60] };
  }
}
function keep(wanted: Wishes): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(wanted));
  } catch {
    /* private mode: the server knows it */
  }
}

export const able = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
const as = <T>(ask: (token: string) => Promise<T>): Promise<T> => asPerson((own) => ask(own ?? guestToken()));

export async function subscribed(): Promise<PushSubscription | null> {
  if (!able()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

function bytes(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** Asks the browser, then tells the server where this browser is found. False: the browser said no. */
export async function subscribe(wanted: Wishes): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const registration = await navigator.serviceWorker.ready;
  const { key } = await request<{ key: string }>('/push');
  const push =
    (await registration.pushManager.getSubscription()) ??
    (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) }));
  await say(push, wanted);
  return true;
}

/** Tells the server again: other wishes, other seats. */
export async function say(push: PushSubscription, wanted: Wishes): Promise<void> {
  keep(wanted);
  const { endpoint, keys } = push.toJSON();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
  const tokens = personToken() ? [] : heldSeats().map((held) => held.token);
  await as((token) => post('/push', { endpoint, keys, language: i18n.language, zone, tokens, ...wanted }, token));
}

export async function unsubscribe(push: PushSubscription): Promise<void> {
  await as((token) => post('/push/stop', { endpoint: push.endpoint }, token)).catch(() => {});
  await push.unsubscribe();
}

/** New seats of this device are told of as well. */
export async function sayAgain(): Promise<void> {
  const push = await subscribed().catch(() => null);
  if (push) await say(push, wishes()).catch(() => {});
}

/** While the page is open but not looked at, it says itself that it is one's turn. */
export async function tellHere(title: string, body: string, table: string): Promise<void> {
  if (!document.hidden || !able() || Notification.permission !== 'granted') return;
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.showNotification(title, { body, tag: `table-${table}`, icon: '/icon-192.png', data: { url: `/table/${table}` } });
}
