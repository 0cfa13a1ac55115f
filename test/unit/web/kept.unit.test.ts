import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emit } from '#platform/web/call/events.ts';
import { countDrafts, draftsOf, dropDraft, peekOf } from '#platform/web/kept/drafts.ts';
import { type KeptState, makeKeeper } from '#platform/web/kept/keeper.ts';
import { placeOfHash } from '#platform/web/kept/place.ts';
import { isSecretName } from '#platform/web/kept/secret.ts';
import { isHeldByPage, memoryShelf, shelfOfAccount } from '#platform/web/kept/shelf.ts';
import { type Visit, withVisit } from '#platform/web/shell/visits.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const NAME = 'account:/affairs/member/edit/7:';

function keeper(shelf = memoryShelf(), by = 'window one', more: { name?: string; limit?: number } = {}) {
  const states: KeptState[] = [];
  const { name = NAME, ...rest } = more;
  return { shelf, states, ...makeKeeper({ name, shelf, by, tell: (state) => states.push(state), ...rest }) };
}

test('what is typed is kept some moments later, whoever types without a pause as well', async () => {
  const one = keeper();
  for (const text of ['a', 'ab', 'abc']) {
    one.put(text, '');
    await vi.advanceTimersByTimeAsync(150);
  }
  expect((await one.read())?.text).toBe('ab');
  await vi.advanceTimersByTimeAsync(300);
  expect((await one.read())?.text).toBe('abc');
  expect(one.states.at(-1)).toBe('kept');
});

test('a page that is left writes at once what has not been written', async () => {
  const one = keeper();
  one.put('half a word', '');
  expect(await one.read()).toBe(null);
  await one.flush();
  expect(await one.read()).toMatchObject({ text: 'half a word', by: 'window one' });
});

test('whoever comes back while the last words are still being written finds them', async () => {
  const shelf = memoryShelf();
  const slow = {
    ...shelf,
    write: async (name: string, kept: Parameters<typeof shelf.write>[1]) => {
      await new Promise((done) => setTimeout(done, 200));
      await shelf.write(name, kept);
    },
  };
  const left = keeper(slow as never);
  left.put('the beginning', '');
  await vi.advanceTimersByTimeAsync(300);
  left.put('the beginning and the end', '');
  void left.flush();
  const again = keeper(slow as never).read();
  await vi.advanceTimersByTimeAsync(2000);
  expect((await again)?.text).toBe('the beginning and the end');
});

test('what was sent is gone, and stays gone when the page is left', async () => {
  const one = keeper();
  one.put('sent', '');
  await one.flush();
  await one.sent();
  await one.flush();
  expect(await one.read()).toBe(null);
  // What is typed on after sending is new.
  one.put('sent and more', '');
  await one.flush();
  expect((await one.read())?.text).toBe('sent and more');
});

test('what is on its way to the shelf while it is sent does not come back', async () => {
  const one = keeper();
  one.put('sent', '');
  const writing = one.flush();
  await Promise.all([writing, one.sent()]);
  expect(await one.read()).toBe(null);
});

test('whoever takes back all that was typed keeps nothing; what an earlier visit left stays', async () => {
  const earlier = keeper();
  earlier.put('earlier', '');
  await earlier.flush();
  const one = keeper(earlier.shelf, 'window two');
  one.put('typed', '');
  one.put(null, '');
  await one.flush();
  expect((await one.read())?.text).toBe('earlier');
});

test('accounts and matters do not see one another', async () => {
  const one = keeper();
  one.put('mine', '');
  await one.flush();
  expect(await keeper(one.shelf, 'window one', { name: 'other account:/affairs/member/edit/7:' }).read()).toBe(null);
  expect(await keeper(one.shelf, 'window one', { name: 'account:/affairs/member/edit/8:' }).read()).toBe(null);
});

test('of two windows with one form the last wins, and what the other typed stands beside it', async () => {
  const one = keeper();
  const two = keeper(one.shelf, 'window two');
  one.put('from one', '');
  await one.flush();
  two.put('from two', '');
  await two.flush();
  expect(await one.read()).toMatchObject({ text: 'from two', other: { text: 'from one' } });
  one.put('from one, more', '');
  await one.flush();
  expect(await one.read()).toMatchObject({ text: 'from one, more', other: { text: 'from two' } });
  // Sent here, the other one's is what is left.
  await one.sent();
  expect(await one.read()).toMatchObject({ text: 'from two' });
});

test('what was taken over from an earlier visit is written over and goes with what is sent', async () => {
  const before = keeper();
  before.put('before', '');
  await before.flush();
  const now = keeper(before.shelf, 'window two');
  const found = await now.read();
  expect(found).not.toBe(null);
  if (found) now.take(found);
  now.put('before and now', '');
  await now.flush();
  const kept = await now.read();
  expect(kept?.text).toBe('before and now');
  expect(kept?.other).toBe(undefined);
  await now.sent();
  expect(await now.read()).toBe(null);
});

