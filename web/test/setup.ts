// What a browser has and jsdom has not; and a server that knows what is in the boxes.
import { vi } from 'vitest';
import { needBox } from '@/games/boxes';
import boxes from './boxes.json';

const media = { matches: false, addEventListener() {}, removeEventListener() {} };
vi.stubGlobal('matchMedia', (query: string) => ({ ...media, media: query }));
vi.stubGlobal('scrollTo', () => {});
vi.stubGlobal('CSS', { escape: (text: string) => text.replace(/[^\w-]/g, '\\$&') });
vi.stubGlobal('fetch', (path: string) => {
  const game = /^\/api\/games\/([\w-]+)\/components$/.exec(path)?.[1] as keyof typeof boxes | undefined;
  const found = game && boxes[game];
  return Promise.resolve(
    found ? new Response(JSON.stringify(found), { headers: { 'content-type': 'application/json' } }) : new Response('', { status: 404 }),
  );
});
await Promise.all(Object.keys(boxes).map(needBox));
