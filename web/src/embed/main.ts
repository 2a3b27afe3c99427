// One script that shows a board without a server. In a page that holds a packed game it shows it; in any other page it defines
// <sandtable-board>, whose text is the packed game, or whose `src` names a file with it. Every board has a frame of its own, so
// neither the page's styles nor ours reach the other.
import '@/look/tokens.css';
import '@/look/base.css';
import { mount } from 'svelte';
import { ready, speak } from '@/i18n/i18n.svelte';
import Sprite from '@/look/Sprite.svelte';
import Embed from '@/pages/Embed.svelte';
import { needGames } from '@/net/games.svelte';
import { goOffline, TABLE } from './offline';

const DATA = 'sandtable-data';
const script = document.currentScript as HTMLScriptElement | null;
const own = script?.src ? `<script src="${script.src}"></script>` : `<script>${script?.textContent ?? ''}</script>`;

async function show(text: string): Promise<void> {
  const packed = await goOffline(text);
  await ready;
  if (packed.language) await speak(packed.language);
  await needGames();
  mount(Sprite, { target: document.body, props: { names: ['common'] } });
  mount(Embed, { target: document.body, props: { table: TABLE } });
}

class Board extends HTMLElement {
  async connectedCallback(): Promise<void> {
    const src = this.getAttribute('src');
    const text = src ? await (await fetch(src)).text() : (this.textContent ?? '');
    const frame = document.createElement('iframe');
    frame.title = this.getAttribute('label') ?? 'Sandtable';
    frame.style.cssText = 'width: 100%; height: 100%; border: 0';
    frame.srcdoc = `<!doctype html><meta charset="utf-8"><body><script type="text/plain" id="${DATA}">${text}</script>${own}</body>`;
    if (!this.style.display) this.style.display = 'block';
    if (!this.style.height) this.style.height = '640px';
    this.replaceChildren(frame);
  }
}

const packed = document.getElementById(DATA);
if (packed) void show(packed.textContent ?? '');
else if (!customElements.get('sandtable-board')) customElements.define('sandtable-board', Board);
