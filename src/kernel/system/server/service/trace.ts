import type { TracedExport } from '#kernel/system/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput } from '#platform/server/errors.ts';
import { findCodes, shownCode } from '#platform/server/export/exportCode.ts';
import { exportsOf } from '#platform/server/export/exportMark.ts';
import { partsOf, textOf, wholeOf } from '#platform/server/http/multipart.ts';
import { auditAct } from '#platform/server/log/audit.ts';
import { readWhole } from '#platform/server/spreadsheet/read.ts';
import { withRoom } from '#platform/server/spreadsheet/receive.ts';

const ACTION = '追查导出文件';
const LONGEST_TEXT = 200_000;
/** A file that names more exports than this is a list of them, no copy. */
const MOST_CODES = 200;

/** Whose export a file or a piece of one is: by the numbers in it, seen and unseen. What was found stands in the log. */
export const traceExport = (ctx: Ctx): Promise<TracedExport[]> => withRoom(ctx, () => trace(ctx));

async function trace(ctx: Ctx): Promise<TracedExport[]> {
  const marks = new Map<string, number>();
  const { from, lines } = await received(ctx);
  for await (const line of lines) {
    for (const code of findCodes(line)) {
      if (marks.size < MOST_CODES || marks.has(code)) marks.set(code, (marks.get(code) ?? 0) + 1);
    }
  }
  const found = await exportsOf(ctx.db, ctx.scope, [...marks.keys()]);
  if (found.length === 0) await auditAct(ctx, ctx.session, ACTION, { name: from, reason: '没有找到对应的导出' });
  for (const row of found) {
    await auditAct(ctx, ctx.session, ACTION, {
      ...(row.job_id ? { type: 'job', id: row.job_id } : {}),
      name: row.title,
      orgCode: row.org_code,
      reason: `${from}：导出编号${shownCode(row.code)}，${row.account_name}导出`,
    });
  }
  return found
    .map((row) => ({
      code: shownCode(row.code),
      title: row.title,
      accountName: row.account_name,
      orgName: row.org_name,
      at: row.made_at.toISOString(),
      ip: row.ip,
      purpose: row.purpose,
      marks: marks.get(row.code) ?? 0,
    }))
    .sort((a, b) => b.marks - a.marks);
}

/** What was sent, line by line, and how the log names it. Refuses at the field what holds nothing, or cannot be read here. */
async function received(ctx: Ctx): Promise<{ from: string; lines: AsyncIterable<string> | Iterable<string> }> {
  let text = '';
  let file: { name: string; bytes: Buffer } | null = null;
  for await (const part of partsOf(ctx.request)) {
    if (part.type === 'file') file = { name: part.filename, bytes: await wholeOf(part) };
    else if (part.fieldname === 'text') text = textOf(part);
  }
  if (file && file.bytes.length > 0) {
    if (/\.txt$/i.test(file.name)) return { from: '文件', lines: [file.bytes.toString('utf8')] };
    if (/\.(xlsx|xls|csv)$/i.test(file.name)) return { from: '文件', lines: joined(readWhole(file.bytes)) };
    throw badInput({ file: '这种文件请打开后复制其中的文字，或填写文件上的导出编号' });
  }
  if (text.length > LONGEST_TEXT) throw badInput({ text: '内容过长，请只粘贴其中一部分，或上传文件' });
  if (text.trim() === '') throw badInput({ text: '请粘贴文件里的内容，填写导出编号，或选择文件' });
  return { from: '文字', lines: [text] };
}

async function* joined(rows: AsyncIterable<string[]>): AsyncGenerator<string> {
  for await (const row of rows) yield row.join('\t');
}
