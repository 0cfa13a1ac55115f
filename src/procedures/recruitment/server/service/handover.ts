import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { inScope } from '#platform/server/database/scope.ts';
import { conflict, forbidden, notFound, refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import { answerPaper } from '#platform/server/papers/keep.ts';
import type * as contract from '#procedures/recruitment/contract.handover.ts';
import type { HandoverState } from '#procedures/recruitment/contract.handover.ts';
import * as queries from '../queries/handover.ts';
import { handoverSubject } from '../todos.ts';
import { paperDay } from './formValues.ts';
import { FORM_PAPER } from './sheets.ts';
import { isWorker } from './steps.ts';

type Side = 'given' | 'taken';

const stateOf = (row: queries.HandoverRecord): HandoverState =>
  row.givenAt === null ? 'open' : row.takenAt === null ? 'given' : 'done';

/** Why the session does not sign a side now; empty where it does. The two sides are signed by two people. */
function obstacle(ctx: Ctx, row: queries.HandoverRecord, side: Side): string {
  if (!isWorker(ctx)) return '当前角色不能签字';
  const [code, name, at, other] =
    side === 'given'
      ? [row.fromCode, row.fromName, row.givenAt, row.takenById]
      : [row.toCode, row.toName, row.takenAt, row.givenById];
  if (!inScope(ctx.scope, code)) return `由${name}签字`;
  if (at !== null) return '已经签过字，请刷新查看';
  if (side === 'taken' && row.givenAt === null) return `${row.fromName}还没有签字移交`;
  return other === ctx.session.accountId ? '移交和接收须由两个人签字' : '';
}

/** Lists of papers of the scope, as either branch sees them. */
export async function handovers(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listHandovers>,
): Promise<ReplyOf<typeof contract.listHandovers>> {
  if (!isWorker(ctx)) throw forbidden();
  const filter = { name: input.name || null, state: input.state ?? null };
  const offset = (input.pageNum - 1) * input.pageSize;
  const { rows, total } = await queries.pageOfHandovers(ctx.db, ctx.scope, filter, input.pageSize, offset);
  return {
    total,
    rows: rows.map((row) => ({
      id: row.id,
      name: row.name,
      fromName: row.fromName,
      toName: row.toName,
      movedOn: row.movedOn,
      papers: row.papers.map(({ no, label, sheets }) => ({ no, label, sheets })),
      state: stateOf(row),
      givenBy: row.givenBy,
      givenAt: row.givenAt?.toISOString() ?? null,
      takenBy: row.takenBy,
      takenAt: row.takenAt?.toISOString() ?? null,
      fileId: inScope(ctx.scope, row.orgCode) ? row.fileId : null,
      category: row.category,
      can: { give: obstacle(ctx, row, 'given') === '', take: obstacle(ctx, row, 'taken') === '' },
    })),
  };
}

async function found(ctx: Ctx, id: string, lock = false): Promise<queries.HandoverRecord> {
  if (!isWorker(ctx)) throw forbidden();
  const row = await queries.findHandover(ctx.db, ctx.scope, id, lock);
  if (!row) throw notFound('该移交清单不存在');
  return row;
}

const audited = (ctx: Ctx, row: queries.HandoverRecord, changes?: Record<string, [unknown, unknown]>) =>
  ctx.audit({
    type: 'developmentFile',
    id: row.fileId,
    name: row.name,
    orgCode: row.orgCode,
    ...(changes ? { changes } : {}),
  });

/** Signs for the branch that gives or takes the papers; the other side's to-do stays until it has signed as well. */
export async function sign(ctx: Ctx, { id, side }: ParsedOf<typeof contract.signHandover>): Promise<null> {
  const row = await found(ctx, id, true);
  const why = obstacle(ctx, row, side);
  if (why.startsWith('已经')) throw conflict(why);
  if (why) throw refuse(why);
  await queries.signSide(ctx.db, id, side, { id: ctx.session.accountId, name: ctx.session.accountName });
  await closeTodos(ctx.db, [handoverSubject(id, side)]);
  audited(ctx, row, { handover: [null, side === 'given' ? `${row.fromName}移交` : `${row.toName}接收`] });
  return null;
}

/** The list as it is signed on paper. */
export async function print(ctx: Ctx, { id }: ParsedOf<typeof contract.printHandover>) {
  const row = await found(ctx, id);
  audited(ctx, row);
  const { line } = await markOfDownload(ctx, '打印材料移交清单');
  const signed = (name: string, at: Date | null) =>
    at === null
      ? '　　　　　　　年　月　日'
      : `${name}　${paperDay(at.toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' }))}`;
  return answerPaper(ctx, {
    name: `发展党员材料移交清单 ${row.name}`,
    template: FORM_PAPER,
    data: {
      mark: line,
      title: '发展党员材料移交清单',
      subtitle: '',
      to: '',
      body: [
        {
          tag: 'p',
          classes: ['rt-indent'],
          inside: [
            `${row.name}同志于${paperDay(row.movedOn)}由${row.fromName}转入${row.toName}，培养教育时间连续计算，有关材料移交如下。`,
          ],
        },
      ],
      parts: [
        {
          kind: 'rows',
          head: ['序号', '步骤', '材料', '份数', '备注'],
          widths: [16, 22, 0, 20, 40],
          rows: row.papers.map(({ no, label, sheets }, at) => [`${at + 1}`, `第${no}步`, label, `${sheets}`, '']),
        },
      ],
      signs: [
        `移交支部：${row.fromName}`,
        `移交人：${signed(row.givenBy, row.givenAt)}`,
        `接收支部：${row.toName}`,
        `接收人：${signed(row.takenBy, row.takenAt)}`,
      ],
      note: '一式两份，移交和接收的党支部各存一份。',
    },
  });
}
