import { sql } from 'kysely';
import { certificateNumber, type Kind } from '#life/specialActivity/rules.ts';
import { syncTodos } from '#life/specialActivity/server/queries/todos.ts';
import type { Services } from '#platform/server/context.ts';
import { type Db, todayOf, transact } from '#platform/server/database/db.ts';
import { receiveBytes, storeFile } from '#platform/server/files/files.ts';
import { COLLEGE_NAME, STUDENTS_ABOVE } from './college.ts';
import { addDays } from './days.ts';
import { wordOf } from './knowledge.ts';
import { paintPng, SCENES } from './pictures.ts';

interface Item {
  name: string;
  note: string;
  /** Days from today. */
  due: number;
  required: boolean;
}

interface Campaign {
  title: string;
  kind: Kind;
  state: 'draft' | 'published' | 'ended';
  /** Days from today. */
  from: number;
  to: number;
  /** The landscape that is its poster. */
  poster?: number;
  content: string;
  paper?: { name: string; lines: readonly string[] };
  items: readonly Item[];
  /** Of a hundred materials so many are accepted; some of the others wait or came back. */
  done: number;
}

const CAMPAIGNS: readonly Campaign[] = [
  {
    title: '党史学习教育：峡江红色足迹',
    kind: 'history',
    state: 'published',
    from: -40,
    to: 50,
    poster: 0,
    content:
      '<h3>学什么</h3><p class="rt-indent">学习党的历史和本地革命史，走一段红色足迹，听一次老党员讲述，写一篇心得。</p>' +
      '<h3>怎样学</h3><ol><li><p>支部集中学习不少于两次，学生党员分组领学。</p></li><li><p>到革命遗址、纪念馆现场学习一次。</p></li><li><p>以支部为单位上传学习计划、照片和心得。</p></li></ol>',
    paper: {
      name: '学习安排.docx',
      lines: [
        '# 学习安排',
        '第一周学原文，第二周看遗址，第三周讲故事，第四周写心得。',
        '# 注意',
        '外出学习须报学院保卫处备案。',
      ],
    },
    items: [
      { name: '支部学习计划', note: '写明时间、地点、领学人，支委会讨论通过', due: -20, required: true },
      { name: '现场学习照片', note: '三张以上，注明时间和地点', due: 6, required: true },
      { name: '学习心得', note: '每个支部不少于五篇，每篇八百字以上', due: 30, required: true },
      { name: '优秀心得推荐', note: '可以推荐一篇，参加学院评选', due: 40, required: false },
    ],
    done: 78,
  },
  {
    title: '“我为同学办实事”实践活动',
    kind: 'practice',
    state: 'ended',
    from: -160,
    to: -30,
    poster: 2,
    content:
      '<p class="rt-indent">党员带头听意见、列清单、办实事。每个支部认领一至两件同学急难愁盼的事，公开承诺，限期办结。</p>',
    items: [
      { name: '实事清单', note: '写明事项、责任人、办结时间', due: -120, required: true },
      { name: '办结情况和同学评价', note: '办结前后的照片，不少于十名同学的评价', due: -35, required: true },
    ],
    done: 90,
  },
  {
    title: '廉洁文化进校园',
    kind: 'theme',
    state: 'draft',
    from: 5,
    to: 65,
    content: '<p class="rt-indent">围绕廉洁修身、廉洁从业，开展一次主题党日、一次警示教育、一次作品征集。</p>',
    items: [{ name: '主题党日记录', note: '', due: 40, required: true }],
    done: 0,
  },
];

/** Campaigns of the demo's college with posters, papers, states and certificates, where it has none. */
export async function openSpecialOnce(services: Services): Promise<void> {
  const { rows } = await sql<{ begun: boolean; account: string | null; id: string; code: string; name: string }>`
    select exists (select from special_activity) as begun, o.id, o.code, o.name,
           (select account_id from account_role where role_id = 3 and org_id = o.id order by id limit 1) as account
      from organisation o where o.name = ${COLLEGE_NAME} and o.deleted_at is null`.execute(services.db);
  const [college] = rows;
  if (!college || college.begun || college.account === null) return;
  const accountId = college.account;
  await transact(services.db, async (tx) => {
    const today = await todayOf(tx);
    for (const one of CAMPAIGNS) {
      const id = await insertCampaign(tx, college, one, today);
      await bringFiles(services, tx, { id, code: college.code, accountId }, one);
      await sql`
        insert into special_part (activity_id, org_id, org_code)
        select ${id}, id, code from organisation
         where deleted_at is null and parent_id = ${college.id} order by code`.execute(tx);
      if (one.state === 'draft') continue;
      await handIn(tx, id, one, college.id);
      await bringPapers(services, tx, id, college.code, accountId);
      await namePeople(tx, id);
      if (one.state === 'ended') {
        await sql`update special_material m set state = 'void' from special_part p
                   where p.id = m.part_id and p.activity_id = ${id} and m.state in ('open', 'asked', 'returned')`.execute(
          tx,
        );
        await certify(tx, id, college, today);
      }
      await syncTodos(tx, id);
    }
  });
}

