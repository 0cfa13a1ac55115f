import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { receiveNotice } from '#kernel/message/contract.ts';
import {
  createNotice,
  exportReceipts,
  getAnnouncement,
  getReceipts,
  listAnnouncements,
  listReceipts,
  listSent,
  previewReach,
  type ReceiptRow,
  receiveAnnouncement,
  tellInPerson,
  updateNotice,
  urgeReading,
} from '#publishing/news/contract.notice.ts';
import { getNews, listNews } from '#publishing/news/contract.read.ts';
import { getArticle, submitArticle, withdrawArticle } from '#publishing/news/contract.ts';
import { sendDue } from '#publishing/news/server/service/announce.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let committee: Caller;
let branch: Caller;
let twin: Caller;
let member: Caller;
beforeAll(async () => {
  t = await startTestApp();
  [committee, branch, twin, member] = await Promise.all([
    t.as('committeeWorker'),
    t.as('branchWorker'),
    t.as('twinWorker'),
    t.as('member'),
  ] as const);
});
afterAll(() => t.close());

const form = (given: object = {}) => ({
  title: '关于开展冬季安全检查的通知',
  content: '<p>请各支部在本周内完成检查。</p>',
  orgId: ORGS.committeeA1.id,
  ...given,
});
async function send(given: object = {}): Promise<string> {
  const made = await committee.call(createNotice, form(given) as never);
  expect(made.code, made.text).toBe(200);
  const { id } = made.data;
  const { version } = (await committee.call(getArticle, { id })).data;
  const sent = await committee.call(submitArticle, { id, version });
  expect(sent.data, sent.text).toMatchObject({ state: 4 });
  await sendDue(t.services);
  return id;
}
const tally = async (who: Caller, id: string, orgId?: string) =>
  (await who.call(getReceipts, { id, ...(orgId ? { orgId } : {}) })).data.tally;
const people = async (who: Caller, id: string, given: object = {}): Promise<ReceiptRow[]> =>
  (await who.call(listReceipts, { id, pageSize: 200, ...given } as never)).rows;
const accountOf = (who: keyof TestApp['fixture']['principals']) => t.fixture.principals[who].accountId;
const received = async (id: string, accountId: string) => {
  const { rows } = await sql<{ n: number; done: number }>`
    select count(*)::int as n, count(*) filter (where r.is_handle)::int as done
      from notice_recipient r join archive_article a on a.notice_id = r.notice_id
     where a.id = ${id} and r.account_id = ${accountId}`.execute(t.db);
  return rows[0];
};

