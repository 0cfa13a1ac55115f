import type { ClientBase } from 'pg';

/** A report that the city sends to the workers of its counties on the first of each month, ordered by the city's worker. */
export async function writeSubscription(client: ClientBase, today: string): Promise<void> {
  await client.query(
    `with owner as (
       select g.id, o.id as org_id, o.code, a.name
         from account_role g join organisation o on o.id = g.org_id and length(o.code) = 4 join account a on a.id = g.account_id
        where g.role_id = 3 order by g.id limit 1
     ), made as (
       insert into report_subscription (org_id, org_code, grant_id, report_key, every, next_on, created_at, created_by)
       select org_id, code, id, 'monthlyDuesSummary', 'month', (date_trunc('month', $1::date) + interval '1 month')::date,
              $1::date - 3, name from owner returning id
     )
     insert into report_receiver (subscription_id, grant_id)
     select made.id, g.id from made, account_role g join organisation o on o.id = g.org_id
      where g.role_id = 3 and length(o.code) = 8 order by o.code, g.id limit 20`,
    [today],
  );
}
