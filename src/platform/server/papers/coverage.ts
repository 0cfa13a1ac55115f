/** Which characters a TrueType font has a glyph for, by its `cmap` table (format 12, else 4). Throws where the file is not such a font. */
export function glyphsOf(font: Uint8Array): (code: number) => boolean {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const cmap = tableAt(view, 'cmap');
  const formats = new Map<number, number>();
  for (let i = 0; i < view.getUint16(cmap + 2); i++) {
    const at = cmap + view.getUint32(cmap + 4 + i * 8 + 4);
    formats.set(view.getUint16(at), at);
  }
  const at12 = formats.get(12);
  if (at12 !== undefined) return inGroups(view, at12);
  const at4 = formats.get(4);
  if (at4 === undefined) throw new Error('the font has no character map that is known');
  return inSegments(view, at4);
}

function tableAt(view: DataView, name: string): number {
  for (let i = 0; i < view.getUint16(4); i++) {
    const at = 12 + i * 16;
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((byte) => view.getUint8(at + byte)));
    if (tag === name) return view.getUint32(at + 8);
  }
  throw new Error(`the font has no table ${name}`);
}

/** Format 12: sorted groups of first character, last character, first glyph. */
function inGroups(view: DataView, at: number): (code: number) => boolean {
  const count = view.getUint32(at + 12);
  const group = (i: number) => at + 16 + i * 12;
  return (code) => {
    let low = 0;
    let high = count - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (code < view.getUint32(group(middle))) high = middle - 1;
      else if (code > view.getUint32(group(middle) + 4)) low = middle + 1;
      else return view.getUint32(group(middle) + 8) + code - view.getUint32(group(middle)) !== 0;
    }
    return false;
  };
}

/** Format 4: segments of the basic plane; one that holds the character counts as having it. */
function inSegments(view: DataView, at: number): (code: number) => boolean {
  const segments = view.getUint16(at + 6) / 2;
  const last = (i: number) => view.getUint16(at + 14 + i * 2);
  const first = (i: number) => view.getUint16(at + 16 + segments * 2 + i * 2);
  return (code) => {
    for (let i = 0; i < segments; i++) if (code <= last(i)) return code >= first(i) && code !== 0xffff;
    return false;
  };
}

/** What is never drawn: spaces, controls, marks without a form. */
const UNDRAWN = /[\s\p{Cc}\p{Cf}\p{Mn}\p{Default_Ignorable_Code_Point}]/u;

/** The characters in a text that have no glyph, each once, in order. */
export function missingIn(text: string, has: (code: number) => boolean): string[] {
  const missing = new Set<string>();
  for (const sign of text) if (!UNDRAWN.test(sign) && !has(sign.codePointAt(0) ?? 0)) missing.add(sign);
  return [...missing];
}
