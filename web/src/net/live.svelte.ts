// One socket for all tables of this page. It comes back by itself, watches again from the last number seen, and sends again what was not
// acknowledged: every message carries an id, so a resend is harmless.
import type { Refusal } from '@/table/board';
import { preparing } from './preparing.svelte';
import { drawId } from './seats';
import type { Schemas, Update } from './types';

type LobbyState = Schemas['LobbyState'];
type Circle = Schemas['Circle'];
export type Connection = 'connecting' | 'open' | 'lost';

export interface Answer {
  type: 'ack' | 'refused' | 'conflict';
  number?: number;
  rematch?: { table: string; seat: number; token: string };
  refusal?: Refusal;
}

interface Watch {
  table: string;
  /** null: as a spectator. */
  seat: number | null;
  token: string | null;
  seen: number;
  onUpdate(update: Update): void;
  onHere?(seats: number[]): void;
  onTalk?(lines: Schemas['TalkLine'][]): void;
  onRefused?(refusal: Refusal): void;
}

interface Pending {
  message: Record<string, unknown>;
  resolve(answer: Answer): void;
}

const PING_EVERY = 20_000;
const PONG_WITHIN = 8_000;

class Live {
  connection = $state<Connection>('connecting');
  /** What the host lets people say at tables. */
  talk = $state<Schemas['Hello']['talk']>('all');
  /** What the host has to say to everybody. */
  notice = $state.raw<Record<string, string> | null>(null);
  private socket: WebSocket | null = null;
  private me: { token: string; onCircle: (circle: Circle) => void } | null = null;
  private watches = new Set<Watch>();
  private lobbies = new Set<(state: LobbyState) => void>();
  private pending = new Map<string, Pending>();
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pinger: ReturnType<typeof setInterval> | undefined;
  private deadline: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    addEventListener('online', () => this.hurry());
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.hurry());
  }

  /** Follows a seat; the answer ends it. */
  watch(watch: Watch): () => void {
    this.watches.add(watch);
    if (this.connection === 'open') this.sendWatch(watch);
    else this.connect();
    return () => {
      this.watches.delete(watch);
      if (this.idle) this.close();
    };
  }

  /** Follows the lobby; the answer ends it. */
  lobby(onState: (state: LobbyState) => void): () => void {
    this.lobbies.add(onState);
    if (this.connection === 'open') this.send({ type: 'lobby' });
    else this.connect();
    return () => {
      this.lobbies.delete(onState);
      if (!this.lobbies.size) this.send({ type: 'lobby', on: false });
      if (this.idle) this.close();
    };
  }

  /** This page belongs to somebody: others may see that the person is here, and the person hears of the own people. The answer ends it. */
  person(token: string, onCircle: (circle: Circle) => void): () => void {
    const me = { token, onCircle };
    this.me = me;
    if (this.connection === 'open') this.send({ type: 'me', token });
    else this.connect();
    return () => {
      if (this.me !== me) return;
      this.me = null;
      if (this.idle) this.close();
      else this.socket?.close(); // the next one is nobody's
    };
  }

  private get idle(): boolean {
    return !this.watches.size && !this.pending.size && !this.lobbies.size && !this.me;
  }

  /** Sends until it is answered, over as many connections as it takes. */
  ask(message: Record<string, unknown>): Promise<Answer> {
    const id = drawId();
    return new Promise((resolve) => {
      this.pending.set(id, { message: { ...message, id }, resolve });
      if (this.connection === 'open') this.send({ ...message, id });
      else this.connect();
    });
  }

  private hurry(): void {
    if (!this.watches.size && !this.lobbies.size && !this.me) return;
    if (this.connection === 'open') this.ping();
    else {
      clearTimeout(this.timer);
      this.timer = undefined;
      this.connect();
    }
  }

  private connect(): void {
    if (this.socket || this.timer) return;
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/live`);
    this.socket = socket;
    socket.onmessage = (message) => this.receive(JSON.parse(String(message.data)) as Record<string, any>);
    socket.onclose = () => this.lost(socket);
  }

  private lost(socket: WebSocket): void {
    if (this.socket !== socket) return;
    this.socket = null;
    clearInterval(this.pinger);
    clearTimeout(this.deadline);
    if (this.idle) return;
    this.connection = this.failures || this.connection === 'open' ? 'lost' : 'connecting';
    const wait = Math.min(8000, 300 * 2 ** this.failures++) * (0.7 + 0.6 * Math.random());
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.connect();
    }, wait);
  }

  private close(): void {
    const socket = this.socket;
    this.socket = null;
    clearInterval(this.pinger);
    clearTimeout(this.deadline);
    clearTimeout(this.timer);
    this.timer = undefined;
    this.connection = 'connecting';
    this.failures = 0;
    socket?.close();
  }

  private send(message: Record<string, unknown>): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private sendWatch(watch: Watch): void {
    this.send({ type: 'watch', table: watch.table, seen: watch.seen, ...(watch.token ? { token: watch.token } : {}) });
  }

  private ping(): void {
    this.send({ type: 'ping', id: drawId() });
    clearTimeout(this.deadline);
    const socket = this.socket;
    this.deadline = setTimeout(() => {
      if (socket && this.socket === socket) {
        socket.onclose = null;
        socket.close();
        this.lost(socket);
      }
    }, PONG_WITHIN);
  }

  private receive(message: Record<string, any>): void {
    clearTimeout(this.deadline);
    if (message.type === 'hello') {
      this.connection = 'open';
      this.failures = 0;
      this.talk = message.talk ?? 'all';
      if (this.me) this.send({ type: 'me', token: this.me.token });
      for (const watch of this.watches) this.sendWatch(watch);
      if (this.lobbies.size) this.send({ type: 'lobby' });
      for (const { message: waiting } of this.pending.values()) this.send(waiting);
      clearInterval(this.pinger);
      this.pinger = setInterval(() => this.ping(), PING_EVERY);
    } else if (message.type === 'update') {
      this.update(message as Update);
    } else if (message.type === 'lobby') {
      for (const tell of this.lobbies) tell(message as LobbyState);
    } else if (message.type === 'talk') {
      for (const watch of this.watches)
        if (watch.table === message.table && watch.seat === message.seat) watch.onTalk?.(message.lines as Schemas['TalkLine'][]);
    } else if (message.type === 'circle') {
      this.me?.onCircle(message as Circle);
    } else if (message.type === 'notice') {
      this.notice = message.words as Record<string, string> | null;
    } else if (message.type === 'here') {
      for (const watch of this.watches) if (watch.table === message.table) watch.onHere?.(message.seats as number[]);
    } else if (message.type === 'ack' || message.type === 'refused' || message.type === 'conflict') {
      if (message.type === 'conflict' && message.update) this.update(message.update as Update);
      this.answer(message);
    }
  }

  private answer(message: Record<string, any>): void {
    const pending = this.pending.get(String(message.id));
    const refusal =
      message.type === 'ack' ? undefined : ({ code: message.code, rule: message.rule ?? '', words: message.words } as Refusal);
    if (pending) {
      this.pending.delete(String(message.id));
      pending.resolve({ type: message.type, number: message.number, rematch: message.rematch, refusal });
    } else if (refusal?.code === 'PREPARING' && message.detail) {
      void this.watchWhenReady(String(message.table), String(message.detail));
    } else if (refusal && message.table) {
      for (const watch of this.watches) if (watch.table === message.table) watch.onRefused?.(refusal);
    }
  }

  private async watchWhenReady(table: string, game: string): Promise<void> {
    await preparing.until(game);
    for (const watch of this.watches) if (watch.table === table) this.sendWatch(watch);
  }

  private update(update: Update): void {
    for (const watch of this.watches) {
      if (watch.table !== update.table || watch.seat !== update.seat) continue;
      watch.seen = Math.max(watch.seen, update.number);
      watch.onUpdate(update);
    }
  }
}

export const live = new Live();
