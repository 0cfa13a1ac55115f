import type { RawBuilder } from 'kysely';
import { ROLE } from '#kernel/session/contract.ts';
import type { Services } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { openTodo } from '#platform/server/inbox/todos.ts';
import { insertOutflow } from './queries/matter.ts';
import { ABSENCES_ABROAD, awayUnregistered } from './queries/unregistered.ts';
import { MODULE, movePath, outSubject } from './todos.ts';

/** Drafts that one run opens at most; the next one goes on. */
const AT_ONCE = 200;
const BY = '系统';
/** What nobody said: the branch fills it in before it confirms. */
const UNSAID = { reason: 9, trade: 99 } as const;

/**
 * Who has been away for six months without an outflow: a draft of it at the branch, with a to-do, once an absence
 * (党员教育管理工作条例第三十二条). It decides nothing; one that the branch did not agree to stays away.
 * @param absences rows of `member_id, range, region, since` (a date), in any order
 */
export async function draftOutflows(db: Db, absences: RawBuilder<unknown>): Promise<void> {
  const rows = await awayUnregistered(db, absences, AT_ONCE);
  for (const { memberId, name, orgId, orgCode, range, region, since } of rows) {
    const id = await insertOutflow(db, {
      memberId,
      orgId,
      orgCode,
      range,
      region,
      regionCode: null,
      place: '',
      ...UNSAID,
      startedOn: since,
      plannedTo: null,
      toOrgId: null,
      toOrgName: '',
      contactId: null,
      source: 4,
      askedBy: null,
      askedName: BY,
    });
    await openTodo(db, {
      roleId: ROLE.worker,
      orgId,
      orgCode,
      accountId: null,
      module: MODULE,
      title: `${name}外出已满6个月没有登记流动，请核实`,
      detail: `${region}，${since}起`,
      act: '确认',
      jumpUrl: movePath('out', id),
      dueOn: null,
      subject: outSubject(id),
    });
  }
}

/** Who went abroad half a year ago by the record, has not returned, and stands in no outflow. */
export const draftOutflowsAbroad = ({ db }: Services): Promise<void> => draftOutflows(db, ABSENCES_ABROAD);
