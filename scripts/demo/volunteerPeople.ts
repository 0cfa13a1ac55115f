import type { ClientBase } from 'pg';
import { maskText } from '#people/member/rules.ts';
import { nameGrams } from '#platform/server/database/nameSearch.ts';
import type { Vault } from '#platform/server/secrecy/crypto.ts';
import { addDays } from '#platform/time/days.ts';
import { continueIds, copyRows, type Row } from './copy.ts';
import { makeRandom } from './random.ts';

const SEED = 20260701;
/** Of its volunteers so many of a community are in each of its two groups. */
const IN_GROUP = 9;
const GROUPS = [
  ['清洁家园队', '周末打扫楼栋和背街小巷，自带手套。'],
  ['敬老走访队', '每月走访独居老人，代购代办。'],
] as const;
const SURNAMES = ['张', '王', '李', '赵', '陈', '刘', '杨', '黄', '周', '吴'];
const CALLED = ['大爷', '阿姨', '奶奶', '师傅', '大哥'];
const HELP = [
  [1, '每月走访一次，陪同复诊取药，帮助办理大病救助。'],
  [2, '每月上门理发和打扫，协助申领辅具补贴。'],
  [4, '推荐就业岗位和技能培训，帮助准备面试。'],
  [5, '每周辅导功课，帮助申请助学金。'],
  [6, '节日走访，代办水电费，联系志愿者陪伴。'],
] as const;
const TOGETHER = ['每季度联合开展主题党日，组织义诊和政策宣讲。', '每月到社区开展一次志愿服务，共用活动阵地。'];
const DONE = ['送去米面油，了解近况，提醒用火用电安全。', '陪同到医院复诊，取回两周的药。', '一起打扫卫生，检修电路。'];

interface Org {
  id: string;
  code: string;
  name: string;
}

