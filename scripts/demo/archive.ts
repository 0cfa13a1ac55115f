import type { ClientBase } from 'pg';
import { ARTICLES, COMMENTS, NOTICES } from './archiveTexts.ts';
import { YEARS } from './archiveYears.ts';

const OWN = '渡口第一党支部';
const STREET = '江南街道党工委';
const html = (text: readonly string[]) => text.map((paragraph) => `<p class="rt-indent">${paragraph}</p>`).join('');

interface Place {
  id: string;
  code: string;
  name: string;
}

/** The visitor's branch, its street, the county and the city above them. */
async function placesOf(client: ClientBase): Promise<Record<'branch' | 'street' | 'county' | 'city', Place> | null> {
  const { rows } = await client.query<Place>(
    `select o.id, o.code, o.name from organisation own
       join organisation o on own.code like o.code || '%' and o.deleted_at is null
      where own.name = $1 and own.deleted_at is null order by length(o.code)`,
    [OWN],
  );
  const [city, county] = rows;
  const branch = rows.at(-1);
  const street = rows.find(({ name }) => name === STREET);
  return city && county && street && branch ? { city, county, street, branch } : null;
}

/** The account of a worker at a place; null: none. */
async function workerAt(client: ClientBase, orgId: string): Promise<{ id: string; name: string } | null> {
  const { rows } = await client.query<{ id: string; name: string }>(
    `select a.id, a.name from account_role g join account a on a.id = g.account_id
      where g.org_id = $1 and g.role_id = 3 order by a.id limit 1`,
    [orgId],
  );
  return rows[0] ?? null;
}

interface NewArticle {
  org: Place;
  column: string | null;
  kind: string;
  title: string;
  text: readonly string[];
  labels: readonly string[];
  state: number;
  ago: number;
  top: boolean;
  audience: string;
  confirm: string;
  readIn: number | null;
  author: { id: string; name: string } | null;
}

/** An article as it stands in its state; whatever was ever published with its version. */
async function insertArticle(client: ClientBase, of: NewArticle): Promise<string> {
  const words = of.text.join(' ');
  const wasShown = of.state >= 4;
  const { rows } = await client.query<{ id: string }>(
    `insert into archive_article (org_id, org_code, column_id, kind, title, content, words, labels, source, author, editor, audience,
                                  must_confirm, read_by, state, opinion, submitted_by, submitted_at, decided_by, shown_number, first_shown,
                                  sort_at, top_until, withdrawn_for, publish_at, token, author_id, created_by, updated_by, created_at, updated_at)
     select $1, $2, (select id from archive_column where name = $3 and deleted_at is null), $4, $5, $6, $7, $8, $9, $10, $10, $11, $12,
            current_date + $13::int, $14::smallint, case $14::int when 2 then '请补上课堂的时间、地点和两三个具体的例子' else '' end,
            case when $14::int > 0 then $15::bigint end, case when $14::int > 0 then at end,
            case when $14::int >= 3 then '江南街道党务工作者' else '' end, case when $14::int = 4 then 1 end,
            case when $14::int >= 4 then at end, case when $14::int >= 4 then at end,
            case when $16::boolean then current_date + 20 end, case $14::int when 5 then '数字有误，核对后再发布' else '' end,
            case $14::int when 3 then now() + interval '5 days' end, md5('archive ' || $5), $15, $10, $10, at, at
       from (select now() - $17::int * interval '1 day' - interval '2 hours' as at) as moment
     returning id`,
    [
      of.org.id,
      of.org.code,
      of.column,
      of.kind,
      of.title,
      html(of.text),
      words,
      of.labels,
      of.org.name,
      of.author?.name ?? '党务工作者',
      of.audience,
      of.confirm,
      of.readIn,
      of.state,
      of.author?.id ?? null,
      of.top,
      of.ago,
    ],
  );
  const id = rows[0]?.id ?? '';
  if (wasShown)
    await client.query(
      `insert into archive_version (article_id, number, title, summary, content, words, labels, source, author, editor, audience,
                                    must_confirm, read_by, published_at, written_by, approved_by)
       select id, 1, title, summary, content, words, labels, source, author, editor, audience, must_confirm, read_by, first_shown,
              created_by, decided_by
         from archive_article where id = $1`,
      [id],
    );
  return id;
}

