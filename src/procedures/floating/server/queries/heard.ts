import { sql } from 'kysely';

/**
 * On which day somebody of a running outflow `f` was last heard of: the log, dues that were paid, a meeting that the person
 * came to; at first the day on which the outflow was confirmed. Searches that reached nobody do not count.
 */
export const HEARD = sql<string>`greatest(coalesce(f.last_contact_on, f.confirmed_on),
  (select max(p.paid_on) from dues_bill b join dues_payment p on p.id = b.payment_id
    where b.member_id = f.member_id and b.state = 3 and p.state <> 'refunded'),
  (select max((s.starts_at at time zone 'Asia/Shanghai')::date) from attendance_person a join attendance_sheet s on s.id = a.sheet_id
    where a.member_id = f.member_id and a.state = 1))`;
