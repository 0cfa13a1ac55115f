import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from '../../../../test/support/app.ts';
import {
  APPS,
  type Counterpart,
  type Issue,
  startCounterpart,
} from '../../../../test/support/counterparts/counterpart.ts';
import { type LoginApp, startLoginApp } from './factory.ts';
import { configure, cookiesOf, HOST } from './waysFactory.ts';

const USED = '登录授权已失效，请重新发起登录';

let t: LoginApp;
let outside: Counterpart;
beforeAll(async () => {
  t = await startLoginApp();
  outside = await startCounterpart();
});
afterAll(async () => {
  await outside.close();
  await t.close();
});
beforeEach(async () => {
  await sql`delete from rate_window`.execute(t.db);
  await configure(t, outside);
});

const options = (ip = '10.2.2.2') => ({ ip, headers: { host: HOST } });

/** One way in: how its codes are made, and how a browser that began there uses one. */
interface Kind {
  issue(issue: Issue): string;
  begin(): Promise<Record<string, string>>;
  use(code: string, begun: Record<string, string>): Promise<Answer>;
  audience: string;
}
const plain = async () => ({});
/** Begins at the call that makes the state; answers the cookies with the state beside them. */
const beginAt = (path: string, read: (data: { url?: string; state?: string }) => string) => async () => {
  const answer = await t.nobody.get(path, {}, options());
  expect(answer.code).toBe(200);
  return { ...cookiesOf(answer), state: read(answer.data) };
};
const stateOf = ({ url = '' }: { url?: string }) => new URL(url).searchParams.get('state') ?? '';
const apart = ({ state = '', ...cookies }: Record<string, string>) => ({ state, cookies });

const kinds: Record<string, Kind> = {
  'app code': {
    audience: HOST,
    issue: (issue) => outside.issue('app', issue),
    begin: plain,
    use: (appCode) => t.nobody.post('/api/login/appCode', { appCode }, options()),
  },
  'app code by GET': {
    audience: HOST,
    issue: (issue) => outside.issue('app', issue),
    begin: plain,
    use: (code) => t.nobody.get('/api/mobileLoginByCode', { code }, options()),
  },
  'third token': {
    audience: HOST,
    issue: (issue) => outside.issue('third', issue),
    begin: plain,
    use: (thirdToken) => t.nobody.post('/api/login/thirdToken', { thirdToken }, options()),
  },
  'unified platform': {
    audience: APPS.ehb,
    issue: (issue) => outside.issue('ehb', issue),
    begin: beginAt('/api/ehb/login/getUrl', stateOf),
    use: (code, begun) => {
      const { state, cookies } = apart(begun);
      return t.nobody.get('/api/ehb/login/checkCode', { code, state }, { ...options(), cookies });
    },
  },
  'base platform': {
    audience: APPS.base,
    issue: (issue) => outside.issue('base', { orgId: '17', ...issue }),
    begin: beginAt('/api/basePlatform/getParams', ({ state = '' }) => state),
    use: (ticket, begun) => {
      const { state, cookies } = apart(begun);
      return t.nobody.get('/api/basePlatform/checkTicket', { ticket, orgId: '17', state }, { ...options(), cookies });
    },
  },
};
const all = Object.entries(kinds);
const who = () => t.nameOf('branchWorker');

