import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listNotices } from '#kernel/message/contract.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type NewNotice, sendNotices } from '#platform/server/inbox/notices.ts';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let mine: string;
let other: string;
beforeAll(async () => {
  t = await startTestApp();
  mine = t.fixture.principals.member.accountId;
  other = t.fixture.principals.branchWorker.accountId;
});
afterAll(() => t.close());

const notice = (title: string, accountIds: readonly string[], given: Partial<NewNotice> = {}): NewNotice => ({
  type: '1',
  title,
  remark: `${title}的内容`,
  orgId: ORGS.city.id,
  createdBy: '程市',
  accountIds,
  ...given,
});

/** What was sent, by the ids in their order, with the accounts that have it. */
async function sent(db: Db, ids: readonly string[]) {
  const { rows } = await sql`
    select n.title, n.remark, n.initials, n.org_id as "orgId", n.jump_url as "jumpUrl",
           array(select r.account_id from notice_recipient r where r.notice_id = n.id order by r.account_id) as accounts
      from unnest(${ids}::bigint[]) with ordinality as one (id, place) join notice n using (id) order by place`.execute(
    db,
  );
  return rows;
}

test('many are sent at once, each with its own text, organisation and page to its own accounts', async () => {
  const ids = await sendNotices(t.db, [
    notice('缴纳党费，“请”看\\', [mine, other, mine], { jumpUrl: '/affairs/dues' }),
    notice('没有收件人', []),
    notice('开会{1}', [other], { orgId: ORGS.branchA11.id, remark: '' }),
  ]);
  expect(await sent(t.db, ids)).toEqual([
    {
      title: '缴纳党费，“请”看\\',
      remark: '缴纳党费，“请”看\\的内容',
      initials: expect.stringMatching(/^jndf/),
      orgId: ORGS.city.id,
      jumpUrl: '/affairs/dues',
      accounts: [mine, other].sort((a, b) => Number(a) - Number(b)),
    },
    expect.objectContaining({ title: '没有收件人', jumpUrl: '', accounts: [] }),
    expect.objectContaining({ title: '开会{1}', remark: '', orgId: ORGS.branchA11.id, accounts: [other] }),
  ]);
  expect(await sendNotices(t.db, [])).toEqual([]);
  const member = await t.as('member');
  const own = await member.call(listNotices, {});
  expect(own.rows.map(({ title }: { title: string }) => title)).toEqual(['缴纳党费，“请”看\\']);
});

test('the ids of a thousand come in the order of their texts, also while others send', async () => {
  const titles = (who: string) => Array.from({ length: 1000 }, (_, n) => `${who}第${n}件`);
  const both = await Promise.all(
    ['甲', '乙'].map((who) =>
      sendNotices(
        t.db,
        titles(who).map((title, n) => notice(title, [n % 2 === 0 ? mine : other])),
      ),
    ),
  );
  for (const [at, who] of ['甲', '乙'].entries()) {
    const found = (await sent(t.db, both[at] ?? [])) as { title: string; accounts: string[] }[];
    expect(found.map(({ title }) => title)).toEqual(titles(who));
    expect(found.map(({ accounts }) => accounts)).toEqual(titles(who).map((_, n) => [n % 2 === 0 ? mine : other]));
  }
});

test('a notice that cannot be sent takes the others with it', async () => {
  const count = async () => (await sql<{ n: number }>`select count(*)::int as n from notice`.execute(t.db)).rows[0]?.n;
  const before = await count();
  await expect(sendNotices(t.db, [notice('发得出', [mine]), notice('发不出', ['999999999'])])).rejects.toThrow(
    /foreign key/,
  );
  expect(await count()).toBe(before);
});