/**
 * 党建资讯 of the demo: articles of the visitor's branch and of those above it in every state, readers and comments, two
 * announcements of the street of which one is half read.
 */
export async function writeArchive(client: ClientBase): Promise<void> {
  const places = await placesOf(client);
  if (!places) return;
  const workers = {
    branch: await workerAt(client, places.branch.id),
    street: await workerAt(client, places.street.id),
    county: await workerAt(client, places.county.id),
    city: await workerAt(client, places.city.id),
  };
  for (const one of [...ARTICLES, ...YEARS]) {
    const state = one.state ?? 4;
    await insertArticle(client, {
      org: places[one.by],
      column: one.column,
      kind: 'article',
      title: one.title,
      text: one.text,
      labels: one.labels ?? [],
      state,
      ago: one.ago,
      top: one.top ?? false,
      // What the branch tells stands before its street; everybody reads what comes from above.
      audience: 'all',
      confirm: '',
      readIn: null,
      author: workers[one.by],
    });
  }
  await client.query(
    `insert into archive_reader (article_id, account_id, read_at)
     select a.id, g.account_id, greatest(a.first_shown, now() - interval '1 day')
       from archive_article a, (select distinct account_id from account_role) as g
      where a.state = 4 and ('x' || substr(md5(a.id || ':' || g.account_id), 1, 4))::bit(16)::int % 100 < 40`,
  );
  await client.query(
    'update archive_article a set readers = (select count(*) from archive_reader r where r.article_id = a.id)',
  );
  await client.query(
    `insert into archive_comment (article_id, account_id, name, org_name, content, state, created_at)
     select a.id, p.account_id, p.name, p.org_name, ($1::text[])[1 + (a.id + p.n) % array_length($1::text[], 1)],
            case when c.comments = 'reviewed' and p.n = 2 then 'waiting' else 'shown' end, a.first_shown + p.n * interval '3 hours'
       from archive_article a join archive_column c on c.id = a.column_id and c.comments <> 'off'
      cross join (select x.id as account_id, x.name, o.name as org_name, row_number() over (order by x.id) as n
                    from account x join account_role g on g.account_id = x.id and g.role_id = 2
                    join organisation o on o.id = g.org_id order by x.id limit 2) as p
      where a.state = 4 and a.id % 3 = 0 and a.first_shown < now() - interval '1 day'`,
    [COMMENTS],
  );
  await writeNotices(client, places, workers);
  await client.query(
    `insert into todo (role_id, org_id, org_code, module, title, detail, act, jump_url, subject)
     select 3, $1, $2, '资讯', '审核文章：' || a.title, o.name || '，' || a.created_by || '送审', '审核',
            '/archive/article/view/' || a.id, 'archiveDecide:' || a.id
       from archive_article a join organisation o on o.id = a.org_id where a.state = 1 and a.org_id = $3`,
    [places.street.id, places.street.code, places.branch.id],
  );
}

type Places = NonNullable<Awaited<ReturnType<typeof placesOf>>>;

/**
 * 通知公告 of the demo: everybody below is reached, half have read, some without an account were told; the newest wait for the
 * demo's member and its branch.
 */