test('what is not wanted is given up alone', async () => {
  const before = keeper();
  before.put('before', '');
  await before.flush();
  const now = keeper(before.shelf, 'window two');
  now.put('typed since', '');
  await now.flush();
  const { other } = (await now.read()) ?? {};
  expect(other?.text).toBe('before');
  if (other) await now.forget(other);
  expect(await now.read()).toMatchObject({ text: 'typed since' });
  expect((await now.read())?.other).toBe(undefined);
});

test('it says over which record it was typed', async () => {
  const one = keeper();
  one.put('text', 'version one');
  await one.flush();
  expect((await one.read())?.base).toBe('version one');
});

test('what is too much, or refused by the browser, is told as lost', async () => {
  const long = keeper(memoryShelf(), 'window one', { limit: 10 });
  long.put('12345678901', '');
  await long.flush();
  expect(long.states.at(-1)).toBe('lost');
  const full = memoryShelf();
  full.write = async () => {
    throw new Error('QuotaExceededError');
  };
  const refused = keeper(full);
  refused.put('text', '');
  await refused.flush();
  expect(refused.states.at(-1)).toBe('lost');
});

test('passwords, keys and codes are told by their names', () => {
  for (const name of ['password', 'newPassword', 'secrets.smsKey', 'privateKey', 'smsCode', 'answer1', 'appSecret'])
    expect(isSecretName(name), name).toBe(true);
  for (const name of ['secretaryName', 'name', 'keys', 'key', 'answers', 'reason', 'idCardNo'])
    expect(isSecretName(name), name).toBe(false);
});

test('a place is the path with the ids of its query, without the filters of a list', () => {
  expect(placeOfHash('#/affairs/member?keyWords=x&pageNum=3')).toBe('/affairs/member');
  expect(placeOfHash('#/affairs/x/add?orgId=7&keyWords=x&year=2026')).toBe('/affairs/x/add?orgId=7&year=2026');
  expect(placeOfHash('#/a?year=2026&orgId=7')).toBe(placeOfHash('#/a?orgId=7&year=2026'));
});

test('what lies in memory alone goes when somebody signs out, and is told before', async () => {
  const { shelf, outlivesPage } = shelfOfAccount(undefined);
  expect(outlivesPage).toBe(false);
  const one = makeKeeper({ name: NAME, shelf, by: 'window one' });
  one.put('typed by a resident', '');
  await one.flush();
  expect(isHeldByPage()).toBe(true);
  emit('signedOut');
  expect(isHeldByPage()).toBe(false);
  expect(await one.read()).toBe(null);
});

const ABOUT = {
  title: '编辑党员',
  dialog: '',
  crumbs: ['党员', '党员信息'],
  path: '/affairs/member/edit/7?tab=family',
  role: { key: '3:12', name: '党务工作者 渡口第一党支部' },
};

test('what is kept stands in the list of its account alone, the latest first, with its place and a sentence of it', async () => {
  const { shelf } = shelfOfAccount(undefined);
  const write = async (name: string, text: string, about?: typeof ABOUT) => {
    const one = makeKeeper({ name, shelf, by: 'window one' });
    one.put(text, '', about);
    await one.flush();
    await vi.advanceTimersByTimeAsync(1000);
  };
  await write('7:/affairs/member/edit/7:name', JSON.stringify({ values: { remark: '本人要求改名' } }), ABOUT);
  await write('7:/affairs/event:reason', JSON.stringify('会议推迟一周'));
  await write('77:/affairs/event:reason', JSON.stringify('别人写的'));
  expect(await draftsOf('7')).toMatchObject([
    { path: '/affairs/event', peek: '会议推迟一周' },
    { path: ABOUT.path, about: ABOUT, peek: '本人要求改名' },
  ]);
  expect(await countDrafts('7')).toBe(2);
  const [newest] = await draftsOf('7');
  if (newest) await dropDraft('7', newest);
  expect(await draftsOf('7')).toHaveLength(1);
  emit('signedOut');
});

test('a draft is recognised by its longest sentence, never by a number of somebody', () => {
  expect(peekOf(JSON.stringify({ name: '方志高', text: '<p>会议<b>推迟</b>一周</p>', tick: true }))).toBe(
    '会议 推迟 一周',
  );
  expect(peekOf(JSON.stringify({ values: { phone: '13900001111', who: '电话13900001111的人' } }))).toBe('');
  expect(peekOf(JSON.stringify('长'.repeat(50)))).toBe(`${'长'.repeat(40)}…`);
});

test('a page or record that is looked at again comes first, once; twenty are remembered', () => {
  const visit = (place: string, path = place) => ({ path, place, title: place, at: 0 });
  const many = Array.from({ length: 25 }, (_, at) => visit(`/${at}`)).reduce<readonly Visit[]>(withVisit, []);
  expect(many).toHaveLength(20);
  expect(many[0]?.place).toBe('/24');
  const again = withVisit(many, visit('/10', '/10?page=2'));
  expect(again[0]?.path).toBe('/10?page=2');
  expect(again.filter(({ place }) => place === '/10')).toHaveLength(1);
});
