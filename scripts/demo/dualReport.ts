import type { ClientBase } from 'pg';
import { addDays } from '#platform/time/days.ts';
import { continueIds, copyRows, type Row } from './copy.ts';
import { makeRandom } from './random.ts';

const SEED = 20260600;
/** Of the members in work so many of ten have reported, or tried to. */
const TRIED = 6;
const WAITING = 9;
const RETURNED = 4;
const MOVED = 6;
const ROADS = ['沿江大道', '学院路', '橘园路', '望江路', '清波街', '石桥巷'];
const QUARTERS = ['江畔花园', '橘香苑', '学府家园', '清波小区', '望江名邸', '石桥新村'];
const SKILLS = [
  '',
  '',
  '普法咨询、合同起草',
  '测血压、急救培训',
  '书法和春联',
  '电工维修',
  '带队巡逻',
  '辅导小学数学',
  '财务和项目申报',
];
const REASONS = ['居住地址不在本社区，请核实后重新报到', '请补充具体门牌号'];
const SOURCES = [1, 1, 2];

interface Person {
  id: string;
  name: string;
  orgId: string;
  org: string;
}

/** Reports of members in work to the communities of the demo: accepted, waiting (two of them late), returned, and moved on. */
export async function writeDualReport(client: ClientBase, today: string): Promise<void> {
  const random = makeRandom(SEED);
  const { rows: places } = await client.query<{ id: string; code: string; name: string }>(
    `select o.id::text as id, o.code, o.name from organisation o
      where o.deleted_at is null and exists (select from unit u where u.org_id = o.id and u.nature in ('7', '8') and u.deleted_at is null)
      order by o.code`,
  );
  const { rows: people } = await client.query<Person>(
    `select m.id::text as id, m.name, m.org_id::text as "orgId", o.name as org from member m join organisation o on o.id = m.org_id
      where m.deleted_at is null and m.membership_status = 1 and m.person_category <= 2 and m.occupation in (1, 3, 4, 5) and not m.is_floating
        and not exists (select from organisation c where c.code = any($1::text[]) and o.code >= c.code and o.code < c.code || ':')
      order by m.id`,
    [places.map(({ code }) => code)],
  );
  if (places.length === 0) return;
  const rows: Row[] = [];
  const todos: Row[] = [];
  for (const [at, person] of people.entries()) {
    if (at % 10 >= TRIED) continue;
    const place = places[random.int(0, places.length - 1)];
    const other = places[random.int(0, places.length - 1)];
    if (!place || !other) continue;
    const made = (more: {
      days: number;
      status: number;
      at?: typeof place;
      note?: string;
      ended?: number;
      reason?: string;
    }) => {
      const where = more.at ?? place;
      const source = random.pick(SOURCES);
      const decided =
        more.status === 0 || more.status === 4 ? null : addDays(today, -Math.max(0, more.days - random.int(1, 5)));
      rows.push({
        id: rows.length + 1,
        member_id: person.id,
        org_id: where.id,
        org_code: where.code,
        status: more.status,
        residence: `${random.pick(ROADS)}${random.int(1, 200)}号${random.int(1, 18)}栋${random.int(101, 1802)}室`,
        quarter: random.pick(QUARTERS),
        posts: random.chance(0.4) ? [String(random.int(1, 7)), '99'] : [String(random.int(1, 7))],
        skills: random.pick(SKILLS),
        times: random.chance(0.5) ? ['3', '4'] : [String(random.int(1, 5))],
        source,
        asked_name: source === 1 ? person.name : `${person.org}党务工作者`,
        decided_on: decided,
        decided_name: decided === null ? '' : `${where.name}党务工作者`,
        reason: more.reason ?? '',
        ended_on: more.ended === undefined ? null : addDays(today, -more.ended),
        end_note: more.note ?? '',
        created_at: `${addDays(today, -more.days)}T10:00:00+08:00`,
      });
      return rows.length;
    };
    if (todos.length < WAITING) {
      const id = made({ days: todos.length < 2 ? 12 - todos.length : random.int(0, 6), status: 0 });
      todos.push({
        role_id: 3,
        org_id: place.id,
        org_code: place.code,
        module: '双报到',
        title: `审核${person.name}的报到`,
        detail: person.org,
        act: '审核',
        jump_url: `/service/auditMember?id=${id}`,
        subject: `sbdReport:${id}`,
      });
    } else if (rows.length < WAITING + RETURNED) {
      made({ days: random.int(8, 60), status: 2, reason: random.pick(REASONS) });
    } else {
      if (rows.length < WAITING + RETURNED + MOVED * 2 && other.id !== place.id) {
        made({
          days: random.int(300, 700),
          status: 3,
          at: other,
          ended: random.int(20, 200),
          note: `迁往${place.name}`,
        });
      }
      made({ days: random.int(8, 290), status: 1 });
    }
  }
  await writePairs(client, today, places, todos);
  await copyRows(client, 'sbd_report', rows);
  await copyRows(client, 'todo', todos);
  await continueIds(client, ['sbd_report', 'sbd_pair']);
}

