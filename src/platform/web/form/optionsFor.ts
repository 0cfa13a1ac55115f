import { pinyinSpan, textSpan } from '../../text/pinyinMatch.ts';
import type { Option } from '../list/columns.ts';

/** The options whose name matches what was typed, by characters, pinyin or initials; those that begin with it come first. */
export function optionsFor(options: readonly Option[], typed: string): readonly Option[] {
  const text = typed.trim();
  if (text === '') return options;
  const letters = text.toLowerCase().replace(/[\s'’]/g, '');
  const isLetters = /^[a-z]+$/.test(letters);
  const placed = options.flatMap((option) => {
    const read = isLetters && option.readings ? option.readings.split(' ').map((reading) => [reading]) : null;
    const span = textSpan(option.label, text) ?? (read && pinyinSpan(read, letters));
    return span ? [{ option, from: span[0] }] : [];
  });
  return placed.sort((a, b) => Number(a.from > 0) - Number(b.from > 0)).map(({ option }) => option);
}