async function writeNotices(
  client: ClientBase,
  places: Places,
  workers: Record<keyof Places, { id: string; name: string } | null>,
): Promise<void> {
  for (const one of NOTICES) {
    const org = places[one.by ?? 'street'];
    const id = await insertArticle(client, {
      ...{ org, kind: 'notice', column: null, labels: [], top: false, audience: 'below' },
      title: one.title,
      text: one.text,
      state: 4,
      ago: one.ago,
      confirm: one.confirm,
      readIn: one.readIn ?? null,
      author: workers[one.by ?? 'street'],
    });
    await client.query(
      `with made as (
         insert into notice (type, title, remark, org_id, created_by, created_at, jump_url)
         select $2, title, left(words, 200), org_id, created_by, first_shown, '/archive/announcement/view/' || id
           from archive_article where id = $1 returning id, created_at
       ), tied as (
         update archive_article set notice_id = made.id, notice_type = $2, reached_at = now() from made where archive_article.id = $1
       ), people as (
         select m.org_id, m.org_code, m.id as member_id, a.id as account_id, m.name
           from member m
           left join lateral (select a.id from account a join account_role g on g.account_id = a.id
                               where a.member_id = m.id and a.enabled order by a.id limit 1) as a on true
          where m.org_code like $3 || '%' and m.deleted_at is null and m.person_category in (1, 2)
            and m.membership_status not in (3, 4, 5)
       ), workers as (
         select distinct on (a.id) o.id as org_id, o.code as org_code, a.member_id, a.id as account_id, a.name
           from account_role g join account a on a.id = g.account_id and a.enabled
           join organisation o on o.id = g.org_id and o.deleted_at is null and o.code like $3 || '%'
          where g.role_id = 3 and not exists (select from people p where p.account_id = a.id or p.member_id = a.member_id)
          order by a.id, o.code
       ), reached as (
         insert into archive_reach (article_id, org_id, org_code, member_id, account_id, name, confirmed_at, told_on, told_by, added_at)
         select $1, every.org_id, every.org_code, every.member_id, every.account_id, every.name,
                case when $4 and done and every.account_id is not null then made.created_at + interval '6 hours' end,
                case when every.account_id is null and mod(every.member_id, 3) = 0 then current_date - 1 end,
                case when every.account_id is null and mod(every.member_id, 3) = 0 then '支部书记' else '' end, made.created_at
           from made, (select *, mod(coalesce(account_id, 1), 2) = 0 and not waits as done from (
             select both_kinds.*, exists (select from account x where x.id = account_id and x.id = any($5::bigint[])) as waits
               from (select * from people union all select * from workers) as both_kinds) as marked) as every
         returning account_id, confirmed_at, added_at
       )
       insert into notice_recipient (notice_id, account_id, is_handle, is_read, handled_at)
       select made.id, r.account_id, r.read, r.read, case when r.read then made.created_at + interval '5 hours' end
         from made, (select account_id, case when $4 then confirmed_at is not null
                              else mod(account_id, 2) = 0 and account_id <> all($5::bigint[]) end as read
                       from reached where account_id is not null) as r`,
      [id, one.type ?? '1', org.code, one.confirm !== '', one.open ? await demoReaders(client) : []],
    );
    if (one.open)
      await client.query(
        `insert into todo (role_id, org_id, org_code, module, title, detail, act, jump_url, due_on, subject)
         select 3, $2, $3, '资讯', '督促阅读：' || title, '还有人没有阅读，没有账号的请当面告知并登记', '查看',
                '/archive/announcement/receipts/' || id, read_by, 'noticeUrge:' || id from archive_article where id = $1`,
        [id, places.branch.id, places.branch.code],
      );
  }
}

