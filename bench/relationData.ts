// What `bench/relation.ts` and `bench/scores.ts` stand on: transfers and people who are away.
import type pg from 'pg';

const TRANSFERS = 200_000;
const OUTFLOWS = 50_000;
const CONTACTS_EACH = 12;

/** 200,000 transfers with their stations and the ledger of them, 50,000 outflows and 600,000 contacts, where there are fewer. */
export async function writeRelations(client: pg.Client): Promise<void> {
  const count = async (table: string) =>
    Number((await client.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n);
  if ((await count('relation_transfer')) < TRANSFERS) {
    // Transfers of the last three years between two branches of the city, each with its four stations; one in forty is open.
    await client.query(`
      create temp table place as select id, code, name, (row_number() over (order by code) - 1)::int as n, (count(*) over ())::int as total
        from organisation where type in (46, 47) and deleted_at is null;
      create temp table way as
        select m.id as member_id, m.org_id as from_id, (h.n + 1 + (m.id % 500)::int) % h.total as to_n, m.id % 40 = 0 as open, (m.id % 990)::int as days
          from (select id, org_id from member p where deleted_at is null and person_category = 1
                 and not exists (select from relation_transfer t where t.member_id = p.id) order by id limit ${TRANSFERS}) m
          join place h on h.id = m.org_id;
      create index on place (n);
      analyze place;
      analyze way`);
    await client.query(`
      with made as (
        insert into relation_transfer (member_id, kind, from_org_id, to_org_id, status, at_seq, reason, submitted_at, due_on, completed_on, created_by)
        select w.member_id, 'withinBranchTree', w.from_id, t.id, case when open then 3 else 6 end, case when open then 3 else 0 end, '工作调动',
               now() - w.days * interval '1 day', case when open then current_date - 20 + w.days % 60 end,
               case when open then null else current_date - w.days end, '压测'
          from way w join place t on t.n = w.to_n
        returning id, from_org_id, to_org_id, status
      ), station as (
        select m.id, m.status, s.seq, case s.seq when 1 then f.code when 2 then left(f.code, -4) when 3 then left(t.code, -4) else t.code end as code
          from made m join place f on f.id = m.from_org_id join place t on t.id = m.to_org_id cross join generate_series(1, 4) as s (seq))
      insert into relation_hop (transfer_id, seq, org_id, org_code, org_name, role, decides, state, since)
      select s.id, s.seq, o.id, o.code, o.name, case when s.seq <= 2 then 'send' else 'receive' end, s.seq in (2, 3),
             case when s.status = 6 or s.seq < 3 then 'passed' when s.seq = 3 then 'waiting' else 'none' end, now()
        from station s join organisation o on o.code = s.code`);
  }
  if ((await count('member_ledger')) < TRANSFERS) {
    await client.query(`
      insert into member_ledger (member_id, org_id, org_code, sign, way, happened_on, recorded_on, transfer_id)
      select t.member_id, o.id, o.code, s.sign, case s.sign when 1 then 'transferredIn' else 'transferredOut' end, t.completed_on, t.completed_on, t.id
        from relation_transfer t cross join (values (1), (-1)) as s (sign)
        join organisation o on o.id = case s.sign when 1 then t.to_org_id else t.from_org_id end where t.status = 6`);
  }
  if ((await count('mobile_outflow')) < OUTFLOWS) {
    await client.query(`
      insert into mobile_outflow (member_id, org_id, org_code, status, range, region, region_code, place, reason, trade, started_on,
                                  source, confirmed_on, last_contact_on, ended_on)
      select m.id, m.org_id, m.org_code, case when n % 5 = 0 then 4 else 2 end, 1 + (n % 2)::int, '外省', case when n % 2 = 1 then '440300' else '420100' end,
             '', (array[1, 2, 3, 4, 5, 9])[1 + n % 6], 1 + (n % 5)::int, current_date - 200 - (n % 700)::int, 1, current_date - 190 - (n % 700)::int,
             current_date - (n % 60)::int, case when n % 5 = 0 then current_date - (n % 150)::int end
        from (select id, org_id, org_code, row_number() over (order by id desc) as n from member
               where deleted_at is null and person_category = 1 order by id desc limit ${OUTFLOWS}) m`);
    await client.query(`
      insert into mobile_contact (outflow_id, day, way, reached, topic)
      select o.id, current_date - (30 * k)::int, 1, k % 9 > 0, 1 from mobile_outflow o, generate_series(1, ${CONTACTS_EACH}) k`);
  }
  await client.query(
    'vacuum analyze relation_transfer, relation_hop, relation_event, member_ledger, mobile_outflow, mobile_contact',
  );
}
