import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportCode } from '#house/server/reportCode.ts';
import { fetchBytes, form, pdf, picture, upload } from '#kernel/files/test/factory.ts';
import { issueTicket, redeemTicket } from '#kernel/session/contract.ts';
import { openOrgCalendar, openOwnCalendar, readCalendar } from '#life/orgLife/contract.calendar.ts';
import { heartbeat, pairDevice } from '#overview/terminal/contract.device.ts';
import { deviceWall } from '#overview/terminal/contract.wall.ts';
import { deviceCalls } from '#overview/terminal/nouns/device.ts';
import { boundTerminal, deviceForm, waitingScreen } from '#overview/terminal/test/factory.ts';
import { mediaAddress } from '#platform/files/fileCalls.ts';
import { callsOfModules } from '#platform/server/module.ts';
import { reportPlace } from '#procedures/floating/contract.report.ts';
import { publicBoard, saveBoard } from '#publishing/openAffairs/contract.board.ts';
import { serverModules } from '#rooms/server.ts';
import { addNeed } from '#service/volunteer/contract.need.ts';
import { followNeed, needPlace } from '#service/volunteer/contract.needPublic.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { ORGS, type OrgKey, type Principal } from '../support/fixture.ts';
import { PUBLIC_CALLS } from './publicCalls.ts';
import { nameOf } from './samples.ts';

/**
 * What works without a session asks for the standing behind it at each use: each kind is made, used, and used again after what
 * stood behind it was taken away.
 */
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  await sql`insert into site_config (host, data) values ('*', ${JSON.stringify({
    pastePlugin: { url: 'https://dj.example.cn/paste.exe', version: '1' },
  })}::jsonb)`.execute(t.db);
});
afterAll(() => t.close());

/** What can be taken from whoever made it, and how it is given back. */
interface Taking {
  take: () => Promise<unknown>;
  back: () => Promise<unknown>;
}
const roleOf = (who: Principal): Taking => {
  const { grantId } = t.fixture.principals[who];
  const set = (at: string) =>
    sql`update account_role set revoked_at = ${sql.raw(at)} where id = ${grantId}`.execute(t.db);
  return { take: () => set('now()'), back: () => set('null') };
};
const accountOf = (who: Principal): Taking => {
  const { accountId } = t.fixture.principals[who];
  const set = (on: boolean) => sql`update account set enabled = ${on} where id = ${accountId}`.execute(t.db);
  return { take: () => set(false), back: () => set(true) };
};
const rightOf = (roleId: number, key: string): Taking => ({
  take: () => sql`delete from role_permission where role_id = ${roleId} and permission_key = ${key}`.execute(t.db),
  back: () => sql`insert into role_permission (role_id, permission_key) values (${roleId}, ${key})`.execute(t.db),
});
const org = (key: OrgKey): Taking => {
  const set = (at: string) =>
    sql`update organisation set deleted_at = ${sql.raw(at)} where id = ${ORGS[key].id}`.execute(t.db);
  return { take: () => set('now()'), back: () => set('null') };
};
const personOf = (who: Principal) => ({ role: roleOf(who), account: accountOf(who) });

const pairing: Taking = {
  take: () => sql`update box_device set revoked_at = now(), token_hash = null, last_hash = token_hash`.execute(t.db),
  back: () => sql`update box_device set revoked_at = null, token_hash = last_hash, last_hash = null`.execute(t.db),
};
const SCREEN_CALLS = callsOfModules(serverModules)
  .filter(({ access }) => access === 'device')
  .map(nameOf);
const WALL_CALL = nameOf(deviceWall);

interface Kind {
  calls: readonly string[];
  /** Makes one; answers how it is used: whether it still gives something. */
  make: () => Promise<() => Promise<boolean>>;
  takings: () => Readonly<Record<string, Taking>>;
  /** It is used up by its use: each taking has one of its own. */
  once?: true;
}