async function insertCampaign(
  tx: Db,
  college: { id: string; code: string },
  one: Campaign,
  today: string,
): Promise<string> {
  const reason = one.state === 'ended' ? '活动按期办完，感谢各支部。' : '';
  const { rows } = await sql<{ id: string }>`
    insert into special_activity (org_id, org_code, title, kind, starts_on, ends_on, content, state, reason, published_at, published_by,
                                  created_by, updated_by)
    values (${college.id}, ${college.code}, ${one.title}, ${one.kind}, ${addDays(today, one.from)}, ${addDays(today, one.to)},
            ${one.content}, ${one.state}, ${reason}, ${one.state === 'draft' ? null : `${addDays(today, one.from)} 09:30+08`}::timestamptz,
            ${one.state === 'draft' ? '' : '刘志明'}, '刘志明', '刘志明')
    returning id`.execute(tx);
  const id = rows[0]?.id ?? '';
  for (const item of one.items)
    await sql`insert into special_item (activity_id, name, note, due_on, required)
              values (${id}, ${item.name}, ${item.note}, ${addDays(today, item.due)}, ${item.required})`.execute(tx);
  return id;
}

async function bringFiles(
  services: Services,
  tx: Db,
  { id, code, accountId }: { id: string; code: string; accountId: string },
  one: Campaign,
): Promise<void> {
  const facts = { kind: 'special.activity', rowId: id, orgCode: code, accountId, days: null };
  const scene = one.poster === undefined ? undefined : SCENES[one.poster];
  if (scene) {
    const bytes = paintPng(scene.paint);
    const received = () => receiveBytes(services, [bytes]);
    const sizes = { thumbnail: (await received()).path, zoom: (await received()).path };
    const named = { ...facts, name: '海报.png', mime: 'image/png' };
    const poster = await storeFile(services, tx, named, await received(), sizes);
    await sql`update special_activity set poster = ${poster} where id = ${id}`.execute(tx);
  }
  if (one.paper) {
    const named = { ...facts, name: one.paper.name, mime: 'application/octet-stream' };
    const paper = await storeFile(services, tx, named, await receiveBytes(services, [await wordOf(one.paper.lines)]));
    await sql`update special_activity set files = array[${paper}]::text[] where id = ${id}`.execute(tx);
  }
}

/** Most materials whose day is near are in; the general branch above the student has one that came back. */
async function handIn(tx: Db, id: string, one: Campaign, collegeId: string): Promise<void> {
  await sql`insert into special_material (part_id, item_id)
            select p.id, i.id from special_part p join special_item i on i.activity_id = p.activity_id
             where p.activity_id = ${id}`.execute(tx);
  await sql`
    with judged as (
      select m.id, i.due_on, o.name, ('x' || substr(md5(p.org_id || ':' || i.name), 1, 6))::bit(24)::int % 100 as n,
             (now() at time zone 'Asia/Shanghai')::date as today
        from special_material m join special_item i on i.id = m.item_id join special_part p on p.id = m.part_id
        join organisation o on o.id = p.org_id
       where p.activity_id = ${id} and i.due_on < (now() at time zone 'Asia/Shanghai')::date + 10),
    moved as (
      update special_material m set state = w.state, handed_on = w.on_day, returns = case when w.state = 'returned' then 1 else 0 end,
             asked_by_name = '支部书记', decider_org_id = case when w.state = 'asked' then ${collegeId}::bigint end,
             decided_by = case when w.state = 'asked' then '' else '刘志明' end,
             decided_at = case when w.state = 'asked' then null else w.on_day + time '16:20' end,
             opinion = case when w.state = 'returned' then '照片没有注明时间和地点，请补充' else '' end
        from judged j cross join lateral (
          select case when j.due_on > j.today and j.name = ${STUDENTS_ABOVE} then 'returned'
                      when j.due_on > j.today and j.n % 3 > 0 then null
                      when j.n < ${one.done}::int then 'done' when j.n < ${one.done}::int + 8 then 'asked' end as state,
                 least(case when j.n % 8 = 0 then j.due_on + 3 else j.due_on - 1 - j.n % 6 end, j.today - 1) as on_day) w
       where j.id = m.id and w.state is not null
      returning m.id, m.item_id, m.state, m.handed_on)
    insert into special_hand_in (material_id, content, is_late, handed_at, handed_by, decision, opinion, decided_at, decided_by)
    select m.id, '支部已讨论通过，材料附后。', m.handed_on > i.due_on, m.handed_on + time '15:10', '支部书记',
           case m.state when 'done' then 'accepted' when 'asked' then 'waiting' else 'returned' end,
           case when m.state = 'returned' then '照片没有注明时间和地点，请补充' else '' end,
           case when m.state = 'asked' then null else m.handed_on + time '16:20' end, case when m.state = 'asked' then '' else '刘志明' end
      from moved m join special_item i on i.id = m.item_id`.execute(tx);
  await sql`
    insert into todo (role_id, org_id, org_code, module, title, detail, act, jump_url, subject)
    select 3, a.org_id, a.org_code, '专项活动', '审核活动附件：' || a.title, i.name || '，' || o.name, '审核',
           '/specialActivity/attachmentFilesView?id=' || m.id, 'specialDecide:' || m.id
      from special_material m join special_item i on i.id = m.item_id join special_part p on p.id = m.part_id
      join special_activity a on a.id = p.activity_id join organisation o on o.id = p.org_id
     where a.id = ${id} and m.state = 'asked' and a.state = 'published'`.execute(tx);
}

