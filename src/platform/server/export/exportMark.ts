import { sql } from 'kysely';
import type { Ctx } from '../context.ts';
import type { Db } from '../database/db.ts';
import { type Scope, within } from '../database/scope.ts';
import type { RunningJob } from '../module.ts';
import type { SheetMark } from '../spreadsheet/cells.ts';
import { WATERMARK_START } from '../spreadsheet/write.ts';
import { makeCode, shownCode } from './exportCode.ts';

/** The last two parts of an IP address: enough to tell two machines of an office apart, too little to reach one. */
export function addressTail(ip: string): string {
  const parts = ip
    .replace(/^::ffff:/, '')
    .split(/[.:]/)
    .filter(Boolean);
  return parts.length < 2 ? '' : parts.slice(-2).join(ip.includes('.') ? '.' : ':');
}

interface Export {
  by: { name: string; org: string };
  ip: string;
  title: string;
  purpose: string;
}

const lineOf = (code: string, { by, ip, purpose }: Export, at: string) =>
  [
    `${WATERMARK_START}${by.name}`,
    by.org,
    at,
    ...(addressTail(ip) ? [`来源尾号 ${addressTail(ip)}`] : []),
    `导出编号 ${shownCode(code)}`,
    ...(purpose ? [`用途：${purpose}`] : []),
  ].join('　');

const NOW = sql<string>`to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI')`;

/** Keeps an export under a number of its own: a number that is taken writes nothing, and another one is tried. */
async function numbered<T>(write: (code: string) => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 5; tries++) {
    const kept = await write(makeCode());
    if (kept) return kept;
  }
  throw new Error('an export found no number, or its job is gone');
}

/** The mark of a job's file. A job that starts again gets the same mark. The address is that of the request that started the job. */
export async function markOfJob(
  job: RunningJob,
  { title, by, purpose }: Omit<Export, 'ip'>,
): Promise<SheetMark & { at: string }> {
  const { db } = job.services;
  const { code, ip, at } = await numbered(async (fresh) => {
    await sql`
      insert into export_mark (code, job_id, account_id, org_id, ip, title, purpose)
      select ${fresh}, id, account_id, org_id, ip, ${title}, ${purpose} from job where id = ${job.id}
      on conflict do nothing`.execute(db);
    const { rows } = await sql<{ code: string; ip: string; at: string }>`
      select code, ip, ${NOW} as at from export_mark where job_id = ${job.id}`.execute(db);
    return rows[0];
  });
  return { code, at, line: lineOf(code, { by, ip, title, purpose }, at) };
}

/** The mark of a file or paper that is answered at once. */
export async function markOfDownload(ctx: Ctx, title: string, purpose = ''): Promise<SheetMark> {
  const { accountId, accountName, orgId, orgName } = ctx.session;
  const { code, at } = await numbered(async (fresh) => {
    const { rows } = await sql<{ code: string; at: string }>`
      insert into export_mark (code, account_id, org_id, ip, title, purpose)
      values (${fresh}, ${accountId}, ${orgId}, ${ctx.ip}, ${title}, ${purpose})
      on conflict do nothing returning code, ${NOW} as at`.execute(ctx.db);
    return rows[0];
  });
  return { code, line: lineOf(code, { by: { name: accountName, org: orgName }, ip: ctx.ip, title, purpose }, at) };
}

/** What is known of an export. */
export interface MarkedExport {
  code: string;
  job_id: string | null;
  made_at: Date;
  account_id: string;
  account_name: string;
  org_code: string;
  org_name: string;
  ip: string;
  title: string;
  purpose: string;
}

/** The exports with these codes that were made within a range of organisations. */
export async function exportsOf(db: Db, scope: Scope, codes: readonly string[]) {
  const { rows } = await sql<MarkedExport>`
    select e.code, e.job_id, e.made_at, e.account_id, a.name as account_name, o.code as org_code, o.name as org_name, e.ip, e.title, e.purpose
      from export_mark e join account a on a.id = e.account_id join organisation o on o.id = e.org_id
     where ${within(scope, 'o.code')} and e.code = any(${codes}::text[])
     order by e.made_at desc, e.code`.execute(db);
  return rows;
}