const KINDS: Readonly<Record<string, Kind>> = {
  'calendar of an organisation': {
    calls: ['GET /api/zzsh/calendar/public/{token}'],
    make: async () => {
      const { token } = (await (await t.as('branchWorker')).call(openOrgCalendar, {})).result;
      return async () => (await t.nobody.call(readCalendar, { token })).text.startsWith('BEGIN:VCALENDAR');
    },
    takings: () => ({ ...personOf('branchWorker'), right: rightOf(3, 'event:write'), org: org('branchA11') }),
  },
  'calendar of a person': {
    calls: ['GET /api/zzsh/calendar/public/{token}'],
    make: async () => {
      const { token } = (await (await t.as('member')).call(openOwnCalendar, {})).result;
      return async () => (await t.nobody.call(readCalendar, { token })).text.startsWith('BEGIN:VCALENDAR');
    },
    takings: () => ({ ...personOf('member'), right: rightOf(2, 'event:own'), org: org('branchA11') }),
  },
  'address of a file': {
    calls: ['GET /api/common/media/{ticket}'],
    make: async () => {
      const worker = await t.as('branchWorker');
      const { id: fileName } = (await upload(t, worker, '试.pdf', pdf(90))).data;
      const { url } = (await worker.call(mediaAddress, { fileName })).result;
      return async () => (await fetchBytes(t, t.nobody, url)).text.startsWith('%PDF');
    },
    takings: () => ({ ...personOf('branchWorker'), org: org('branchA11') }),
  },
  'permit of the paste plug-in': {
    calls: ['POST /interaction/content/uploadContent/pastePicture.do'],
    make: async () => {
      const { permit } = (await (await t.as('branchWorker')).post('/api/sys/oss/pastePermit', {})).data;
      return async () => {
        const { headers, payload } = form('a.png', await picture().png().toBuffer());
        const url = '/interaction/content/uploadContent/pastePicture.do';
        const answer = await t.app.inject({ method: 'POST', url, headers, cookies: { paste_permit: permit }, payload });
        return answer.json().code === 200;
      };
    },
    takings: () => ({ ...personOf('branchWorker'), org: org('branchA11') }),
  },
  'ticket of a new window': {
    calls: ['POST /api/session/redeem'],
    once: true,
    make: async () => {
      const { ticket } = (await (await t.as('branchWorker')).call(issueTicket, {})).result;
      return async () => {
        const { data } = await t.nobody.call(redeemTicket, { ticket });
        return data !== null && (await t.withToken(data.token).get('/api/getInfo')).code === 200;
      };
    },
    takings: () => ({ ...personOf('branchWorker'), org: org('branchA11') }),
  },
  'digits of a terminal': {
    calls: ['POST /api/terminal/box/getTicket', 'POST /api/terminal/box/ticketState'],
    once: true,
    make: async () => {
      const worker = await t.as('branchWorker');
      const { id } = (await worker.call(deviceCalls.create, deviceForm())).result;
      const { digits, ask } = await waitingScreen(t);
      expect((await worker.call(pairDevice, { id, digits })).code).toBe(200);
      return async () => (await ask()).result.state === 3;
    },
    takings: () => ({ ...personOf('branchWorker'), right: rightOf(3, 'box:device'), org: org('branchA11') }),
  },
  // A screen is its organisation's: it plays on when whoever paired it goes.
  'screen of an organisation': {
    calls: SCREEN_CALLS.filter((call) => call !== WALL_CALL),
    make: async () => {
      const { cookies } = await boundTerminal(t, await t.as('branchWorker'));
      return async () => (await t.nobody.call(heartbeat, {}, { cookies })).code === 200;
    },
    takings: () => ({ org: org('branchA11'), 'its pairing': pairing }),
  },
  // Its figures are read in the right of whoever paired it.
  'wall of an organisation': {
    calls: [WALL_CALL],
    make: async () => {
      const { cookies } = await boundTerminal(t, await t.as('branchWorker'), { isWall: true });
      return async () => (await t.nobody.call(deviceWall, {}, { cookies })).code === 200;
    },
    takings: () => ({ ...personOf('branchWorker'), org: org('branchA11'), 'its pairing': pairing }),
  },
  'board of an organisation': {
    calls: ['GET /api/zzxx/open/public/board/{token}'],
    make: async () => {
      const worker = await t.as('branchWorker');
      const asked = { orgId: ORGS.branchA11.id, version: 0, shows: true, hears: false };
      expect((await worker.call(saveBoard, asked)).code).toBe(200);
      const { rows } = await sql<{ token: string }>`
        select token from open_board where org_id = ${ORGS.branchA11.id}`.execute(t.db);
      const token = rows[0]?.token ?? '';
      return async () => (await t.nobody.call(publicBoard, { token })).code === 200;
    },
    takings: () => ({
      org: org('branchA11'),
      'turned off': {
        take: () => sql`update open_board set shows = false`.execute(t.db),
        back: () => sql`update open_board set shows = true`.execute(t.db),
      },
    }),
  },
  'poster of an organisation': {
    calls: ['GET /api/flow/public/place', 'POST /api/flow/public/report-in'],
    make: async () => {
      const place = reportCode(t.services.vault, ORGS.branchA11.id);
      return async () => (await t.nobody.call(reportPlace, { place })).code === 200;
    },
    takings: () => ({ org: org('branchA11') }),
  },
  'poster of a place for needs': {
    calls: ['GET /api/sbd/need/public/place', 'POST /api/sbd/need/public/ask'],
    make: async () => {
      const place = reportCode(t.services.vault, ORGS.branchA11.id);
      return async () => (await t.nobody.call(needPlace, { place })).code === 200;
    },
    takings: () => ({ org: org('branchA11') }),
  },
  'code by which a resident follows a need': {
    calls: ['POST /api/sbd/need/public/follow', 'POST /api/sbd/need/public/answer'],
    make: async () => {
      const worker = await t.as('branchWorker');
      const { data } = await worker.call(addNeed, {
        kind: 2,
        title: '修灯',
        content: '楼道灯坏了',
        amount: '',
        post: '3',
        place: '3栋',
        byOn: '2099-05-01',
        name: '周桂英',
        phone: '13900001234',
      });
      return async () => (await t.nobody.call(followNeed, { follow: data.followCode })).code === 200;
    },
    takings: () => ({ org: org('branchA11') }),
  },
};

