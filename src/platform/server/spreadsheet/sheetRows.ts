import { booleanText, numberText } from './cellText.ts';
import { LIMITS, Refused, TOO_LONG } from './limits.ts';
import type { Part } from './unzip.ts';
import { isTrue, RichText, type Workbook } from './workbook.ts';
import { readXml } from './xml.ts';

/** The place of a cell in its row, from 0, by its name (`AB12`); null where it has none. */
function columnOf(name: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(name ?? '')?.[0];
  if (!letters) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** How much of a sheet is read at most, and a listener for its footers. */
export interface SheetBounds {
  columns: number;
  rows: number;
  onFooter?: (text: string) => void;
}

/**
 * The rows of a sheet, each as texts without trailing empty cells, while the sheet is unpacked; empty rows in between are empty
 * lists. `budget` counts the signs of several sheets together. Throws a refusal as soon as a bound is passed.
 */
export async function* rowsOf(
  part: Part,
  book: Workbook,
  bounds: SheetBounds,
  budget: { signs: number },
): AsyncGenerator<string[]> {
  const done: { number: number; cells: string[] }[] = [];
  const text = new RichText();
  let cells: string[] = [];
  let number = 0;
  let column = -1;
  let type = 'n';
  let format = 'General';
  let inCell = false;
  let inValue = false;
  let inFooter = false;

  const finishCell = () => {
    const value = type === 'inlineStr' || type === 'str' ? text.take() : cellText(book, type, format, text.takeBare());
    if (value === '') return;
    if (column >= bounds.columns) throw new Refused('表格超过100列，请删去不需要的列');
    budget.signs += value.length;
    if (budget.signs > LIMITS.signs) throw new Refused(TOO_LONG);
    while (cells.length < column) cells.push('');
    cells[column] = value;
  };
  const finishRow = () => {
    if (cells.length === 0) return;
    if (number > bounds.rows + 1) throw new Refused('表格超过20万行，请分成几个文件导入');
    done.push({ number, cells });
    cells = [];
  };

  const reading = readXml(part, {
    open(name, attributes) {
      if (name === 'row') {
        number = Number(attributes.r) || number + 1;
        column = -1;
      } else if (name === 'c') {
        column = columnOf(attributes.r) ?? column + 1;
        type = attributes.t ?? 'n';
        format = book.formats[Number(attributes.s ?? 0)] ?? 'General';
        inCell = true;
      } else if (inCell) {
        inValue = name === 'v';
        if (name === 'is' || type === 'inlineStr') text.open(name);
      } else if (name === 'oddFooter') inFooter = bounds.onFooter !== undefined;
    },
    text(piece) {
      if (inValue && type !== 'inlineStr') text.append(piece);
      else if (inCell) text.add(piece);
      else if (inFooter) bounds.onFooter?.(piece);
    },
    close(name) {
      if (name === 'c') {
        finishCell();
        inCell = false;
      } else if (name === 'row') finishRow();
      else if (inCell && type === 'inlineStr') text.close(name);
      inValue = false;
      if (name === 'oddFooter') inFooter = false;
    },
  });

  let last = 0;
  for await (const _ of reading) {
    for (const row of done.splice(0)) {
      for (let empty = last + 1; empty < row.number; empty++) yield [];
      last = Math.max(last, row.number);
      yield row.cells;
    }
  }
}

/** The text of a cell whose value is `value` and no text. */
function cellText(book: Workbook, type: string, format: string, value: string): string {
  if (value === '') return '';
  // `#DIV/0!` is no empty cell.
  if (type === 'e') return value;
  if (type === 's') return book.shared[Number(value)] ?? '';
  if (type === 'b') return booleanText(isTrue(value));
  if (type === 'd')
    return value
      .replace('T', ' ')
      .replace(/ 00:00(:00(\.0+)?)?Z?$/, '')
      .slice(0, 16);
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  return numberText(number, format, book.from1904);
}
