// Answers what the app asks of a server from what was packed into the page.

/** A game or a position as Python packs it (`sandtable.server.embed`): whole answers by their path, and the frames of the game. */
export interface Packed {
  answers: Record<string, unknown>;
  frames: unknown[];
  language: string | null;
}

export const TABLE = 'offline';

async function unpack(text: string): Promise<Packed> {
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return (await new Response(plain).json()) as Packed;
}

function answer(packed: Packed, address: string): unknown {
  const [path = '', query] = address.replace(/^\/api/, '').split('?');
  if (path !== `/tables/${TABLE}/replay`) return packed.answers[path];
  const wanted = new URLSearchParams(query);
  const from = Number(wanted.get('from'));
  return { decisions: packed.frames.length - 1, frames: packed.frames.slice(from, from + Number(wanted.get('count'))) };
}

/** From now on requests to a server are answered from the packed text; drawings inside the script stay as they are. */
export async function goOffline(text: string): Promise<Packed> {
  const packed = await unpack(text);
  const online = window.fetch.bind(window);
  window.fetch = async (what, init) => {
    if (typeof what !== 'string' || !what.startsWith('/api/')) return online(what, init);
    const found = answer(packed, what);
    return new Response(JSON.stringify(found ?? null), {
      status: found === undefined ? 404 : 200,
      headers: { 'content-type': 'application/json' },
    });
  };
  return packed;
}