describe.each(all)('%s', (name, kind) => {
  test(`P14 ${name}: of 50 parallel redemptions of one code one gives a session, though the provider says yes to all`, async () => {
    const code = kind.issue({ who: who() });
    const begun = await kind.begin();
    const answers = await Promise.all(Array.from({ length: 50 }, () => kind.use(code, begun)));
    const good = answers.filter((answer) => answer.code === 200);
    expect(good).toHaveLength(1);
    expect(answers.filter((answer) => answer.code === 400 && answer.msg === USED)).toHaveLength(49);
    const info = await t.withToken(good[0]?.data.token).get('/api/getInfo');
    expect(info.data.user.userId).toBe(t.fixture.principals.branchWorker.accountId);
    expect(await kind.use(code, await kind.begin())).toMatchObject({ code: 400, msg: USED });
  });

  test(`P14 PEER-18 ${name}: a code is good for 60 seconds, and neither from the future nor without its time`, async () => {
    const ages: [number, number][] = [
      [55, 200],
      [62, 400],
      [3600, 400],
      [-65, 400],
      [Number.NaN, 400],
    ];
    for (const [age, expected] of ages) {
      const answer = await kind.use(kind.issue({ who: who(), age }), await kind.begin());
      expect(answer.code, `${age} seconds`).toBe(expected);
    }
  });

  test(`P14 ${name}: a code for another platform, an unknown and a tampered one are worth nothing`, async () => {
    const others = [kind.issue({ who: who(), audience: 'another-platform' }), 'never-issued'];
    const good = kind.issue({ who: who(), audience: kind.audience });
    const tampered = good.slice(0, -1) + (good.endsWith('A') ? 'B' : 'A');
    for (const code of [...others, tampered]) {
      expect(await kind.use(code, await kind.begin())).toMatchObject({ code: 400, msg: USED });
    }
    expect((await kind.use(good, await kind.begin())).code).toBe(200);
  });

  test(`P51 ${name}: neither the code nor the token stands in the database or the log`, async () => {
    const code = kind.issue({ who: who() });
    const { token } = (await kind.use(code, await kind.begin())).data;
    const { rows } = await sql<{ text: string }>`
      select coalesce(string_agg(t, ' '), '') as text from (
        select a::text as t from audit_log a union all select s::text from session s
        union all select u::text from used_login_code u union all select r::text from rate_window r) x`.execute(t.db);
    expect(rows[0]?.text).toContain('登录');
    for (const secret of [code, token, who()]) expect(rows[0]?.text).not.toContain(secret);
  });

  test(`${name}: who has no account here, or a disabled one, is told so and logged`, async () => {
    const stranger = await kind.use(kind.issue({ who: '420599199001010013' }), await kind.begin());
    expect(stranger).toMatchObject({ code: 400, msg: '您在本平台还没有账号，请联系所在党组织的党务工作者' });
    const { accountId } = t.fixture.principals.branchWorker;
    await sql`update account set enabled = false where id = ${accountId}`.execute(t.db);
    const disabled = await kind.use(kind.issue({ who: who() }), await kind.begin());
    await sql`update account set enabled = true where id = ${accountId}`.execute(t.db);
    expect(disabled).toMatchObject({ code: 400, msg: '账号已停用，请联系管理员' });
    const { rows } = await sql<{ reason: string }>`
      select reason from audit_log where outcome = 'failed' order by id desc limit 2`.execute(t.db);
    expect(rows.map((row) => row.reason)).toEqual(['账号已停用，请联系管理员', '没有对应的账号']);
  });

  test(`${name}: not configured, or without its key, it says so and asks nobody`, async () => {
    const begun = await kind.begin();
    for (const lacking of [sql`update site_config set secrets_enc = null`, sql`delete from site_config`]) {
      await lacking.execute(t.db);
      const before = outside.hits.length;
      const answer = await kind.use('any-code', begun);
      expect(answer).toMatchObject({ code: 400, msg: expect.stringMatching(/^本站未开通.+登录$/) });
      expect(outside.hits).toHaveLength(before);
    }
  });
});

describe('a way that begins and ends in one browser', () => {
  const redirecting = all.filter(([name]) => name.includes('platform'));

  for (const [name, kind] of redirecting) {
    test(`P14 ${name}: a code that somebody else fetched signs no other browser in`, async () => {
      const code = kind.issue({ who: who() });
      const mine = await kind.begin();
      const { state: theirs = '' } = await kind.begin();
      const before = outside.hits.length;
      const message = '登录已失效，请重新发起登录';
      expect(await kind.use(code, { state: mine.state ?? '' })).toMatchObject({ code: 400, msg: message });
      expect(await kind.use(code, { ...mine, state: theirs })).toMatchObject({ code: 400, msg: message });
      expect((await kind.use(code, { ...mine, state: '' })).code).toBe(600);
      expect(outside.hits).toHaveLength(before);
      const done = await kind.use(code, mine);
      expect(done.code).toBe(200);
      expect(String(done.headers['set-cookie'])).toMatch(/way_\w+=; .*Expires=Thu, 01 Jan 1970/);
    });
  }

  test('P14 base platform: a ticket is for the organisation that it names', async () => {
    const { 'base platform': base } = kinds;
    const code = base?.issue({ who: who(), orgId: '18' }) ?? '';
    expect(await base?.use(code, await base.begin())).toMatchObject({ code: 400, msg: USED });
  });

  test('P49 the address of the unified platform is the configured one, and leads back to this site', async () => {
    const { data } = await t.nobody.get('/api/ehb/login/getUrl', {}, options());
    const url = new URL(data.url);
    expect(url.origin + url.pathname).toBe(`${outside.origin}/ehb/oauth/authorize`);
    expect(url.searchParams.get('redirect_uri')).toBe(`http://${HOST}/`);
    expect(url.searchParams.get('client_id')).toBe(APPS.ehb);
    const evil = await t.nobody.get('/api/ehb/login/getUrl', { redirect_uri: 'https://evil.example/' }, options());
    expect(new URL(evil.data.url).searchParams.getAll('redirect_uri')).toEqual([`http://${HOST}/`]);
  });

  test('P50 the page learns from the server alone whose messages count', async () => {
    const { data } = await t.nobody.get('/api/basePlatform/getParams', { origin: 'https://evil.example' }, options());
    expect(data).toMatchObject({
      platformUrl: `${outside.origin}/base/login`,
      appKey: APPS.base,
      origin: outside.origin,
    });
    expect(Object.keys(data).sort()).toEqual(['appKey', 'origin', 'platformUrl', 'state']);
  });
});
