/** An element with a class, words and children. */
export function make(tag: string, name = '', ...inside: (Node | string)[]): HTMLElement {
  const element = document.createElement(tag);
  if (name !== '') element.className = name;
  for (const one of inside) element.append(one);
  return element;
}

const two = (n: number) => (n < 10 ? `0${n}` : String(n));
const WEEK = '日一二三四五六';

/** Beijing's clock and day of an instant, whatever zone the box believes in. */
export function clockOf(instant: number): { clock: string; day: string } {
  const at = new Date(instant + 8 * 3_600_000);
  return {
    clock: `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`,
    day: `${at.getUTCFullYear()}年${at.getUTCMonth() + 1}月${at.getUTCDate()}日 星期${WEEK[at.getUTCDay()]}`,
  };
}
