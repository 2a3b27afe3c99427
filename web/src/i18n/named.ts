/** Before such names Spanish says “e” for “and”: Inés, Hilda, but not Ian. */
const SOUNDS_LIKE_I = /^h?[ií](?![aeoáéó])/i;

/** A sentence of the server with the names people have on this page: `{0}` stands for the name of seat 0. Only Spanish has “ y {0}”. */
export const named = (text: string, names: string[]): string =>
  text.replace(/( y )?\{(\d+)\}/g, (whole, and: string | undefined, n: string) => {
    const name = names[Number(n)];
    if (name === undefined) return whole;
    return `${and && SOUNDS_LIKE_I.test(name) ? ' e ' : (and ?? '')}${name}`;
  });
