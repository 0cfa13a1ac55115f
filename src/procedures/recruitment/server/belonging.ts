import { announceBelonging } from '#people/org/server/belongings.ts';
import { moveTodos } from '#platform/server/inbox/todos.ts';
import * as queries from './queries/belonging.ts';
import { correctionSubject, decideSubject, endingSubject } from './todos.ts';

/**
 * Announces what of 发展党员 belongs to an organisation itself, beside the files, which follow their people: numbers of
 * 志愿书 in its stock, and steps and corrections that wait for its decision.
 */
export function announceBelongings(): void {
  announceBelonging({
    subject: 'developmentForm',
    noun: '在库的入党志愿书编号',
    measure: '个',
    waits: true,
    lasts: true,
    count: queries.formsInStock,
    move: (ctx, from, to, ids) => queries.moveStock(ctx.db, from.id, to, ids, ctx.session.accountName),
  });
  announceBelonging({
    subject: 'developmentApproval',
    noun: '待审批的发展步骤',
    measure: '件',
    waits: true,
    count: queries.stepsToDecide,
    async move(ctx, from, to, ids, reason) {
      const rows = await queries.moveStepsToDecide(ctx.db, from.id, to, ids);
      await moveTodos(
        ctx.db,
        from.id,
        to,
        rows.map(({ id }) => decideSubject(id)),
      );
      for (const { id, name, orgCode } of rows)
        ctx.audit({ type: 'developmentFile', id, name, orgCode, changes: { approver: [from.name, to.name] }, reason });
      return rows.map(({ id }) => id);
    },
  });
  announceBelonging({
    subject: 'correctionDecision',
    noun: '待审批的发展党员更正和终止培养',
    measure: '件',
    waits: true,
    count: queries.correctionsToDecide,
    async move(ctx, from, to, ids) {
      const rows = await queries.moveCorrectionsToDecide(ctx.db, from.id, to, ids);
      await moveTodos(
        ctx.db,
        from.id,
        to,
        rows.map(({ id, field, fileId }) => (field === 'ending' ? endingSubject(fileId) : correctionSubject(id))),
      );
      return rows.map(({ id }) => id);
    },
  });
}
