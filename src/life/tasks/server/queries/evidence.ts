import { sql } from 'kysely';
import { evidenceOf, withdrawEvidence } from '#house/server/pointEvidence.ts';
import type { Db } from '#platform/server/database/db.ts';
import type { PointSource } from '#platform/server/module.ts';

const DONE = 'officeDone';
const LATE = 'officeLate';
const subjectOf = (partId: string) => `officePart:${partId}`;

/** Accepted parts, in time or late: the organisation's, and of whoever answered it or it was assigned to where that is a member. */
const write = (partIds: readonly string[] | null) =>
  evidenceOf(
    sql`
  select case when p.is_late then ${LATE} else ${DONE} end, 'officePart:' || p.id, coalesce(p.person_id, a.member_id), p.org_id, p.org_code,
         (coalesce(p.reported_at, p.decided_at, now()) at time zone 'Asia/Shanghai')::date, 100,
         t.title || case when c.label = '' then '' else '（' || c.label || '）' end, '/affairs/task/view/' || t.id || '?part=' || p.id
    from office_part p join office_task t on t.id = p.task_id join office_circle c on c.id = p.circle_id
    left join account a on a.id = p.assignee_id
   where p.state = 4 and ${partIds ? sql`p.id = any(${partIds}::bigint[])` : sql`true`}`,
    ['day'],
  );

/** Evidence of parts that were accepted just now. */
export async function recordPartEvidence(db: Db, partIds: readonly string[]): Promise<void> {
  await write(partIds).execute(db);
}

/** They are open again. */
export const withdrawPartEvidence = (db: Db, partIds: readonly string[]) =>
  withdrawEvidence(db, [DONE, LATE], partIds.map(subjectOf));

export const officePointSources: readonly PointSource[] = [
  {
    code: DONE,
    label: '按时完成工作任务',
    unit: '件',
    link: '/affairs/task/list',
    takeUp: async (db) => Number((await write(null).execute(db)).numAffectedRows ?? 0),
  },
  { code: LATE, label: '工作任务补报', unit: '件', link: '/affairs/task/list', takeUp: async () => 0 },
];
