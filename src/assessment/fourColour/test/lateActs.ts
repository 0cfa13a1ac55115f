import { sql } from 'kysely';
import type { Random } from '../../../../scripts/demo/random.ts';
import type { TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

const PLACES = Object.values(ORGS).filter(({ code }) => code.startsWith('0001') && code !== ORGS.deletedBranch.code);

/** Random changes of what can be late: outflows, terms, probations, tasks and transfers, written as the acts of their modules write. */
export function lateActs(app: () => TestApp, random: Random): Readonly<Record<string, () => Promise<unknown>>> {
  const pick = <T>(list: readonly T[]): T => random.pick(list);
  const run = (query: ReturnType<typeof sql>) => query.execute(app().db);
  const any = (table: string, where = sql`true`) =>
    sql`(select id from ${sql.table(table)} where ${where} order by md5(id::text || ${String(random.next())}) limit 1)`;
  const someone = () => any('member', sql`deleted_at is null`);
  const today = sql`(now() at time zone 'Asia/Shanghai')::date`;
  /** A day around today: what is late, what will be, what is not. */
  const day = () => sql`${today} + ${pick([-400, -70, -40, -31, -30, -29, -2, -1, 0, 1, 40])}::int`;
  const hop = (seq: number) => {
    const { id, code } = pick(PLACES);
    return sql`(${seq}::int, ${pick([true, true, true, false]) ? sql`${id}::bigint` : sql`null::bigint`}, ${code}::text)`;
  };
  return {
    away: () =>
      run(sql`insert into mobile_outflow (member_id, org_id, org_code, status, range, region, reason, trade, started_on, source, confirmed_on)
        select m.id, m.org_id, m.org_code, ${pick([1, 2, 3])}, ${pick([2, 3])}, '外省', ${pick([1, 2])}, 1, ${day()}, 2, ${day()}
          from member m where m.id = ${someone()} on conflict do nothing`),
    heard: () => run(sql`update mobile_outflow set last_contact_on = ${day()} where id = ${any('mobile_outflow')}`),
    back: () => run(sql`update mobile_outflow set status = 4, ended_on = ${today} where id = ${any('mobile_outflow')}`),
    lost: () => run(sql`update member set is_lost_contact = not is_lost_contact where id = ${someone()}`),
    file: () =>
      run(sql`insert into development_file (member_id, org_id, org_code, category, step, due_on)
        select m.id, m.org_id, m.org_code, 4, 8, ${day()} from member m where m.id = ${someone()} on conflict do nothing`),
    dueOn: () =>
      run(
        sql`update development_file set due_on = ${pick([true, false]) ? day() : sql`null`} where id = ${any('development_file')}`,
      ),
    ended: () =>
      run(
        sql`update development_file set ending = 'stopped', ended_on = ${today} where id = ${any('development_file')} and ended_on is null`,
      ),
    ending: () =>
      run(sql`insert into development_correction (member_id, file_id, field, before, after, reason, approver_org_id, asked_by)
        select f.member_id, f.id, 'ending', '', '2026-01-01', '试', ${pick(PLACES).id}, 1
          from development_file f where f.id = ${any('development_file')} and f.ended_on is null on conflict do nothing`),
    endingSaid: () =>
      run(
        sql`update development_correction set state = ${pick(['withdrawn', 'refused'])} where id = ${any('development_correction', sql`state = 'pending'`)}`,
      ),
    probation: () =>
      run(sql`update member set person_category = ${pick([1, 2, 2])}, admission_date = ${day()} - ${pick([300, 303, 310, 365])}::int,
          probation_until = ${pick([true, false]) ? day() : sql`null`} where id = ${someone()}`),
    binned: () =>
      run(sql`update member m set deleted_at = case when m.deleted_at is null then now() end
        where m.id = ${any('member')} and not exists (select from development_file f where f.member_id = m.id and f.ended_on is null)`),
    task: () => {
      const { id, code } = pick(PLACES);
      return run(sql`
        with task as (insert into office_task (org_id, org_code, title, content, kind, frequency, starts_on, ends_on, due_rule, audience, state)
               values (${id}, ${code}, '试', '', 0, 1, '2020-01-01', '2030-01-01', 'end', '{}', ${pick([1, 2, 2])}) returning id),
             circle as (insert into office_circle (task_id, seq, label, starts_on, due_on)
               select id, 1, '', '2020-01-01', ${day()} from task returning id, task_id, due_on)
        insert into office_part (task_id, circle_id, org_id, org_code, due_on, state)
        select c.task_id, c.id, o.id, o.code, c.due_on, ${pick([0, 1, 2, 3])}
          from circle c join organisation o on o.code >= ${code} and o.code < ${`${code}:`} where o.deleted_at is null`);
    },
    part: () => run(sql`update office_part set state = ${pick([0, 1, 2, 3, 4, 5])} where id = ${any('office_part')}`),
    partDay: () => run(sql`update office_part set due_on = ${day()} where id = ${any('office_part')}`),
    taskState: () => run(sql`update office_task set state = ${pick([2, 2, 3, 4])} where id = ${any('office_task')}`),
    taskBin: () =>
      run(
        sql`update office_task set deleted_at = case when deleted_at is null then now() end where id = ${any('office_task')}`,
      ),
    transfer: () =>
      run(sql`
        with made as (
          insert into relation_transfer (member_id, kind, from_org_id, to_org_id, status, at_seq, due_on)
          values (${someone()}, 'inProvince', ${pick(PLACES).id}, ${pick([true, false]) ? pick(PLACES).id : null},
                  ${pick([1, 2, 2, 3, 4, 5, 6, 7])}, ${pick([1, 2, 3, 9])}, ${day()}) on conflict do nothing returning id)
        insert into relation_hop (transfer_id, seq, org_id, org_code, role, decides)
        select made.id, h.seq, h.org_id, h.code, 'send', true from made, (values ${sql.join([1, 2, 3, 4].map(hop))}) as h (seq, org_id, code)`),
    step: () =>
      run(sql`update relation_transfer set status = ${pick([2, 3, 4, 5, 6, 7])}, at_seq = ${pick([1, 2, 3])}, due_on = ${day()}
               where id = ${any('relation_transfer')}
                 and not exists (select from relation_transfer x where x.member_id = relation_transfer.member_id and x.id <> relation_transfer.id)`),
    way: () => {
      const { id, code } = pick(PLACES);
      return run(sql`update relation_hop set org_id = ${id}, org_code = ${code} where id = ${any('relation_hop')}`);
    },
    stop: () => run(sql`delete from relation_hop where id = ${any('relation_hop')}`),
    letter: () =>
      run(sql`insert into relation_letter (transfer_id, org_id, org_code, prefix, year, serial, check_digit, to_name, days, issued_on,
                                           valid_until, facts, handler)
        select t.id, ${ORGS.countyA.id}, ${ORGS.countyA.code}, '甲', 2026, (select coalesce(max(serial), 0) + 1 from relation_letter), 1,
               '外地', 30, ${day()}, ${day()}, '{}', '试' from relation_transfer t where t.id = ${any('relation_transfer')} on conflict do nothing`),
    voided: () =>
      run(sql`update relation_letter set voided_at = case when voided_at is null then now() end where id = ${any('relation_letter')}
        and not exists (select from relation_letter x where x.transfer_id = relation_letter.transfer_id and x.id <> relation_letter.id)`),
  };
}
