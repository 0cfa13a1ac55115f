import { markOfJob } from '#platform/server/export/exportMark.ts';
import { saveFile } from '#platform/server/files/files.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import type { Office } from '#platform/server/spreadsheet/office.ts';
import { type FurtherSheet, type SheetColumn, XLSX_MIME, xlsx } from '#platform/server/spreadsheet/write.ts';
import { type ZipEntry, zip } from '#platform/server/spreadsheet/zip.ts';

const DAYS_KEPT = 7;
/** Dictionary 0178. */
const SYSTEM_NOTICE = '5';

/** What an export writes. */
export interface ExportSheet {
  /** The kind of the job, which its file bears too. */
  kind: string;
  title: string;
  /** What is counted: 人, 条. */
  unit: string;
  columns: readonly SheetColumn[];
  rows: AsyncIterable<readonly string[]>;
  /** Who exports, from where, and what for: the watermark says so. */
  by: { name: string; org: string };
  purpose: string;
  /** Sheets after the first one. */
  further?: readonly FurtherSheet[];
  /** The first sheet as an office hands it up. */
  office?: Office;
}

/** Writes a job's workbook, keeps it for seven days as the job's file, and tells the job's account. */
export async function writeExport(job: RunningJob, sheet: ExportSheet): Promise<JobResult> {
  const { title, unit, by, purpose } = sheet;
  const mark = await markOfJob(job, { title, by, purpose });
  let written = 0;
  async function* counted() {
    for await (const row of sheet.rows) {
      written++;
      yield [...row];
    }
  }
  return saveExport(job, sheet, {
    name: `${title}-${mark.at.slice(0, 10)}.xlsx`,
    mime: XLSX_MIME,
    bytes: xlsx(title, sheet.columns, counted(), mark, sheet.further, sheet.office),
    words: () => `${written}${unit}`,
    result: () => ({ rows: written }),
  });
}

/** What an archive of stored files holds. */
export interface ExportArchive extends Pick<ExportSheet, 'kind' | 'title' | 'unit' | 'by' | 'purpose'> {
  entries: AsyncIterable<ZipEntry>;
}

/** The same with a zip archive of files; what they are and who took them out stands in a text beside them. */
export async function writeArchive(job: RunningJob, archive: ExportArchive): Promise<JobResult> {
  const { title, unit, by, purpose, entries } = archive;
  const mark = await markOfJob(job, { title, by, purpose });
  let written = 0;
  async function* all() {
    yield { name: '下载说明.txt', content: [`${title}\r\n${mark.line}\r\n`] };
    for await (const entry of entries) {
      written++;
      yield entry;
    }
  }
  return saveExport(job, archive, {
    name: `${title}-${mark.at.slice(0, 10)}.zip`,
    mime: 'application/zip',
    bytes: zip(all()),
    words: () => `${written}${unit}`,
    result: () => ({ files: written }),
  });
}

/** A job's file while it is written. */
export interface Written {
  name: string;
  mime: string;
  bytes: AsyncIterable<Uint8Array>;
  /** Asked for once all bytes are written. */
  words: () => string;
  result: () => Record<string, number>;
}

/** Keeps what a job writes for seven days as the job's file, and tells the job's account. */
export async function saveExport(
  job: RunningJob,
  { kind, title }: Pick<ExportSheet, 'kind' | 'title'>,
  { name, mime, bytes, words, result }: Written,
): Promise<JobResult> {
  const { services, orgCode, orgId, accountId } = job;
  if (orgId === null || accountId === null) throw new Error('an export belongs to an account');
  const facts = { kind, rowId: job.id, orgCode, accountId, name, mime, days: DAYS_KEPT };
  const fileId = await saveFile(services, services.db, facts, bytes);
  await sendNotice(services.db, {
    type: SYSTEM_NOTICE,
    orgId,
    accountIds: [accountId],
    createdBy: '系统',
    title: `${title}已导出`,
    remark: `共${words()}，文件保留${DAYS_KEPT}天，请到“导出列表”下载`,
  });
  return { message: `已导出${words()}`, result: result(), fileId };
}
