import type { LogRow, listLogins, listLogs } from '#kernel/system/contract.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput } from '#platform/server/errors.ts';
import { changeInWords } from '#platform/server/log/auditFields.ts';
import { redact } from '#platform/server/secrecy/redact.ts';
import * as queries from '../queries/logs.ts';

type Reply = ReplyOf<typeof listLogs>;

/** Acts and refusals in the own organisation and below, newest first; more than 1000 are not counted. */
export const pageOfLogs = (ctx: Ctx, input: ParsedOf<typeof listLogs>): Promise<Reply> => list(ctx, 'acts', input);

/** Sign-ins and those that failed, in the same way. */
export const pageOfLogins = (ctx: Ctx, input: ParsedOf<typeof listLogins>): Promise<Reply> =>
  list(ctx, 'logins', input);

async function list(ctx: Ctx, kind: 'acts' | 'logins', input: ParsedOf<typeof listLogins>): Promise<Reply> {
  const { pageNum, pageSize, ...criteria } = input;
  const offset = (pageNum - 1) * pageSize;
  if (offset >= queries.COUNTED) throw badInput({ pageNum: '只能翻看最近1000条，请缩小时间范围' });
  const filter = { ...criteria, kind };
  const [rows, counted] = await Promise.all([
    queries.listLogs(ctx.db, ctx.scope, filter, Math.min(pageSize, queries.COUNTED - offset), offset),
    queries.countLogs(ctx.db, ctx.scope, filter),
  ]);
  return {
    rows: rows.map(logRow),
    total: Math.min(counted, queries.COUNTED),
    capped: counted > queries.COUNTED,
  };
}

/** A row as lists and exports show it: codes as words, personal numbers redacted. */
export function logRow(row: queries.LogRecord): LogRow {
  return {
    id: row.id,
    at: row.at.toISOString(),
    accountId: row.account_id,
    accountName: row.account_name,
    roleName: row.role_name ?? '',
    orgName: row.org_name ?? '',
    action: row.action,
    targetName: redact(row.target_name ?? ''),
    outcome: row.outcome,
    reason: redact(row.reason ?? ''),
    ip: row.ip,
    traceId: row.trace_id,
    way: row.way ?? '',
    device: row.device ?? '',
    changes: Object.entries(row.changes ?? {}).map(([name, change]) => {
      const { field, before, after } = changeInWords(row.target_type, name, change);
      // Writers mask personal values; a number that slipped through is not shown either.
      return { field, before: redact(before), after: redact(after) };
    }),
  };
}
