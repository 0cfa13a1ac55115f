import { type RawBuilder, sql } from 'kysely';
import { announceBelonging } from '#modules/org/server/belongings.ts';
import type { Db } from '#platform/server/db.ts';
import { moveTodos } from '#platform/server/todos.ts';
import { correctionSubject, decideSubject, endingSubject } from './todos.ts';

const counted = async (db: Db, query: RawBuilder<{ id: string; n: number }>) =>
  new Map((await query.execute(db)).rows.map(({ id, n }) => [id, n]));

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
    count: (db, orgIds) =>
      counted(
        db,
        sql<{ id: string; n: number }>`
          select org_id as id, count(*)::int as n from development_form
           where org_id = any(${orgIds}::bigint[]) and state = 'stock' group by 1`,
      ),
    async move(ctx, from, to, ids) {
      const { rows } = await sql<{ id: string }>`
        update development_form set org_id = ${to.id}, org_code = ${to.code}, changed_at = now(),
               changed_by = ${ctx.session.accountName}
         where org_id = ${from.id} and state = 'stock' ${ids ? sql`and id = any(${ids}::bigint[])` : sql``}
        returning id`.execute(ctx.db);
      return rows.map(({ id }) => id);
    },
  });
  announceBelonging({
    subject: 'developmentApproval',
    noun: '待审批的发展步骤',
    measure: '件',
    waits: true,
    count: (db, orgIds) =>
      counted(
        db,
        sql<{ id: string; n: number }>`
          select approver_org_id as id, count(*)::int as n from development_step
           where state = 'submitted' and approver_org_id = any(${orgIds}::bigint[]) group by 1`,
      ),
    async move(ctx, from, to, ids, reason) {
      const { rows } = await sql<{ id: string; name: string; orgCode: string }>`
        update development_step s set approver_org_id = ${to.id}
          from development_file f join member m on m.id = f.member_id
         where f.id = s.file_id and s.state = 'submitted' and s.approver_org_id = ${from.id}
           ${ids ? sql`and f.id = any(${ids}::bigint[])` : sql``}
        returning f.id, m.name, f.org_code as "orgCode"`.execute(ctx.db);
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
    count: (db, orgIds) =>
      counted(
        db,
        sql<{ id: string; n: number }>`
          select approver_org_id as id, count(*)::int as n from development_correction
           where state = 'pending' and approver_org_id = any(${orgIds}::bigint[]) group by 1`,
      ),
    async move(ctx, from, to, ids) {
      const { rows } = await sql<{ id: string; field: string; fileId: string }>`
        update development_correction set approver_org_id = ${to.id}
         where state = 'pending' and approver_org_id = ${from.id} ${ids ? sql`and id = any(${ids}::bigint[])` : sql``}
        returning id, field, file_id as "fileId"`.execute(ctx.db);
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
