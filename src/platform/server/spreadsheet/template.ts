import { SAMPLE_START, type SheetColumn, xlsx } from './write.ts';

/** A column of a sheet to be filled in: its allowed values, a note on how to fill it, and the text of the sample line. */
export interface TemplateColumn extends Omit<SheetColumn, 'width' | 'kind'> {
  sample: string;
  required?: boolean;
}

const widthOf = ({ head, sample }: TemplateColumn) => Math.max(12, head.length * 2 + 4, sample.length + 4);

const GUIDE = '填写说明';
const GUIDE_COLUMNS = [
  { head: '列', width: 18 },
  { head: '是否必填', width: 10 },
  { head: '怎么填', width: 70 },
  { head: '例', width: 28 },
];

/**
 * A workbook to be filled in: all cells are texts, choices are lists, columns have notes, a sample line (which an import skips), and
 * a second sheet that explains all of it.
 */
export function template(title: string, columns: readonly TemplateColumn[]): AsyncGenerator<Buffer> {
  const sample = columns.map((column, at) => (at === 0 ? SAMPLE_START + column.sample : column.sample));
  const guide = columns.map(({ head, required, note, options, sample }) => [
    head.replace('*', ''),
    required ? '必填' : '',
    [note, options && '从单元格的下拉列表里选'].filter(Boolean).join('；'),
    sample,
  ]);
  const all = columns.map((column) => ({ ...column, width: widthOf(column) }));
  return xlsx(title, all, [sample], null, [{ name: GUIDE, columns: GUIDE_COLUMNS, rows: guide }]);
}

/** All bytes of a workbook that is small. */
export async function bytesOf(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}
