import type { ClientBase } from 'pg';
import { addDays } from '#platform/time/days.ts';
import { continueIds, copyRows, type Row } from './copy.ts';
import { makeRandom } from './random.ts';

const SEED = 20260700;
/** Activities that are over: of the first communities many, so that some volunteers have a star. */
const MANY = 34;
const FEW = 6;
const BUSY = 3;
/** Of its own people so many of a community take part. */
const CREW = 14;
/** The faithful ones, who come to everything. */
const CORE = 3;

/** What is done, with its post and the hour of the day at which such a thing begins. */
const MATTERS = [
  ['4', 9, '清洁家园行动', '打扫楼栋公共区域和背街小巷，清理小广告和堆放杂物。'],
  ['7', 19, '夜间平安巡逻', '分三组沿固定路线巡逻，提醒关好门窗、用电安全，发现隐患当场记录。'],
  ['3', 14, '困难家庭走访', '走访独居老人和困难家庭，了解生活需要，帮助代购代办。'],
  ['5', 9, '健康义诊', '测量血压血糖，讲解慢性病用药和急救常识。'],
  ['2', 9, '法律咨询日', '解答邻里纠纷、劳动合同、赡养继承方面的问题。'],
  ['6', 19, '社区文化夜', '布置场地、维持秩序，协助社区文艺队演出。'],
  ['4', 18, '垃圾分类劝导', '在投放点值守，指导居民正确分类。'],
  ['1', 15, '理论宣讲进楼栋', '用身边事讲党的创新理论，收集居民意见。'],
] as const;
const PLACES = ['社区党群服务中心', '小区东门广场', '居民活动室', '社区卫生服务站门前', '文化广场'];

/** Seats of the activity of today. */
const TODAY_SEATS = 4;

const twoDigits = (value: number) => String(value).padStart(2, '0');

interface Org {
  id: string;
  code: string;
  name: string;
}

