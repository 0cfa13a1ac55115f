import type { ClientBase } from 'pg';
import { maskText } from '#people/member/rules.ts';
import type { Vault } from '#platform/server/secrecy/crypto.ts';
import { addDays } from '#platform/time/days.ts';
import { contactPlace, followHash, namePlace } from '#service/volunteer/server/service/needSeal.ts';
import { continueIds, copyRows, type Row } from './copy.ts';

/** Communities with needs; the first is that of the demo's member. */
const PLACES = 8;
/** kind, post, title, words, amount, place, outcome. */
const MATTERS = [
  [
    2,
    '4',
    '帮老人修水龙头',
    '厨房水龙头漏水，老人一个人住，找不到人修。',
    null,
    '3栋2单元门口',
    '更换水龙头，检查了阀门。',
  ],
  [1, '3', '想要一副老花镜', '看报吃力，想要一副300度的老花镜。', 60, '社区党群服务中心', '配好老花镜送到家。'],
  [2, '5', '陪同到医院复诊', '下周二上午复诊，腿脚不便，想有人陪同取药。', null, '1栋楼下', '陪同复诊，取回两周的药。'],
  [3, '6', '楼道灯和扶手', '二单元楼道灯坏了三盏，扶手松动，老人多。', null, '5栋2单元', '换灯三盏，加固扶手。'],
  [1, '1', '孩子想要一套课外书', '四年级，想要一套科普书。', 120, '小区东门', '送去科普书一套。'],
  [2, '2', '问赡养协议怎么写', '兄妹三人想写一份赡养协议，不知道怎么写。', null, '居民活动室', '解答并帮助起草协议。'],
  [2, '3', '请人帮忙搬旧家具', '旧沙发要搬到楼下回收点，年纪大搬不动。', null, '2栋3单元', '三人搬到回收点。'],
  [
    2,
    '7',
    '晚上巡逻多走一圈',
    '最近夜里有人砸车窗，希望停车场多走一圈。',
    null,
    '地下停车场',
    '停车场列入每晚巡逻路线。',
  ],
] as const;
const SURNAMES = ['周', '吴', '郑', '王', '冯', '陈', '蒋', '沈'];

/** Needs of residents in every state, with whom they are about sealed as the room seals it. */
export async function writeNeeds(client: ClientBase, vault: Vault, today: string): Promise<void> {
  const { rows: places } = await client.query<{ id: string; code: string; name: string; taker: string | null }>(
    `select o.id::text as id, o.code, o.name,
            (select r.member_id::text from sbd_report r where r.org_id = o.id and r.status = 1 order by r.id limit 1) as taker
       from organisation o
      where o.deleted_at is null and exists (select from unit u where u.org_id = o.id and u.nature in ('7', '8') and u.deleted_at is null)
      order by o.code limit ${PLACES}`,
  );
  const needs: Row[] = [];
  const steps: Row[] = [];
  const todos: Row[] = [];
  for (const [at, place] of places.entries()) {
    for (const [state, matter] of MATTERS.entries()) {
      const [kind, post, title, content, amount, where, outcome] = matter;
      const id = needs.length + 1;
      const asked = addDays(today, state >= 5 ? -(20 + state + at) : -((state + at) % 3));
      const isTaken = state >= 2 && state <= 5;
      if (isTaken && place.taker === null) continue;
      const stars = state === 5 ? (at === 0 ? 2 : 5 - (at % 2)) : null;
      const name = `${SURNAMES[(at + state) % SURNAMES.length]}阿姨`;
      const phone = `0700-${6_410_000 + id * 7}`;
      const time = (day: string, hour: number) => `${day}T${String(hour).padStart(2, '0')}:00:00+08:00`;
      const source = state % 3 === 0 ? 1 : 2;
      needs.push({
        id,
        org_id: place.id,
        org_code: place.code,
        kind,
        source,
        state,
        title,
        content,
        amount,
        post,
        place: where,
        by_on: addDays(asked, 12),
        follow_hash: followHash(vault, `DEMQ${String(at + 2)}${String(state + 2)}YSZD`),
        name_enc: vault.encrypt(namePlace(String(id)), name),
        phone_enc: vault.encrypt(contactPlace(String(id)), phone),
        phone_mask: maskText(phone),
        taker_member_id: isTaken ? place.taker : null,
        taken_at: isTaken ? time(asked, 3) : null,
        stepped_at: isTaken ? time(state === 5 ? addDays(asked, 2) : today, 0) : null,
        outcome: state >= 4 && state <= 5 ? outcome : '',
        reason: state === 6 ? '不属于志愿服务，已转物业办理' : state === 7 ? '居民自己解决了' : '',
        stars,
        stars_by: stars === null ? null : 1,
        stars_note: stars === 2 ? '来得晚了些' : '',
        talk_state: stars === 2 ? 1 : 0,
        ended_at: state >= 5 ? time(addDays(asked, 3), 9) : null,
        created_at: time(asked, 0),
        created_by: source === 1 ? '居民' : `${place.name}党务工作者`,
      });
      const done = ['已收到，等待社区受理', '已受理，等待认领', '已有人认领', '正在办理', '已经办好，请评价'];
      const last = state <= 4 ? state : state === 5 ? 4 : 0;
      for (const [n, words] of done.slice(0, last + 1).entries()) {
        steps.push({
          need_id: id,
          words,
          note: n === 4 ? outcome : '',
          by_name: n === 0 ? '居民' : '志愿者',
          created_at: time(asked, Math.min(n, 3)),
        });
      }
      const told = [
        state === 0 ? (['受理居民需求', '受理', 'serviceNeed'] as const) : null,
        stars === 2 ? (['回访需求', '回访', 'serviceTalk'] as const) : null,
      ];
      for (const one of told) {
        if (!one) continue;
        todos.push({
          role_id: 3,
          org_id: place.id,
          org_code: place.code,
          module: '志愿服务',
          title: `${one[0]}“${title}”`,
          detail: one[1] === '受理' ? `希望${addDays(asked, 12)}以前` : '居民评价2星',
          act: one[1],
          jump_url: `/service/need?id=${id}`,
          due_on: null,
          subject: `${one[2]}:${id}`,
        });
      }
    }
  }
  await copyRows(client, 'service_need', needs);
  await copyRows(client, 'service_need_step', steps);
  await copyRows(client, 'todo', todos);
  await continueIds(client, ['service_need', 'service_need_step']);
}
