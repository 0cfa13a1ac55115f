import { sql } from 'kysely';
import type { Home } from '#people/org/server/residents.ts';
import type { Db } from '#platform/server/database/db.ts';
import { withdrawTimelyEvidence } from './evidence.ts';

export interface PaidBill {
  billId: string;
  name: string;
  month: string;
  /** Fen. */
  amount: string;
}

/** The months that a payment was for, with whose they are, also once it was refunded. The caller has found it within the scope. */
export async function billsOfPayment(db: Db, id: string): Promise<PaidBill[]> {
  const { rows } = await sql<PaidBill>`
    select b.id as "billId", m.name, b.month, l.amount::text as amount
      from dues_payment_bill l join dues_bill b on b.id = l.bill_id join member m on m.id = b.member_id
     where l.payment_id = ${id} order by m.id, b.month`.execute(db);
  return rows;
}

/** How many of these bills are due: those of a merged record may be void. */
export async function countDue(db: Db, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from dues_bill where id = any(${ids}::bigint[]) and state = 1`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Notes that a refund is asked for, or takes the question back (`reason` empty). */
export async function setRefund(
  db: Db,
  id: string,
  refund: { by: string; name: string; reason: string; billIds: readonly string[] } | null,
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update dues_payment set state = ${refund ? 'asked' : 'valid'}, asked_by = ${refund?.by ?? null}, asked_name = ${refund?.name ?? ''},
           refund_reason = ${refund?.reason ?? ''}, refund_bills = ${refund?.billIds ?? []}::bigint[], version = version + 1
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Why a bill is void that the person pays, or has paid, by another one after two records became one. */
export const MERGED = '与重复的一份合并，该月已有另一笔';

/**
 * The payment is refunded; its months are due again, but those of a record that was merged into another one, and those that
 * such a record has paid: a month is owed once. Both are due again where the merge is undone (`merging.ts`).
 * @param to whose they are now
 */
export async function markRefunded(db: Db, id: string, to: Home, by: string): Promise<number> {
  const open = await sql<{ id: string }>`
    update dues_bill b set payment_id = null, version = version + 1, updated_at = now(), org_id = ${to.id}, org_code = ${to.code},
           state = case when v.void then 6 else 1 end, reason = case when v.void then ${MERGED} else b.reason end
      from (select c.id, exists (select from member_merge g where g.dropped_id = c.member_id and g.undone_at is null)
                      or exists (select from member_merge g join dues_bill d on d.member_id = g.dropped_id and d.month = c.month and d.state = 3
                                  where g.kept_id = c.member_id and g.undone_at is null) as void
              from dues_bill c where c.payment_id = ${id}) v
     where b.id = v.id returning b.id`.execute(db);
  await withdrawTimelyEvidence(
    db,
    open.rows.map((bill) => bill.id),
  );
  const { rows } = await sql<{ version: number }>`
    update dues_payment set state = 'refunded', refunded_at = now(), refunded_by = ${by}, version = version + 1
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}