/** Activities of the communities of the demo with who took part: over, with hours in every state, going on, to come, and a draft. */
export async function writeVolunteer(client: ClientBase, today: string): Promise<void> {
  const random = makeRandom(SEED);
  const { rows: places } = await client.query<Org>(
    `select o.id::text as id, o.code, o.name from organisation o
      where o.deleted_at is null and exists (select from unit u where u.org_id = o.id and u.nature in ('7', '8') and u.deleted_at is null)
      order by o.code`,
  );
  const { rows: people } = await client.query<{ id: string; place: string }>(
    `select m.id::text as id, r.org_id::text as place from sbd_report r join member m on m.id = r.member_id and m.deleted_at is null
      where r.status = 1
     union all
     select m.id::text, o.id::text from organisation o
       join lateral (select m.id from member m where m.org_code >= o.code and m.org_code < o.code || ':' and m.deleted_at is null
                        and m.membership_status = 1 and m.person_category <= 2 order by m.id limit 12) m on true
      where o.id = any($1::bigint[]) order by 1, 2`,
    [places.map(({ id }) => id)],
  );
  const crews = Map.groupBy(people, ({ place }) => place);
  const activities: Row[] = [];
  const signups: Row[] = [];
  const todos: Row[] = [];
  for (const [at, place] of places.entries()) {
    const crew = (crews.get(place.id) ?? []).slice(0, CREW);
    const past = at < BUSY ? MANY : at % 4 === 3 ? 0 : FEW;
    const worker = `${place.name}党务工作者`;
    const made = (day: string, hours: number, more: Row) => {
      const [post, from, title, content] = MATTERS[(activities.length * 5 + at) % MATTERS.length] ?? MATTERS[0];
      const id = activities.length + 1;
      const clock = (hour: number) => `${day}T${twoDigits(hour)}:00:00+08:00`;
      activities.push({
        id,
        org_id: place.id,
        org_code: place.code,
        kind: id % 3 === 0 ? 2 : 1,
        state: 3,
        title,
        post,
        place: random.pick(PLACES),
        starts_at: clock(from),
        ends_at: clock(from + Math.ceil(hours)),
        closes_at: `${addDays(day, -1)}T18:00:00+08:00`,
        quota: 20,
        hours,
        audience: id % 2 === 0 ? 2 : 1,
        audited: id % 5 === 0,
        content,
        contact: `${place.name.slice(0, 4)}服务台`,
        phone: `0700-${6_320_000 + at * 13}`,
        secret: `\\x${String(id).padStart(64, '0')}`,
        published_at: `${[addDays(day, -9), addDays(today, -1)].toSorted()[0]}T09:00:00+08:00`,
        published_by: worker,
        reason: '',
        hours_state: 0,
        hours_asked_name: '',
        hours_asked_at: null,
        hours_decided_on: null,
        hours_decided_name: '',
        hours_reason: '',
        ...more,
      });
      return { id, title, from };
    };
    const sign = (activity: number, person: { id: string }, day: string, more: Row) =>
      signups.push({
        id: signups.length + 1,
        activity_id: activity,
        member_id: person.id,
        org_code: place.code,
        state: 1,
        source: 1,
        created_at: `${addDays(day, -random.int(2, 7))}T10:00:00+08:00`,
        signed_at: null,
        way: '',
        left_at: null,
        left_way: '',
        counted_from: null,
        counted_to: null,
        hours_state: 0,
        asked_at: null,
        coming: null,
        ...more,
      });
    for (let n = 0; n < past; n++) {
      const ago = 8 + n * 18 + (at % 6);
      const day = addDays(today, -ago);
      const hours = n % 4 === 0 ? 4 : 3;
      // The last but one waits for its hours, of one community for long; one was returned.
      const state = n === 0 ? 1 : n === 1 && at % 5 === 1 ? 3 : 2;
      const asked = n === 0 && at === 0 ? addDays(today, -9) : addDays(day, 1);
      const { id, title, from } = made(day, hours, {
        hours_state: state,
        hours_asked_name: worker,
        hours_asked_at: `${state === 1 && at !== 0 ? addDays(today, -(at % 6)) : asked}T17:00:00+08:00`,
        hours_decided_on: state === 1 ? null : addDays(day, 4),
        hours_decided_name: state === 1 ? '' : '街道党工委党务工作者',
        hours_reason: state === 3 ? '缺少签到表照片，请核对到场人数后重新报审' : '',
      });
      for (const [seat, person] of crew.entries()) {
        if (seat >= CORE && !random.chance(0.45)) continue;
        const came = seat < CORE || random.chance(0.9);
        sign(id, person, day, {
          ...(came
            ? {
                signed_at: `${day}T${twoDigits(from - 1)}:${String(random.int(40, 59))}:00+08:00`,
                way: random.chance(0.9) ? 'scan' : 'proxy',
                left_at: `${day}T${twoDigits(from + Math.ceil(hours))}:00:00+08:00`,
                left_way: random.chance(0.85) ? 'scan' : 'closed',
                ...(state === 3
                  ? {}
                  : {
                      counted_from: `${day}T${twoDigits(from)}:00:00+08:00`,
                      counted_to: `${day}T${twoDigits(from + hours)}:00:00+08:00`,
                      hours_state: state,
                    }),
              }
            : n === 0
              ? { state: 5 }
              : {}),
        });
      }
      if (state !== 1) continue;
      todos.push({
        role_id: 3,
        org_id: place.id,
        org_code: place.code,
        module: '志愿服务',
        title: `审核“${title}”的服务时长`,
        detail: `${place.name}，每人${hours}小时`,
        act: '审核',
        jump_url: `/service/auditMemberList?id=${id}`,
        due_on: null,
        subject: `serviceHours:${id}`,
      });
    }
    if (at < BUSY && crew.length > TODAY_SEATS + 1) {
      // This evening, full, with two who wait; one has not said whether he comes.
      const { id } = made(today, 2, {
        state: 1,
        title: '夜间平安巡逻',
        content: '沿街巷和小区巡逻，提醒关好门窗、不占消防通道。',
        audience: 2,
        quota: TODAY_SEATS,
        starts_at: `${today}T20:00:00+08:00`,
        ends_at: `${today}T22:00:00+08:00`,
        closes_at: `${today}T18:00:00+08:00`,
      });
      const asked = { asked_at: `${addDays(today, -1)}T20:00:00+08:00` };
      for (const [seat, person] of crew.slice(0, TODAY_SEATS + 2).entries()) {
        sign(
          id,
          person,
          today,
          seat < TODAY_SEATS ? { state: 1, ...asked, coming: seat === 0 ? null : 1 } : { state: 3 },
        );
      }
    }
    for (const [n, ahead] of [3, 10, 17].entries()) {
      if (n > 0 && at % 3 === 2) continue;
      const day = addDays(today, ahead + (at % 4));
      const audited = n === 1;
      const { id, title, from } = made(day, 2.5, {
        state: 1,
        audited,
        audience: n === 0 ? 2 : 1,
        quota: n === 2 ? 4 : 20,
      });
      const wanted = crew.slice(0, n === 2 ? 4 : random.int(2, 8));
      for (const [seat, person] of wanted.entries()) sign(id, person, today, { state: audited && seat > 1 ? 0 : 1 });
      if (audited && wanted.length > 2) {
        todos.push({
          role_id: 3,
          org_id: place.id,
          org_code: place.code,
          module: '志愿服务',
          title: `审核“${title}”的报名`,
          detail: `活动时间${day} ${twoDigits(from)}:00`,
          act: '审核',
          jump_url: `/service/auditActivityMember?activityId=${id}`,
          due_on: day,
          subject: `serviceAsked:${id}`,
        });
      }
    }
    if (at % 6 === 0) made(addDays(today, 24), 2, { state: 0, published_at: null, published_by: '' });
    if (at % 6 === 1) made(addDays(today, -20), 2, { state: 4, reason: '当天有暴雨预警' });
    if (at % 6 === 2) {
      const day = addDays(today, -1);
      const { id, from } = made(day, 2, { state: 1 });
      for (const person of crew.slice(0, 5)) {
        sign(id, person, day, { signed_at: `${day}T${twoDigits(from - 1)}:52:00+08:00`, way: 'scan' });
      }
    }
  }
  await copyRows(client, 'service_activity', activities);
  await copyRows(client, 'service_signup', signups);
  await copyRows(client, 'todo', todos);
  await continueIds(client, ['service_activity', 'service_signup']);
}
