import { type RawBuilder, sql } from 'kysely';
import { COMMITTEES } from '#procedures/dues/rules.handup.ts';

/**
 * Branches that received dues in a month and have handed up nothing since its first day, though something of it is to
 * be handed up; one pass over each table, whatever the number of branches.
 * @param where a condition over the organisation `o`
 */
export const branchesNotHandedUp = (month: string, where: RawBuilder<unknown>) => sql`
  select o.id, o.code, o.name, o.parent_id, got.sum
    from organisation o
    join (select org_id, sum(total) as sum from dues_payment where month = ${month} and state <> 'refunded' group by org_id) got
      on got.org_id = o.id
    left join dues_ratio r on r.org_id = o.id and r.year = ${Number(month.slice(0, 4))}
   where o.deleted_at is null and o.type <> all(array[${sql.join([...COMMITTEES])}]::smallint[]) and coalesce(r.ratio, 1) > 0 and ${where}
     and not exists (select from dues_handup h where h.org_id = o.id and h.kind = 1 and h.state in ('pending', 'confirmed')
                       and h.paid_on >= ${`${month}-01`}::date)`;
