import { Readable } from 'node:stream';
import type { FileReply } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { answerPaper } from '#platform/server/papers/keep.ts';
import { XLSX_MIME, xlsx } from '#platform/server/spreadsheet/write.ts';

const PAPER = new URL('../papers/report.typ', import.meta.url);

/** A report as texts, the same for sheet and paper. */
export interface ReportTable {
  /** With the name of what was assessed. */
  title: string;
  /** Of the worksheet. */
  sheet: string;
  /** What has to be known of its figures, e.g. that they are not final; empty: nothing. */
  state: string;
  /** Widths in characters. */
  heads: readonly { head: string; width: number }[];
  lines: readonly (readonly string[])[];
  /** How many columns at the left hold words; the rest are numbers. */
  words: number;
  /** On paper the columns go into several tables, each on pages of its own, to be laid side by side; left out: into one. */
  portions?: readonly PortionOfTable[];
}

/** Some columns of a table, by their places; `note` says which they are. */
export interface PortionOfTable {
  note: string;
  columns: readonly number[];
}

/** A report as a workbook with its export number. */
export async function workbookOf(ctx: Ctx, { title, sheet, heads, lines, words }: ReportTable): Promise<FileReply> {
  const columns = heads.map((head, at) => (at < words ? head : { ...head, kind: 'number' as const }));
  const mark = await markOfDownload(ctx, title);
  return {
    name: `${title}${await todayOf(ctx.db)}.xlsx`,
    mime: XLSX_MIME,
    body: Readable.from(xlsx(sheet, columns, lines, mark)),
  };
}

/** The same on paper. */
export async function paperOf(ctx: Ctx, { title, state, heads, lines, words, portions }: ReportTable) {
  const whole: PortionOfTable = { note: '', columns: heads.map((_, at) => at) };
  const { line } = await markOfDownload(ctx, `打印${title}`);
  return answerPaper(ctx, {
    name: title,
    template: PAPER,
    data: {
      mark: line,
      title,
      state,
      from: ctx.session.orgName,
      day: await todayOf(ctx.db),
      tables: (portions ?? [whole]).map(({ note, columns }) => ({
        note,
        heads: columns.map((at) => heads[at]?.head ?? ''),
        words: columns.filter((at) => at < words).length,
        rows: lines.map((row) => columns.map((at) => row[at] ?? '')),
      })),
    },
  });
}
