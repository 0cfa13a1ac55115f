import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addPost,
  decidePost,
  getPost,
  homeHelp,
  morePosts,
  postsOfOrg,
  removePost,
} from '#publishing/news/contract.circle.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, PRINCIPALS, type Principal } from '../../../../test/support/fixture.ts';

/** Rounds of this run; a soak takes more. */
const ROUNDS = Number(process.env.WALKS ?? 5);
const SEED = Number(process.env.SEED ?? 19);

let t: TestApp;
const who = Object.keys(PRINCIPALS) as Principal[];
const callers = new Map<Principal, Caller>();
beforeAll(async () => {
  t = await startTestApp();
  for (const one of who) callers.set(one, await t.as(one));
});
afterAll(() => t.close());

function randomFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** A post as a naive reading knows it. */
interface Told {
  id: string;
  by: Principal;
  audience: string;
  isHelp: boolean;
  hidden: boolean;
  gone: boolean;
}
const placeOf = (one: Principal) => ORGS[PRINCIPALS[one].org].code;
const MODERATORS: readonly number[] = [1, 3];
const readsIt = (reader: Principal, post: Told) =>
  !post.gone && (post.by === reader || (!post.hidden && placeOf(reader).startsWith(post.audience)));
const decidesIt = (reader: Principal, post: Told) =>
  !post.gone && MODERATORS.includes(PRINCIPALS[reader].roleId) && placeOf(post.by).startsWith(placeOf(reader));
const call = (one: Principal) => callers.get(one) as Caller;
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort((a, b) => Number(b) - Number(a));

test('lists, the endless list, requests and pages hold what a naive reading says, nothing else', async () => {
  const random = randomFrom(SEED);
  const posts: Told[] = [];
  const writers = who.filter((one) => [2, 3, 6, 7].includes(PRINCIPALS[one].roleId));
  for (let round = 0; round < ROUNDS; round++) {
    for (let n = 0; n < 6; n++) {
      const by = writers[random(writers.length)] ?? 'member';
      const code = placeOf(by);
      const audience = code.slice(0, 4 * (1 + random(code.length / 4)));
      const org = Object.values(ORGS).find((one) => one.code === audience);
      const isHelp = random(3) === 0;
      const made = await call(by).call(addPost, {
        ...{ kind: isHelp ? 'help' : 'news', content: `第${posts.length}条` },
        audienceId: org?.id ?? '0',
      } as never);
      expect(made.code, made.text).toBe(200);
      posts.push({ id: made.data.id, by, audience, isHelp, hidden: false, gone: false });
    }
    for (let n = 0; n < 3; n++) {
      const post = posts[random(posts.length)];
      const moderator = who[random(who.length)] ?? 'admin';
      if (!post) continue;
      const hide = random(2) === 0;
      const answer = await call(moderator).call(decidePost, { id: post.id, hide, reason: '试' });
      const may = decidesIt(moderator, post) && post.by !== moderator;
      expect(answer.code === 200, `${moderator} decides about ${post.by}: ${answer.text}`).toBe(may);
      if (may) post.hidden = hide;
    }
    const post = posts[random(posts.length)];
    if (post && !post.gone && random(2)) {
      expect((await call(post.by).call(removePost, { id: post.id })).code).toBe(200);
      post.gone = true;
    }
    // Nobody is kept from the next round by how much was said in this one.
    await sql`update circle_post set created_at = created_at - interval '1 day'`.execute(t.db);
    for (const reader of who) {
      const due = ids(posts.filter((one) => readsIt(reader, one)));
      const why = `${reader}, round ${round} of seed ${SEED}`;
      const page = await call(reader).call(postsOfOrg, { pageSize: 100 });
      expect(ids(page.rows), `list of ${why}`).toEqual(due);
      expect(page.total, `total of ${why}`).toBe(due.length);
      const endless: string[] = [];
      for (let beforeId: string | undefined; ; ) {
        const part = (await call(reader).call(morePosts, { pageSize: 5, ...(beforeId ? { beforeId } : {}) })).rows;
        endless.push(...part.map(({ id }: { id: string }) => id));
        if (part.length < 5) break;
        beforeId = part.at(-1)?.id;
      }
      expect(endless, `endless list of ${why}`).toEqual(due);
      const open = posts.filter((one) => readsIt(reader, one) && one.isHelp && !one.hidden);
      expect(ids((await call(reader).call(homeHelp, { pageSize: 100 })).rows), `requests of ${why}`).toEqual(ids(open));
      for (const one of posts) {
        const may = readsIt(reader, one) || decidesIt(reader, one);
        expect((await call(reader).call(getPost, { id: one.id })).code, `${one.id} before ${why}`).toBe(
          may ? 200 : 404,
        );
      }
    }
  }
});