const OFFERS = [
  '每月一次义诊，提供血压、血糖检测和健康讲座',
  '开放会议室和停车位，双休日可供居民使用',
  '法律咨询日，每季度第一个周六到社区坐诊',
  '结对帮扶困难家庭8户，提供就业岗位信息',
  '选派12名党员参加夜间安全巡逻',
  '组织文艺队下社区演出，每年不少于4场',
];

/** Reports of the organisations of units to communities and streets: accepted, waiting (one late), returned and ended. */
async function writePairs(
  client: ClientBase,
  today: string,
  communities: readonly { id: string; code: string; name: string }[],
  todos: Row[],
): Promise<void> {
  const random = makeRandom(SEED + 1);
  const { rows: homes } = await client.query<{ id: string; code: string; name: string; contact: string }>(
    `select o.id::text as id, o.code, o.name, coalesce(nullif(u.manager, ''), '办公室') as contact from organisation o
       join unit u on u.org_id = o.id and u.deleted_at is null and u.nature in ('1', '2', '9', '31', '32')
      where o.deleted_at is null order by o.code limit 40`,
  );
  const rows: Row[] = [];
  for (const [at, home] of homes.entries()) {
    const place = communities[(at * 5) % communities.length];
    if (!place || home.code.startsWith(place.code) || place.code.startsWith(home.code)) continue;
    const status = at % 8 === 0 ? 0 : at % 8 === 3 ? 2 : at % 8 === 6 ? 3 : 1;
    const days = status === 0 ? (at === 0 ? 11 : random.int(0, 6)) : random.int(30, 600);
    const id = rows.length + 1;
    rows.push({
      id,
      org_id: home.id,
      org_code: home.code,
      community_id: place.id,
      status,
      contact: home.contact,
      phone: `0700-${6_310_000 + at * 37}`,
      posts: [String(random.int(1, 7))],
      offers: random.pick(OFFERS),
      asked_name: `${home.name}党务工作者`,
      decided_on: status === 0 ? null : addDays(today, -days + 3),
      decided_name: status === 0 ? '' : `${place.name}党务工作者`,
      reason: status === 2 ? '请先与社区商定服务事项再报到' : '',
      ended_on: status === 3 ? addDays(today, -random.int(1, 25)) : null,
      end_note: status === 3 ? '共建协议到期' : '',
      created_at: `${addDays(today, -days)}T10:00:00+08:00`,
    });
    if (status !== 0) continue;
    todos.push({
      role_id: 3,
      org_id: place.id,
      org_code: place.code,
      module: '双报到',
      title: `审核${home.name}的组织报到`,
      detail: `联系人${home.contact}`,
      act: '审核',
      jump_url: `/service/auditOrg?id=${id}`,
      subject: `sbdPair:${id}`,
    });
  }
  await copyRows(client, 'sbd_pair', rows);
}
