/** A field of a paper: its inner size in mm and the size of its letters in points. */
export interface Room {
  width: number;
  height: number;
  size: number;
  /** Characters that the first line of each paragraph is set in by. */
  indent: number;
}

const MM_PER_POINT = 25.4 / 72;
/** From line to line, in letters: the height of a capital and the leading of the papers (kit.typ). */
const PITCH = 0.733 + 0.75;
const FIRST = 0.733;
/** Latin letters, digits and half-width signs take half the room of a Chinese character. */
const isNarrow = (sign: string) => (sign.codePointAt(0) ?? 0) < 0x2e80 && !/[“”‘’…—·]/.test(sign);

/** Lines and characters of a line that a field holds. */
export function gridOf({ width, height, size }: Room): { lines: number; columns: number } {
  const em = size * MM_PER_POINT;
  const lines = Math.max(0, Math.floor((height - FIRST * em) / (PITCH * em) + 1 + 1e-9));
  return { lines, columns: Math.max(1, Math.floor(width / em + 1e-9)) };
}

/**
 * How many characters of a text a field does not hold, as whole Chinese characters; 0: it fits. Each line of the text begins a
 * new line of the field.
 */
export function countOverflow(text: string, room: Room): number {
  const { lines, columns } = gridOf(room);
  let line = 0;
  let beyond = 0;
  for (const paragraph of text.split('\n')) {
    line++;
    let at = room.indent;
    for (const sign of paragraph) {
      const wide = isNarrow(sign) ? 0.5 : 1;
      if (at + wide > columns) {
        line++;
        at = 0;
      }
      at += wide;
      if (line > lines) beyond += wide;
    }
  }
  return Math.ceil(beyond);
}