/** The accounts of the demo's member and of whoever works for its branch. */
async function demoReaders(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select distinct g.account_id as id from account_role g join organisation o on o.id = g.org_id where o.name = $1 and o.deleted_at is null`,
    [OWN],
  );
  return rows.map(({ id }) => id);
}

/** 党员圈 of the demo: what people of the visitor's branch and street tell, and requests in each state. */
export async function writeCircle(client: ClientBase): Promise<void> {
  await client.query(
    `insert into circle_post (org_id, org_code, audience_id, account_id, name, org_name, kind, content, topics, help_state, created_at)
     select p.org_id, p.code, p.audience_id, p.account_id, p.name, p.org_name, v.kind, v.content, v.topics, v.help_state,
            now() - v.hours * interval '1 hour'
       from (values
         (1, 'news', '今天和支部的几位同志去看望了八十六岁的老支书，他还记得三十年前修渠时每个人分的段。', array['走访'], 0, 5),
         (2, 'help', '活动室的旧书柜想搬到二楼，周六上午需要两三个人搭把手，中午管饭。', array['搭把手'], 0, 9),
         (3, 'lesson', '开组织生活会前，我们让每个人先写三条自己的问题再谈心，会上就不容易说空话。', array['组织生活'], 0, 30),
         (1, 'help', '楼上独居的王奶奶要去医院复查，谁下周二上午有车？', array['搭把手'], 1, 50),
         (2, 'news', '江滩清洁日一共捡了四十袋垃圾，感谢来帮忙的中学生。', array['志愿服务'], 0, 74),
         (3, 'help', '求一份社区平面图，做网格走访用，旧的也行。', array['资料'], 2, 120),
         (2, 'help', '想找人帮忙看看孙女的作文，已经请社区老师看过了，谢谢大家。', array['学习'], 3, 150),
         (3, 'news', '楼道里的电动车又堵了门，谁家的自己来推走，不然我就拍下来发出去！', array['楼道'], 0, 20),
         (2, 'news', '转发：某小区明天停水三天，大家赶紧囤水！', array['停水'], 0, 44),
         (1, 'help', '党员活动室的投影仪连不上电脑，有没有懂的同志来看一眼？', array['搭把手'], 0, 100),
         (1, 'lesson', '教老人用手机，一次只教一件事，写在纸条上让他带回家，第二周再来问一遍。', array['志愿服务'], 0, 200)
       ) as v (who, kind, content, topics, help_state, hours)
       join (select o.id as org_id, o.code, street.id as audience_id, a.id as account_id, a.name, o.name as org_name,
                    row_number() over (order by o.name <> $1, a.id) as place
               from organisation street
               join organisation o on o.code like street.code || '%' and o.deleted_at is null
               join account_role g on g.org_id = o.id and g.role_id in (2, 3)
               join account a on a.id = g.account_id
              where street.name = $2 and street.deleted_at is null) as p on p.place = v.who
      order by v.hours desc`,
    [OWN, STREET],
  );
  await client.query(
    `insert into circle_reply (post_id, account_id, name, org_name, content, is_offer, is_chosen)
     select p.id, a.id, a.name, o.name, '我有空，算我一个。', true, p.help_state > 0
       from circle_post p
       join lateral (select account_id, name, org_id from circle_post other where other.account_id <> p.account_id order by id limit 1) as w on true
       join account a on a.id = w.account_id join organisation o on o.id = w.org_id
      where p.kind = 'help' and p.help_state in (1, 2)`,
  );
  await client.query(
    `update circle_post p set helper_id = r.account_id, helper_name = r.name,
            thanks = case p.help_state when 2 then '图已经用上了，网格员都说清楚，谢谢！' else '' end,
            solved_on = case p.help_state when 2 then current_date - 4 end
       from circle_reply r where r.post_id = p.id and r.is_chosen`,
  );
  // One is reported and waits; one was hidden and its author objects.
  await client.query(
    `with told as (
       insert into circle_report (post_id, account_id, reason, created_at)
       select p.id, q.account_id, '语气不好，像是在吓唬邻居', p.created_at + interval '1 hour'
         from circle_post p
         join lateral (select account_id from circle_post other where other.account_id <> p.account_id order by id limit 1) as q on true
        where p.content like '楼道里的电动车%' returning post_id)
     insert into todo (role_id, org_id, org_code, module, title, detail, act, jump_url, subject)
     select 3, p.org_id, p.org_code, '党员圈', '处理对' || p.name || '所发动态的举报', '举报原因：语气不好，像是在吓唬邻居', '处理',
            '/archive/circleFriendsView/' || p.id, 'circleReport:' || p.id
       from told join circle_post p on p.id = told.post_id`,
  );
  await client.query(
    `with objected as (
       update circle_post set is_hidden = true, hidden_for = '没有核实的停水消息，引起误会', hidden_by = '支部管理人', objection_open = true,
              objection = '我是从物业群里看到的，已经在评论里更正为半天'
        where content like '转发：某小区%' returning id, name, audience_id)
     insert into todo (role_id, org_id, org_code, module, title, detail, act, jump_url, subject)
     select 3, o.id, o.code, '党员圈', '处理' || p.name || '的异议', '被隐藏的动态，作者认为不妥：我是从物业群里看到的', '处理',
            '/archive/circleFriendsView/' || p.id, 'circleObject:' || p.id
       from objected p join organisation o on o.id = p.audience_id`,
  );
  await client.query(
    `insert into circle_like (post_id, account_id)
     select p.id, q.account_id from circle_post p join (select distinct account_id from circle_post) as q on q.account_id <> p.account_id`,
  );
  await client.query(
    `update circle_post p set likes = (select count(*) from circle_like l where l.post_id = p.id),
            replies = (select count(*) from circle_reply r where r.post_id = p.id)`,
  );
}