describe('whom it reaches', () => {
  test('everybody below, each once however often it is sent, with those who have no account', async () => {
    const id = await send();
    await sql`update archive_article set reached_at = null where id = ${id}`.execute(t.db);
    await sendDue(t.services);
    expect(await received(id, accountOf('member'))).toMatchObject({ n: 1, done: 0 });
    expect(await received(id, accountOf('twinWorker'))).toMatchObject({ n: 0 });
    const all = await tally(committee, id);
    expect(all.none).toBeGreaterThan(0);
    expect(all.total).toBe(all.unread + all.none);
    const preview = await committee.call(previewReach, { orgId: ORGS.committeeA1.id } as never);
    expect(preview.data).toMatchObject({ total: all.total, withoutAccount: all.none });
    expect((await twin.call(getAnnouncement, { id })).code).toBe(404);
    expect((await twin.call(getReceipts, { id })).code).toBe(404);
    // An announcement is no news.
    expect((await member.call(getNews, { id })).code).toBe(404);
    expect((await member.call(listNews, {})).rows.some((row: { id: string }) => row.id === id)).toBe(false);
  });

  test('whoever is on the way into the party gets what names them, nothing that is meant for members', async () => {
    const { memberId } = t.fixture.principals.member;
    const category = (n: number) => sql`update member set person_category = ${n} where id = ${memberId}`.execute(t.db);
    try {
      await category(5);
      expect(await received(await send(), accountOf('member'))).toMatchObject({ n: 0 });
      const named = await send({ audience: 'people', memberIds: [memberId] });
      expect(await received(named, accountOf('member'))).toMatchObject({ n: 1 });
    } finally {
      await category(1);
    }
    expect(await received(await send(), accountOf('member'))).toMatchObject({ n: 1 });
  });

  test('named people alone, and whoever joins the audience while it runs', async () => {
    const [first = '', second = ''] = t.fixture.members.branchA11 ?? Object.values(t.fixture.members).flat();
    const id = await send({ audience: 'people', memberIds: [first] });
    expect((await people(committee, id)).map(({ name }) => name)).toHaveLength(1);
    await sql`update archive_version set reach = jsonb_set(reach, '{memberIds}', ${JSON.stringify([first, second])}::jsonb)
               where article_id = ${id}`.execute(t.db);
    await sql`update archive_article set reached_at = now() - interval '1 hour' where id = ${id}`.execute(t.db);
    await sendDue(t.services);
    expect(await people(committee, id)).toHaveLength(2);
  });

  test('whoever comes to an organisation of the audience later gets it while it runs, once', async () => {
    const id = await send();
    const total = (await tally(committee, id)).total;
    // A worker of another subtree's branch, with an account, joins the branch.
    const { rows } = await sql<{ account: string; code: string; org: string; member: string }>`
      with come as (
        select m.id, a.id as account, m.org_id, m.org_code from member m join account a on a.member_id = m.id and a.enabled
         where m.deleted_at is null and m.org_id <> ${ORGS.branchA11.id}
           and not exists (select from archive_reach x where x.article_id = ${id} and x.member_id = m.id) order by m.id limit 1)
      update member m set org_id = o.id, org_code = o.code from come, organisation o
       where m.id = come.id and o.id = ${ORGS.branchA11.id}
      returning come.account, come.org_code as code, come.org_id as org, m.id as member`.execute(t.db);
    const joined = rows[0];
    expect(joined).toBeDefined();
    if (!joined) return;
    try {
      // Nobody is looked for again before the time.
      await sendDue(t.services);
      expect((await tally(committee, id)).total).toBe(total);
      for (let round = 0; round < 2; round++) {
        await sql`update archive_article set reached_at = now() - interval '1 hour' where id = ${id}`.execute(t.db);
        await sendDue(t.services);
      }
      expect((await tally(committee, id)).total).toBe(total + 1);
      expect(await received(id, joined.account)).toMatchObject({ n: 1, done: 0 });
    } finally {
      await sql`update member set org_id = ${joined.org}, org_code = ${joined.code} where id = ${joined.member}`.execute(
        t.db,
      );
    }
  });

  test('types narrow it; what is not of the scope is not there; an empty audience is said at its field', async () => {
    const none = await committee.call(previewReach, { orgId: ORGS.committeeA1.id, types: [999] } as never);
    expect(none.data.total).toBe(0);
    for (const given of [
      { orgIds: [ORGS.branchB11.id] },
      { groupIds: ['999999'] },
      { memberIds: ['999999'] },
      { queryId: '999999' },
    ])
      expect((await committee.call(createNotice, form(given) as never)).code).toBe(404);
    const empty = await committee.call(createNotice, form({ audience: 'people' }) as never);
    expect(empty.data.fields.memberIds).toContain('请选择');
    expect((await branch.call(createNotice, form() as never)).code).toBe(404);
    expect((await member.call(createNotice, form() as never)).code).toBe(403);
  });
});

/** Whoever was sent it has had it open for a while. */
const opened = (id: string) =>
  sql`update archive_reach set opened_at = now() - interval '6 seconds' where article_id = ${id}`.execute(t.db);

describe('one receipt', () => {
  test('reading to the end and receiving the message are the same', async () => {
    const id = await send();
    const mine = (await member.call(listAnnouncements, { unread: true })).rows.find(
      (row: { id: string }) => row.id === id,
    );
    expect(mine).toMatchObject({ state: 'unread' });
    expect((await member.call(receiveAnnouncement, { id })).msg).toContain('看完');
    expect((await member.call(getAnnouncement, { id })).code).toBe(200);
    expect((await member.call(receiveAnnouncement, { id })).msg).toContain('至少5秒');
    await opened(id);
    expect((await member.call(receiveAnnouncement, { id })).data.state).toBe('read');
    expect(await received(id, accountOf('member'))).toMatchObject({ done: 1 });
    const { rows } = await sql<{ id: string }>`select notice_id as id from archive_article where id = ${id}`.execute(
      t.db,
    );
    expect((await branch.call(receiveNotice, { id: rows[0]?.id ?? '' } as never)).code).toBe(200);
    expect((await branch.call(getAnnouncement, { id })).data.state).toBe('read');
    expect(await tally(committee, id)).toMatchObject({ read: 2 });
  });

  test('one that asks for it counts when it is confirmed, not when it is read', async () => {
    const id = await send({ mustConfirm: '我已读完，会按要求办理' });
    await opened(id);
    expect((await member.call(receiveAnnouncement, { id })).data.state).toBe('read');
    expect(await tally(committee, id)).toMatchObject({ read: 1, confirmed: 0 });
    expect((await member.call(receiveAnnouncement, { id, confirm: true })).data.state).toBe('confirmed');
    expect(await tally(branch, id)).toMatchObject({ confirmed: 1 });
    expect((await twin.call(receiveAnnouncement, { id, confirm: true })).code).toBe(404);
  });

  test('withdrawn: nobody reads it any more, who had it is told so', async () => {
    const id = await send();
    await committee.call(withdrawArticle, { ids: [id], reason: '数字有误' });
    expect((await member.call(getAnnouncement, { id })).msg).toBe('该内容已撤下');
    expect((await twin.call(getAnnouncement, { id })).code).toBe(404);
    expect((await member.call(listAnnouncements, {})).rows.some((row: { id: string }) => row.id === id)).toBe(false);
  });

  test('a correction reads on, with its note; what it was for is asked again', async () => {
    const id = await send();
    const { version } = (await committee.call(getArticle, { id })).data;
    const { orgId: _orgId, ...given } = form({ title: '改期的通知', note: '日期写错了' });
    const changed = await committee.call(updateNotice, { ...given, id, version } as never);
    expect(changed.code, changed.text).toBe(200);
    expect((await member.call(getAnnouncement, { id })).data.title).toBe(form().title);
    await committee.call(submitArticle, { id, version: changed.data.version });
    expect((await member.call(getAnnouncement, { id })).data).toMatchObject({
      title: '改期的通知',
      correction: '日期写错了',
    });
  });
});

