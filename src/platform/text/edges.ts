// What is taken off the ends of a text, sign by sign: a pattern such as /x+$/ begins anew at each x that is not at the end,
// and takes the square of the time.

/** A text without the characters at its end that match `sign` (a pattern of one character, without the flag g); linear in its length. */
export function trimEndSigns(text: string, sign: RegExp): string {
  let end = text.length;
  while (end > 0 && sign.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** The same at both ends. */
export function trimSigns(text: string, sign: RegExp): string {
  const bare = trimEndSigns(text, sign);
  let start = 0;
  while (start < bare.length && sign.test(bare.charAt(start))) start++;
  return bare.slice(start);
}

/** An address without the slashes at its end. */
export const withoutSlashes = (address: string): string => trimEndSigns(address, /\//);

/** The texts between each `open` and the next `close`, in order. Takes time linear in the length. */
export function* textsBetween(text: string, open: string, close: string): Generator<string> {
  let at = text.indexOf(open);
  while (at >= 0) {
    const end = text.indexOf(close, at + open.length);
    if (end < 0) return;
    yield text.slice(at + open.length, end);
    at = text.indexOf(open, end + close.length);
  }
}
