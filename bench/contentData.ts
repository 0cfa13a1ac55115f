import type pg from 'pg';

/** How much stands before anything is asked. */
export const SIZES = {
  accounts: 1_000_000,
  articles: Number(process.env.ARTICLES ?? 100_000),
  posts: Number(process.env.POSTS ?? 5_000_000),
};

/** People of the register who are left without an account, for those who read and confirm. */
const SPARE = 6000;

/** Some hundred characters of which each text has its own mixture. */
const WORDS =
  '党支部组织党员学习会议精神志愿服务江滩清洁走访困难群众主题党日活动发展产业乡村振兴社区治理楼栋长代办帮办培训讲座先锋模范作风建设基层减负入党积极分子换届选举民主评议';

/** Writes what a large city has told its people, where it does not stand yet: accounts, articles with their versions, posts. */
export async function writeContent(client: pg.Client, say: (text: string) => void): Promise<void> {
  const count = async (table: string) =>
    Number((await client.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n);
  if ((await count('account')) < SIZES.accounts / 2) {
    await client.query(`
      with made as (
        insert into account (login_index, login_mask, name, member_id)
        select decode(md5('content' || m.id), 'hex'), 'content', m.name, m.id from member m
         where m.deleted_at is null and not exists (select from account a where a.member_id = m.id)
         order by m.id
         limit greatest(0, least(${SIZES.accounts}, (select count(*) from member where deleted_at is null) - ${SPARE})) returning id, member_id)
      insert into account_role (account_id, role_id, org_id)
      select made.id, 2, m.org_id from made join member m on m.id = made.member_id`);
    say('accounts');
  }
  // In portions, so that what was stopped goes on where it was.
  for (let done = await count('archive_article'); done < SIZES.articles; done = await count('archive_article')) {
    await client.query(`
      with place as (
        select id, code, row_number() over (order by code) as n from organisation where deleted_at is null
      ), made as (
        insert into archive_article (org_id, org_code, column_id, kind, title, content, words, state, shown_number, first_shown, sort_at,
                                     token, labels, audience, submitted_at, created_by)
        select p.id, p.code, 1 + g % 9, case when g % 9 = 8 then 'video' else 'article' end, '第' || g || '篇：' || substr('${WORDS}', 1 + g % 60, 12),
               '', '', 4, 1, now() - g * interval '7 minutes', now() - g * interval '7 minutes', md5('content' || g),
               case when g % 50 = 0 then array['江滩'] else '{}' end,
               case when g % 10 < 3 then 'all' else 'below' end, now(), '资料'
          from generate_series(${done + 1}, ${Math.min(SIZES.articles, done + 10_000)}) g join place p on p.n = 1 + (g::bigint * 7919) % (select count(*) from place)
        returning id, title, audience, labels, first_shown)
      insert into archive_version (article_id, number, title, summary, content, words, labels, audience, published_at, written_by, approved_by)
      select id, 1, title, '', '<p>' || body || '</p>', body, labels, audience, first_shown, '资料', '资料'
        from made cross join lateral (
          select string_agg(substr('${WORDS}', 1 + ((made.id * 31 + k * 17) % 60)::int, 8 + ((made.id + k) % 12)::int), '，' order by k)
                 || case when made.id % 997 = 0 then '，堡垒户的故事' else '' end || '。' as body
            from generate_series(1, 20) k) as said`);
    say(`${Math.min(SIZES.articles, done + 10_000)} articles`);
  }
  // Each number its writer, counted beforehand: a join by a number that the other side works out would compare all with all.
  const { rows: counted } = await client
    .query<{ n: string }>(`
    create temp table writer as
      select (row_number() over ())::bigint as n, a.id as account_id, a.name, o.id as org_id, o.code, o.name as org_name,
             coalesce(o.parent_id, o.id) as above, (select id from organisation where code = '0001') as root
        from account a join account_role r on r.account_id = a.id and r.role_id = 2 join organisation o on o.id = r.org_id
       where a.member_id is not null;
    create index on writer (n);
    analyze writer`)
    .then(() => client.query<{ n: string }>('select count(*) as n from writer'));
  const writers = Number(counted[0]?.n);
  for (let done = await count('circle_post'); done < SIZES.posts; done = await count('circle_post')) {
    // Most speak to their branch, some to the committee above it, few to the whole city; three years of them.
    await client.query(`
      insert into circle_post (org_id, org_code, audience_id, account_id, name, org_name, kind, content, topics, help_state, created_at)
      select w.org_id, w.code, case when g % 500 = 0 then w.root when g % 20 = 0 then w.above else w.org_id end, w.account_id, w.name, w.org_name,
             case g % 10 when 0 then 'help' when 1 then 'lesson' else 'news' end, substr('${WORDS}', 1 + (g % 50)::int, 30), '{}',
             case when g % 10 = 0 and g < ${SIZES.posts} * 0.99 then 2 else 0 end, now() - (${SIZES.posts} - g) * interval '19 seconds'
        from generate_series(${done + 1}, ${done + 500_000}) g
        join writer w on w.n = 1 + (g::bigint * 104729) % ${writers}`);
    say(`${done + 500_000} posts`);
  }
  await client.query('vacuum analyze account, account_role, archive_article, archive_version, circle_post');
}
