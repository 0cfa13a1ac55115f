import type { ClientBase } from 'pg';
import { addDays } from './days.ts';

const STREET = '江南街道党工委';
const OWN = '渡口第一党支部';
const WORKER = '江南街道党务工作者';

interface Called {
  title: string;
  startsAt: string;
  endsAt: string;
  state: 1 | 3;
  agenda: string;
  note: string;
  minutes: string;
}

const meetingsOf = (today: string): Called[] => [
  {
    title: '基层党建工作推进会',
    startsAt: `${addDays(today, 1)} 09:00`,
    endsAt: `${addDays(today, 1)} 11:00`,
    state: 1,
    agenda: '一、通报今年基层党建重点任务的进度\n二、两个支部作交流发言\n三、布置年底前的工作',
    note: '请各支部书记参加，因故不能参加的请副书记代会并说明原因。',
    minutes: '',
  },
  {
    title: '第三季度党建工作例会',
    startsAt: `${addDays(today, -36)} 14:30`,
    endsAt: `${addDays(today, -36)} 16:30`,
    state: 3,
    agenda: '一、通报第三季度党建工作\n二、研究流动党员联系办法',
    note: '',
    minutes:
      '会议通报了第三季度各支部“三会一课”、党费收缴和发展党员工作的情况，肯定了成绩，指出了组织生活记录不完整、流动党员联系不及时的问题。\n会议要求，各支部对照问题逐项整改，整改情况下次例会上汇报。',
  },
];

const insertMeeting = async (client: ClientBase, org: { id: string; code: string }, one: Called): Promise<string> => {
  const { rows } = await client.query<{ id: string }>(
    `insert into office_meeting (org_id, org_code, title, starts_at, ends_at, place, host, agenda, note, audience, state,
                                 noticed_at, noticed_by, minutes, minutes_no, minutes_year, minutes_at, minutes_by,
                                 created_by, updated_by)
     values ($1, $2, $3, $4::timestamp at time zone 'Asia/Shanghai', $5::timestamp at time zone 'Asia/Shanghai',
             '街道三楼会议室', '街道党工委副书记', $6, $7, '{"mode":"below","types":[46,47,48,50],"orgIds":[],"memberIds":[]}',
             $8::int, $4::timestamp at time zone 'Asia/Shanghai' - interval '3 days', $10, $9,
             case when $8::int = 3 then 1 end, case when $8::int = 3 then extract(year from $4::timestamp)::int end,
             case when $8::int = 3 then $5::timestamp at time zone 'Asia/Shanghai' + interval '1 day' end,
             case when $8::int = 3 then $10::text else '' end, $10, $10)
     returning id`,
    [org.id, org.code, one.title, one.startsAt, one.endsAt, one.agenda, one.note, one.state, one.minutes, WORKER],
  );
  return rows[0]?.id ?? '';
};

/** Everybody below is called; most answer with a member of the branch, some are on leave, the visitor's own has not answered. */
const insertInvitees = (client: ClientBase, id: string, code: string, state: number) =>
  client.query(
    `insert into office_invitee (meeting_id, org_id, org_code, answer, member_id, attendee, reason, read_at, answered_at,
                                 answered_by, minutes_read_at)
     select $1::bigint, o.id, o.code, s.answer, case when s.answer in (1, 3) then m.id end,
            case when s.answer in (1, 3) then m.name else '' end,
            case s.answer when 2 then '参加市里的培训' when 3 then '书记外出，由支部委员参加' else '' end,
            case when s.answer > 0 or d.n % 2 = 0 then now() - interval '1 day' end,
            case when s.answer > 0 then now() - interval '20 hours' end,
            case when s.answer > 0 then '支部书记' else '' end,
            case when $3::int = 3 and d.n % 3 > 0 then now() - interval '10 days' end
       from organisation o
       cross join lateral (select ('x' || substr(md5(o.id || ':' || $1::bigint), 1, 6))::bit(24)::int as n) d
       left join lateral (select id, name from member where org_id = o.id and deleted_at is null and person_category = 1
                           order by id limit 1) m on true
       cross join lateral (select case when o.name = $4::text and $3::int = 1 then 0 when m.id is null then 0
         when d.n % 11 = 0 then 2 when d.n % 7 = 0 then 3 when d.n % 5 = 0 and $3::int = 1 then 0 else 1 end as answer) s
      where o.deleted_at is null and o.type = any('{46,47,48,50}') and o.code > $2::text and o.code < $2::text || ':'`,
    [id, code, state, OWN],
  );

/** Who comes stands on the sheet; of a meeting that was held, nearly all came. */
async function insertSheet(client: ClientBase, id: string, org: { id: string; code: string }, one: Called) {
  const { rows } = await client.query<{ id: string }>(
    `insert into attendance_sheet (kind, subject_id, org_id, org_code, secret, starts_at, opens_at, closed_at)
     select 'officeMeeting', $1::bigint, $2, $3, sha256(random()::text::bytea), starts_at, starts_at - interval '1 hour',
            case when state = 3 then ends_at end from office_meeting where id = $1::bigint returning id`,
    [id, org.id, org.code],
  );
  await client.query(
    `insert into attendance_person (sheet_id, member_id, name, due, votes, sort, state, way, signed_at)
     select $1::bigint, i.member_id, i.attendee, true, false, row_number() over (order by i.org_code),
            case when $3::int = 3 and i.id % 13 > 0 then 1 when $3::int = 3 then 3 else 0 end,
            case when $3::int = 3 and i.id % 13 > 0 then 'scan' else '' end,
            case when $3::int = 3 and i.id % 13 > 0
                 then (select starts_at from office_meeting where id = $2::bigint) - (i.id % 25) * interval '1 minute' end
       from office_invitee i where i.meeting_id = $2::bigint and i.member_id is not null on conflict do nothing`,
    [rows[0]?.id, id, one.state],
  );
}

/** Meetings of work of the demo: one tomorrow, half answered, and one whose minutes are out with what was agreed. */
export async function writeOfficeMeetings(client: ClientBase, today: string): Promise<void> {
  const { rows } = await client.query<{ id: string; code: string }>(
    'select id, code from organisation where name = $1 and deleted_at is null',
    [STREET],
  );
  const org = rows[0];
  if (!org) return;
  for (const one of meetingsOf(today)) {
    const id = await insertMeeting(client, org, one);
    await insertInvitees(client, id, org.code, one.state);
    await insertSheet(client, id, org, one);
    if (one.state === 3)
      await client.query(
        `insert into office_resolution (meeting_id, sort, text, due_on) values
           ($1, 0, '各支部补齐今年的组织生活记录，由街道党建办抽查', $2), ($1, 1, '逐人核对流动党员的联系方式，建立联系台账', $2)`,
        [id, addDays(today, 20)],
      );
    else
      await client.query(
        `insert into todo (role_id, org_id, org_code, module, title, detail, act, jump_url, due_on, subject)
         select 3, i.org_id, i.org_code, '党务办公', '会议回执：' || m.title, $2 || '通知', '回执',
                '/affairs/meeting/viewMeetingRecord/' || m.id || '/' || i.id, $3::date, 'officeInvitee:' || i.id
           from office_invitee i join office_meeting m on m.id = i.meeting_id where m.id = $1 and i.answer = 0`,
        [id, STREET, addDays(today, 1)],
      );
  }
}