/** Every time that something was handed in has a paper; they share its bytes. */
async function bringPapers(services: Services, tx: Db, id: string, code: string, accountId: string): Promise<void> {
  const lines = [
    '# 情况说明',
    '本支部按活动安排组织学习和实践，党员按时参加，材料经支委会核对。',
    '附：签到名单、学习笔记和照片存支部备查。',
  ];
  const facts = { kind: 'special.handIn', rowId: null, orgCode: code, accountId, days: null };
  const named = { ...facts, name: '情况说明.docx', mime: 'application/octet-stream' };
  const first = await storeFile(services, tx, named, await receiveBytes(services, [await wordOf(lines)]));
  await sql`
    with given as (
      select h.id, p.org_code, md5('special hand-in ' || h.id) as file
        from special_hand_in h join special_material m on m.id = h.material_id join special_part p on p.id = m.part_id
       where p.activity_id = ${id}),
    kept as (
      insert into stored_file (id, kind, row_id, org_code, account_id, name, mime, size, sha256, expires_at, has_sizes, bytes_of)
      select g.file, f.kind, g.id::text, g.org_code, f.account_id, f.name, f.mime, f.size, f.sha256, null, f.has_sizes, f.id
        from given g, stored_file f where f.id = ${first})
    update special_hand_in h set files = array[g.file] from given g where g.id = h.id`.execute(tx);
}

/** Some people of each organisation, whoever has an account among them. */
const namePeople = (tx: Db, id: string) =>
  sql`insert into special_person (part_id, member_id)
      select p.id, m.id from special_part p join lateral (
        select m.id from member m where m.org_code like p.org_code || '%' and m.deleted_at is null and m.membership_status = 1
         order by exists (select from account a where a.member_id = m.id) desc, m.id limit 12) m on true
       where p.activity_id = ${id}`.execute(tx);

/** Certificates of an activity that is over: to organisations that finished, and to their people. */
async function certify(tx: Db, id: string, college: { id: string; name: string }, today: string): Promise<void> {
  const { rows } = await sql<{ org: string; code: string; member: string | null; name: string; title: string }>`
    with finished as (
      select p.id, p.org_id, p.org_code, o.name, a.title from special_part p join organisation o on o.id = p.org_id
        join special_activity a on a.id = p.activity_id
       where a.id = ${id} and (o.name = ${STUDENTS_ABOVE} or not exists (
         select from special_material m where m.part_id = p.id and m.state <> 'done')))
    select org_id as org, org_code as code, null::bigint as member, name, title from finished
    union all
    select f.org_id, f.org_code, m.id, m.name, f.title from finished f join special_person s on s.part_id = f.id join member m on m.id = s.member_id
    order by code, member nulls first`.execute(tx);
  const year = today.slice(0, 4);
  for (const [at, row] of rows.entries())
    await sql`
      insert into special_certificate (activity_id, org_id, org_code, member_id, name, title, issuer, number, issued_on, issued_by)
      values (${id}, ${row.org}, ${row.code}, ${row.member}, ${row.name}, ${row.title}, ${college.name},
              ${certificateNumber(year, id, at + 1)}, ${addDays(today, -25)}, '刘志明')`.execute(tx);
  await sql`update special_activity set serial = ${rows.length} where id = ${id}`.execute(tx);
}
