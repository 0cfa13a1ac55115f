import type { ClientBase } from 'pg';
import { addDays } from '#platform/time/days.ts';
import { continueIds, copyRows, type Row } from './copy.ts';

/** People of a team. */
const TEAM = 12;
/** title, words, place, whether a drill, whether it runs. */
const CALLS = [
  ['防汛转移演练', '带雨衣和手电，分三组演练转移老人。', '社区党群服务中心', true, false],
  ['寻找走失老人', '老人穿灰色外套，最后在菜市场附近。', '小区东门', false, true],
] as const;

/** The emergency team of the first communities, a drill that is over, and at the first of them a call that runs. */
export async function writeServiceCalls(client: ClientBase, today: string): Promise<void> {
  const { rows: people } = await client.query<{
    report: string;
    member: string;
    org: string;
    code: string;
    at: string;
  }>(
    `select r.id::text as report, r.member_id::text as member, r.org_id::text as org, r.org_code as code,
            row_number() over (partition by r.org_id order by r.id)::text as at
       from sbd_report r where r.status = 1 and not exists (select from sbd_job j where j.report_id = r.id and j.kind = 2)
      order by r.org_code, r.id`,
  );
  const teams = [
    ...Map.groupBy(
      people.filter(({ at }) => Number(at) <= TEAM),
      ({ org }) => org,
    ).values(),
  ].slice(0, 4);
  const calls: Row[] = [];
  const called: Row[] = [];
  for (const [place, team] of teams.entries()) {
    for (const { report } of team) {
      await client.query(
        `insert into sbd_job (report_id, kind, from_on, note, created_by) values ($1, 2, $2, '', '社区党务工作者')`,
        [report, addDays(today, -60)],
      );
    }
    for (const [title, content, where, isDrill, runs] of CALLS) {
      if (runs && place > 0) continue;
      const [first] = team;
      if (!first) continue;
      const id = calls.length + 1;
      const day = runs ? today : addDays(today, -20 - place);
      // What runs has begun, at whatever hour the demo is made.
      const hour = runs ? '00' : '09';
      calls.push({
        id,
        org_id: first.org,
        org_code: first.code,
        called: '应急队',
        title,
        content,
        place: where,
        is_drill: isDrill,
        state: runs ? 1 : 2,
        end_note: runs ? '' : '用时二十五分钟，全部转移到位。',
        ended_at: runs ? null : `${day} 10:05:00+08`,
        created_at: `${day} ${hour}:30:00+08`,
        created_by: '社区党务工作者',
      });
      for (const [at, { member }] of team.entries()) {
        const answer = at % 5 === 4 ? 0 : at % 4 === 3 ? 2 : 1;
        called.push({
          call_id: id,
          member_id: member,
          answer,
          answered_at: answer === 0 ? null : `${day} ${hour}:3${at % 10}:00+08`,
          arrived_at: answer === 1 && !runs ? `${day} ${hour}:5${at % 10}:00+08` : null,
          sms_state: 2,
        });
      }
    }
  }
  await copyRows(client, 'service_call', calls);
  await copyRows(client, 'service_call_person', called);
  await continueIds(client, ['service_call']);
}