/** Groups of volunteers of the communities, who keeps activities on the spot, and pairs in every state with what was done. */
export async function writeVolunteerPeople(client: ClientBase, vault: Vault, today: string): Promise<void> {
  const random = makeRandom(SEED);
  const { rows: places } = await client.query<Org>(
    `select o.id::text as id, o.code, o.name from organisation o
      where o.deleted_at is null and exists (select from unit u where u.org_id = o.id and u.nature in ('7', '8') and u.deleted_at is null)
      order by o.code`,
  );
  const { rows: people } = await client.query<{ id: string; name: string; place: string; hasAccount: boolean }>(
    `select distinct on (a.org_id, m.id) m.id::text as id, m.name, a.org_id::text as place,
            exists (select from account c where c.member_id = m.id) as "hasAccount"
       from service_signup s join service_activity a on a.id = s.activity_id join member m on m.id = s.member_id
      where m.deleted_at is null and m.membership_status = 1 order by a.org_id, m.id`,
  );
  // Organisations of units beside each community: branches of the same street that are no communities themselves.
  const { rows: units } = await client.query<Org & { place: string; member: string }>(
    `select o.id::text as id, o.code, o.name, p.id::text as place,
            (select m.id::text from member m where m.org_id = o.id and m.deleted_at is null and m.membership_status = 1
                and m.person_category <= 2 order by m.id limit 1) as member
       from organisation p join lateral (
         select o.* from organisation o where o.parent_id <> p.id and o.id <> p.id and o.deleted_at is null and not exists (select from organisation c where c.parent_id = o.id)
            and left(o.code, 8) = left(p.code, 8) and not o.code like p.code || '%'
            and not exists (select from unit u where u.org_id = o.id and u.nature in ('7', '8'))
          order by md5(o.id::text || p.id::text) limit 3) o on true
      where p.id = any($1::bigint[]) order by p.code, o.code`,
    [places.map(({ id }) => id)],
  );
  const { rows: last } = await client.query<{ n: number }>('select coalesce(max(id), 0)::int as n from content_group');
  const groups: Row[] = [];
  const members: Row[] = [];
  const keepers: Row[] = [];
  const pairs: Row[] = [];
  const visits: Row[] = [];
  const todos: Row[] = [];
  for (const [at, place] of places.entries()) {
    const crew = people.filter((one) => one.place === place.id);
    const worker = `${place.name}党务工作者`;
    for (const [n, [name, description]] of GROUPS.entries()) {
      const those = crew.slice(n * 4, n * 4 + IN_GROUP);
      if (those.length === 0) continue;
      const id = (last[0]?.n ?? 0) + groups.length + 1;
      groups.push({
        id,
        org_id: place.id,
        org_code: place.code,
        type: 6,
        name,
        name_grams: nameGrams(name),
        description,
        leader_id: those[0]?.id ?? null,
        sort: n + 1,
        created_by: worker,
        updated_by: worker,
      });
      members.push(
        ...those.map((one, sort) => ({ group_id: id, member_id: one.id, sort: sort + 1, added_by: worker })),
      );
    }
    const able = crew.filter(({ hasAccount }) => hasAccount);
    for (const [n, person] of able.slice(0, 3).entries()) {
      // One who holds it now, one whose days are over, one who was revoked.
      const from = addDays(today, n === 0 ? -20 : -120);
      keepers.push({
        id: keepers.length + 1,
        org_id: place.id,
        org_code: place.code,
        member_id: person.id,
        from_on: from,
        to_on: addDays(from, n === 0 ? 90 : 60),
        note: n === 0 ? '照看周末清洁家园活动' : '照看创城志愿服务',
        revoked_at: n === 2 ? `${addDays(from, 30)}T10:00:00+08:00` : null,
        revoked_by: n === 2 ? worker : '',
        revoke_reason: n === 2 ? '工作调整，换人照看' : '',
        created_at: `${from}T09:00:00+08:00`,
        created_by: worker,
      });
    }
    for (const [n, unit] of units.filter((one) => one.place === place.id).entries()) {
      const id = pairs.length + 1;
      const isHelp = n > 0 && unit.member !== null;
      // Most run; one waits, one was returned, one has ended.
      const state = n === 2 ? (at % 3 === 0 ? 0 : at % 3 === 1 ? 2 : 3) : 1;
      const from = addDays(today, state === 0 ? 5 : -200 - (at % 5) * 20);
      const asked = addDays(from, -12);
      const [difficulty, content] = random.pick(HELP);
      const name = `${random.pick(SURNAMES)}${random.pick(CALLED)}`;
      const phone = `1390070${String(1000 + id).slice(-4)}`;
      pairs.push({
        id,
        org_id: unit.id,
        org_code: unit.code,
        other_id: place.id,
        kind: isHelp ? 2 : 1,
        member_id: isHelp ? unit.member : null,
        person_name: isHelp ? name : '',
        phone_enc: isHelp ? vault.encrypt(`service_pair.phone.${id}`, phone) : null,
        phone_mask: isHelp ? maskText(phone) : null,
        address: isHelp
          ? `${place.name.replace(/(党总支|党委|党支部|第.支部)$/, '')}${1 + (id % 9)}栋${1 + (id % 4)}单元`
          : '',
        household: isHelp ? 1 + (id % 4) : null,
        difficulty: isHelp ? difficulty : null,
        content: isHelp ? content : random.pick(TOGETHER),
        contact: isHelp ? '' : '组织委员',
        contact_phone: isHelp ? '' : `0700-${6_410_000 + id * 7}`,
        from_on: from,
        to_on: addDays(from, at % 4 === 0 ? 220 : 730),
        state,
        asked_name: `${unit.name}党务工作者`,
        decided_on: state === 0 ? null : addDays(asked, 3),
        decided_name: state === 0 ? '' : worker,
        reason: state === 2 ? '这一户已有党员结对，请另选一户' : '',
        ended_on: state === 3 ? addDays(today, -15) : null,
        end_note: state === 3 ? '已脱困，家庭成员稳定就业' : '',
        created_at: `${asked}T10:00:00+08:00`,
        created_by: `${unit.name}党务工作者`,
      });
      if (state === 0) {
        todos.push({
          role_id: 3,
          org_id: place.id,
          org_code: place.code,
          module: '志愿服务',
          title: isHelp ? `审核结对：帮扶${name}` : `审核结对：${unit.name}共建`,
          detail: `${from}至${addDays(from, 365)}`,
          act: '审核',
          jump_url: `/service/volunteer/pair?id=${id}`,
          due_on: null,
          subject: `servicePair:${id}`,
        });
      }
      if (state === 0 || state === 2) continue;
      // Of every fourth community nobody has been there for long.
      for (let ago = at % 4 === 3 ? 120 : 12 + (id % 20); ago < 190; ago += 33) {
        visits.push({
          id: visits.length + 1,
          pair_id: id,
          visited_on: addDays(today, -ago),
          content: random.pick(DONE),
          people: isHelp ? '结对党员，社区网格员' : '支部党员8人，社区工作者2人',
          org_id: ago % 2 === 0 ? unit.id : place.id,
          created_at: `${addDays(today, -ago)}T16:00:00+08:00`,
          created_by: ago % 2 === 0 ? `${unit.name}党务工作者` : worker,
        });
      }
    }
  }
  await copyRows(client, 'content_group', groups);
  await copyRows(client, 'content_group_member', members);
  await copyRows(client, 'service_keeper', keepers);
  await copyRows(client, 'service_pair', pairs);
  await copyRows(client, 'service_visit', visits);
  await copyRows(client, 'todo', todos);
  await continueIds(client, ['service_keeper', 'service_pair', 'service_visit']);
}
