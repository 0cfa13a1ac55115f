import { insertNotice } from '#modules/message/server/queries.ts';
import { markOfJob } from '#platform/server/exportMark.ts';
import { saveFile } from '#platform/server/files.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import { type FurtherSheet, type SheetColumn, XLSX_MIME, xlsx } from '#platform/server/spreadsheet/write.ts';

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
}

/** Writes a job's workbook, keeps it for seven days as the job's file, and tells the job's account. */
export async function writeExport(job: RunningJob, sheet: ExportSheet): Promise<JobResult> {
  const { services, orgCode, orgId, accountId } = job;
  if (orgId === null || accountId === null) throw new Error('an export belongs to an account');
  const { title, unit, by, purpose } = sheet;
  const mark = await markOfJob(job, { title, by, purpose });
  let written = 0;
  async function* counted() {
    for await (const row of sheet.rows) {
      written++;
      yield [...row];
    }
  }
  const fileId = await saveFile(
    services,
    services.db,
    {
      kind: sheet.kind,
      rowId: job.id,
      orgCode,
      accountId,
      name: `${title}-${mark.at.slice(0, 10)}.xlsx`,
      mime: XLSX_MIME,
      days: DAYS_KEPT,
    },
    xlsx(title, sheet.columns, counted(), mark, sheet.further),
  );
  await insertNotice(services.db, {
    type: SYSTEM_NOTICE,
    orgId,
    accountIds: [accountId],
    createdBy: '系统',
    title: `${title}已导出`,
    remark: `共${written}${unit}，文件保留${DAYS_KEPT}天，请到“导出列表”下载`,
  });
  return { message: `已导出${written}${unit}`, result: { rows: written }, fileId };
}
