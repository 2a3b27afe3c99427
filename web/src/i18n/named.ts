/** A sentence of the server with the names people have on this page: `{0}` stands for the name of seat 0. */
export const named = (text: string, names: string[]): string => text.replace(/\{(\d+)\}/g, (whole, n: string) => names[Number(n)] ?? whole);