const M = 'src';
/** Kinds whose own tests take away what stands behind them: the test that does. */
const SHOWN: Readonly<Record<string, readonly [string, string]>> = {
  'POST /api/session/ticket/exchange': [
    `${M}/kernel/session/test/waysOutside.http.test.ts`,
    'a ticket dies with the sign-in, the role and the account',
  ],
  'POST /api/connect/qrConnect/getQrCodeStatus': [
    `${M}/kernel/session/test/waysQr.http.test.ts`,
    'an account that was disabled meanwhile does not come in',
  ],
  'GET /api/zzxx/open/public/{token}': [
    `${M}/publishing/openAffairs/test/board.http.test.ts`,
    'the addresses of a page end with it',
  ],
  'POST /api/zzxx/open/public/feedback': [
    `${M}/publishing/openAffairs/test/board.http.test.ts`,
    'a board and its pages show what is published within its public days',
  ],
  'GET /api/verify/paper': [`${M}/kernel/verify/test/verify.http.test.ts`, 'one whose paper is gone read the same'],
  'POST /api/sys/user/changePwd': [
    `${M}/kernel/safeCenter/test/retrieval.http.test.ts`,
    'a new password or phone from an administrator, and a stop, end a retrieval on its way',
  ],
  'POST /api/zzsh/ballot/cast': [
    `${M}/procedures/ballot/test/ballot.http.test.ts`,
    'void: what was voted goes with it',
  ],
  'GET /api/fzdy/public/publicity/{code}': [
    `${M}/procedures/recruitment/test/steps.http.test.ts`,
    'the page of its code shows what was fixed and no number',
  ],
  'POST /api/fzdy/public/publicity/objection': [
    `${M}/procedures/recruitment/test/steps.http.test.ts`,
    'the page of its code shows what was fixed and no number',
  ],
};

