/** A count as people read it: 12,345. */
export const number = (value: number) => value.toLocaleString('en-US');
