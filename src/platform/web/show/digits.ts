/**
 * The code of six digits in what was typed or pasted: a whole message, with blanks between, in the full width of an input
 * method. As many digits as there are while it is being typed.
 */
export function digitsOf(text: string): string {
  const plain = text.normalize('NFKC');
  const whole = /(?:^|\D)(\d{6})(?!\d)/.exec(plain)?.[1];
  return whole ?? plain.replace(/\D/g, '').slice(0, 6);
}