/** Calls that stand on nothing which somebody was given: what whoever comes in proves there and then, and what everybody reads. */
const STANDS_ALONE: Readonly<Record<string, string>> = {
  'GET /api/app/package': 'everybody’s: the package for phones',
  'GET /api/basePlatform/checkTicket': 'a sign-in: the other platform says who comes, the account is asked for then',
  'GET /api/basePlatform/getParams': 'everybody’s: where the other platform is',
  'GET /api/captchaImage': 'everybody’s: a picture check',
  'GET /api/ehb/login/checkCode': 'a sign-in: the other platform says who comes, the account is asked for then',
  'GET /api/ehb/login/getUrl': 'everybody’s: where to sign in',
  'GET /api/getFrontEndConfig': 'everybody’s: what the page is called',
  'GET /api/login/wechat/getUrl': 'everybody’s: where to sign in',
  'GET /api/mobileLoginByCode': 'a sign-in: the code is sent to the phone of the account, which is asked for then',
  'GET /api/sys/config/getByType': 'everybody’s: settings of the login page',
  'GET /api/sys/question/getByIdCardNo': 'a retrieval’s first step: answers nothing about anybody',
  'GET /api/yzm/check': 'says whether a code of this browser is right; opens nothing',
  'GET /api/yzm/isVerification': 'everybody’s: whether weak passwords ask for a code',
  'POST /api/connect/qrConnect/getQrCode': 'makes the code that getQrCodeStatus redeems',
  'POST /api/dfgl/pay/notify/{id}':
    'the provider’s signature over these very bytes; an order that is paid is booked whoever left',
  'POST /api/dj/config/getYMConfigByKey': 'everybody’s: settings of the login page',
  'POST /api/login': 'a sign-in by password',
  'POST /api/login/appCode': 'a sign-in: the other platform says who comes, the account is asked for then',
  'POST /api/login/secondFactor': 'the second step of a sign-in, within minutes; the account is asked for again',
  'POST /api/login/thirdToken': 'a sign-in: the other platform says who comes, the account is asked for then',
  'POST /api/login/wechat': 'a sign-in: WeChat says who comes, the account is asked for then',
  'POST /api/test/login': 'whether a name and password would do; opens nothing',
  'POST /api/yzm/send': 'sends a code to the phone of an account that is enabled',
  'POST /api/zzgx/exchange': 'the partner’s signature over these very bytes, as long as it is a partner',
  'PUT /api/sys/question/unLoginCheck': 'a retrieval’s step, ended by changePwd alone',
};

test('every call without a session is of a kind that is known here: what stands behind it is asked for at each use', () => {
  const walked = Object.values(KINDS).flatMap(({ calls }) => calls);
  const known = [...new Set([...walked, ...Object.keys(SHOWN), ...Object.keys(STANDS_ALONE)])].sort();
  expect(known).toEqual([...PUBLIC_CALLS, ...SCREEN_CALLS].sort());
  for (const [call, [path, title]] of Object.entries(SHOWN)) expect(readFileSync(path, 'utf8'), call).toContain(title);
});

test.each(Object.keys(KINDS))('%s: gives nothing once what stood behind it was taken', async (name) => {
  const kind = KINDS[name] as Kind;
  let use = await kind.make();
  expect(await use(), 'as it was made').toBe(true);
  for (const [what, { take, back }] of Object.entries(kind.takings())) {
    await sql`delete from rate_window`.execute(t.db);
    if (kind.once) use = await kind.make();
    await take();
    expect(await use(), `without ${what}`).toBe(false);
    await back();
    if (!kind.once) expect(await use(), `${what} given back`).toBe(true);
  }
});
