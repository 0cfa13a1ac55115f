import { sql } from 'kysely';
import { freezeDay, NATURES, quarterText } from '#modules/fourColour/rules.ts';
import { closeTodos, openTodo } from '#modules/message/server/todos.ts';
import { ROLE } from '#modules/session/contract.ts';
import { quarterOf } from '#platform/periods.ts';
import type { Services } from '#platform/server/context.ts';
import { type Db, transact } from '#platform/server/db.ts';
import { today } from './queries.ts';

const subject = (year: number, quarter: number) => `colourFreeze:${year}-${quarter}`;

/** The quarter before the one of a day. @param day `YYYY-MM-DD` */
export function quarterBefore(day: string): { year: number; quarter: number } {
  const [year, quarter] = [Number(day.slice(0, 4)), quarterOf(day)];
  return quarter === 1 ? { year: year - 1, quarter: 4 } : { year, quarter: quarter - 1 };
}

/** From the fifth day after a quarter the city is asked to freeze it; nobody is where no organisation has colours. */
export const askToFreeze = (services: Services): Promise<void> =>
  transact(services.db, async (tx) => {
    const day = await today(tx);
    const { year, quarter } = quarterBefore(day);
    if (day < freezeDay(year, quarter)) return;
    const { rows } = await sql<{ id: string; code: string }>`
      select o.id, o.code from organisation o where o.parent_id is null and o.deleted_at is null
         and not exists (select from colour_quarter q where q.year = ${year} and q.quarter = ${quarter} and starts_with(q.org_code, o.code))
         and not exists (select from todo t where t.org_id = o.id and t.subject = ${subject(year, quarter)})
         and exists (select from unit u where starts_with(u.org_code, o.code) and u.deleted_at is null
                        and u.nature = any(${[...NATURES.city, ...NATURES.village]}::text[]))`.execute(tx);
    for (const { id, code } of rows)
      await openTodo(tx, {
        roleId: ROLE.worker,
        orgId: id,
        orgCode: code,
        accountId: null,
        module: '四色管理',
        title: `冻结${quarterText(year, quarter)}四色等级`,
        detail: '季度已结束五天，核对人工定级后冻结',
        act: '去冻结',
        jumpUrl: `/affairs/villageAndcity/index?year=${year}&quarter=${quarter}`,
        dueOn: null,
        subject: subject(year, quarter),
      });
  });

/** It was frozen: nobody is asked any more. */
export const endFreezeTodo = (db: Db, year: number, quarter: number) => closeTodos(db, [subject(year, quarter)]);