describe('who has not read it', () => {
  test('is urged alone and once in two hours, with one to-do to the branch, which ends when nobody is left', async () => {
    const id = await send();
    await opened(id);
    await member.call(receiveAnnouncement, { id });
    const before = (await committee.call(getReceipts, { id })).data;
    expect(before.urgeable).toBe(before.tally.unread);
    const done = await committee.call(urgeReading, { id });
    expect(done.data, done.text).toMatchObject({ people: before.tally.unread });
    expect((await committee.call(urgeReading, { id })).msg).toContain('2小时');
    const { rows } = await sql<{ to: string }>`
      select r.account_id as to from notice n join notice_recipient r on r.notice_id = n.id
       where n.title = ${`请尽快阅读：${form().title}`} and n.jump_url like ${`%/${id}`}`.execute(t.db);
    expect(rows.map(({ to }) => to)).not.toContain(accountOf('member'));
    expect(rows).toHaveLength(before.tally.unread);
    const todos = async () =>
      (
        await sql<{
          n: number;
        }>`select count(*)::int as n from todo where subject = ${`noticeUrge:${id}`} and done_at is null
           and org_id = ${ORGS.branchA11.id}`.execute(t.db)
      ).rows[0]?.n;
    expect(await todos()).toBe(1);
    const left = (await people(branch, id)).filter(({ state }) => state === 'unread').map((row) => row.id);
    const told = await branch.call(tellInPerson, { id, rowIds: left, on: '2026-01-05' } as never);
    expect(told.data.count).toBe(left.length);
    expect(await todos()).toBe(0);
  });

  test('is told by the own branch, counted apart, and taken back; nobody elsewhere, nor on a day to come', async () => {
    const id = await send();
    const [one] = await people(branch, id, { state: 'none' });
    const rowIds = [one?.id ?? ''];
    expect((await branch.call(tellInPerson, { id, rowIds, on: '2090-01-01' } as never)).data.fields.on).toContain(
      '不能晚于',
    );
    expect((await branch.call(tellInPerson, { id, rowIds, on: '2026-01-05' } as never)).code).toBe(200);
    expect(await tally(branch, id)).toMatchObject({ told: 1 });
    expect((await people(committee, id, { state: 'told' }))[0]).toMatchObject({ toldOn: '2026-01-05' });
    await branch.call(tellInPerson, { id, rowIds, on: '' } as never);
    expect(await tally(branch, id)).toMatchObject({ told: 0 });
    const foreign = (await people(committee, id)).find(({ orgName }) => orgName !== ORGS.branchA11.name);
    if (foreign)
      expect((await branch.call(tellInPerson, { id, rowIds: [foreign.id], on: '2026-01-05' } as never)).code).toBe(400);
  });

  test('each sees the own part, from the sender down to the branch; the sheet holds the same', async () => {
    const id = await send();
    const { data } = await committee.call(getReceipts, { id });
    expect(data.orgs.reduce((sum: number, one: { tally: { total: number } }) => sum + one.tally.total, 0)).toBe(
      data.tally.total,
    );
    const own = await tally(branch, id);
    expect(own).toEqual(await tally(committee, id, ORGS.branchA11.id));
    expect((await branch.call(getReceipts, { id, orgId: ORGS.branchB11.id })).code).toBe(404);
    expect(
      (await branch.call(listSent, { view: 'below' })).rows.find((row: { id: string }) => row.id === id),
    ).toMatchObject({
      tally: own,
      can: { edit: false, withdraw: false },
    });
    expect((await branch.call(listSent, {})).rows.some((row: { id: string }) => row.id === id)).toBe(false);
    const sheet = await branch.call(exportReceipts, { id });
    expect(sheet.status).toBe(200);
  });
});
