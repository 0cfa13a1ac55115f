import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchBytes, pdf, upload } from '#kernel/files/test/factory.ts';
import { createColumn, mergeColumn } from '#publishing/news/contract.columns.ts';
import { getNews, homeArticles, listNews } from '#publishing/news/contract.read.ts';
import {
  auditArticle,
  createArticle,
  getArticle,
  moveArticle,
  recallArticle,
  restoreArticle,
  submitArticle,
  updateArticle,
  withdrawArticle,
} from '#publishing/news/contract.ts';
import { serveOpenArticles } from '#publishing/news/server/openPage.ts';
import { publishDue } from '#publishing/news/server/service/steps.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

/** Walks of this run; a soak takes thousands. */
const WALKS = Number(process.env.WALKS ?? 6);
const STEPS = 24;
const SEED = Number(process.env.SEED ?? 19);
/** Columns that ask for an approval: open without signing in, and not. */
const OPEN = '1';
const CLOSED = '3';

let t: TestApp;
let committee: Caller;
let branch: Caller;
let admin: Caller;
let readers: Record<'inside' | 'outside', Caller>;
const app = Fastify();
beforeAll(async () => {
  t = await startTestApp();
  serveOpenArticles(app, t.services);
  const [above, own, member, volunteer, root] = await Promise.all([
    t.as('committeeWorker'),
    t.as('branchWorker'),
    t.as('member'),
    t.as('volunteer'),
    t.as('admin'),
  ] as const);
  admin = root;
  committee = above;
  branch = own;
  readers = { inside: member, outside: volunteer };
});
afterAll(async () => {
  await app.close();
  await t.close();
});

function randomFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

interface Text {
  title: string;
  audience: 'below' | 'all';
  /** Its attachment: another one with each text. */
  file: string;
}
/** What a naive reading says of one article: what is worked on, what was approved, what readers have. */
interface Model {
  id: string;
  state: 'draft' | 'sent' | 'returned' | 'waiting' | 'shown' | 'withdrawn';
  work: Text;
  waits: boolean;
  approved: Text | null;
  shown: Text | null;
  over: boolean;
  column: string;
}

let count = 0;
async function text(audience: Text['audience']): Promise<Text> {
  count++;
  const file = await upload(t, branch, `附件${count}.pdf`, pdf(600, SEED + count));
  return { title: `试文${SEED}号第${count}稿`, audience, file: file.data.id };
}
const body = ({ title }: Pick<Text, 'title'>) => `<p>正文${title}的内容。</p>`;
const tomorrow = () => new Date(Date.now() + 32 * 3600_000).toISOString().slice(0, 16).replace('T', ' ');

async function version(id: string): Promise<number> {
  return (await branch.call(getArticle, { id })).data.version;
}

type Act = (m: Model, random: (below: number) => number) => Promise<void>;
const good = (answer: { code: number; text: string }) => expect(answer.code, answer.text).toBe(200);

const ACTS: Readonly<Record<string, Act>> = {
  async edit(m, random) {
    const { file, ...work } = await text(random(2) ? 'all' : 'below');
    const waits = random(3) === 0;
    const column = random(3) === 0 ? (m.column === OPEN ? CLOSED : OPEN) : m.column;
    const answer = await branch.call(updateArticle, {
      id: m.id,
      version: await version(m.id),
      columnId: column,
      kind: 'article',
      content: body(work),
      note: '更正',
      ...work,
      files: [file],
      ...(waits ? { publishAt: tomorrow() } : {}),
    } as never);
    // A correction takes what readers have nowhere else before it is approved.
    const takes = m.shown !== null && column !== m.column;
    if (takes || !['draft', 'returned', 'shown', 'withdrawn'].includes(m.state))
      return void expect(answer.code).not.toBe(200);
    good(answer);
    Object.assign(m, { work: { ...work, file }, waits, column, state: 'draft' });
  },
  async send(m) {
    const answer = await branch.call(submitArticle, { id: m.id, version: await version(m.id), heeded: true });
    if (m.state !== 'draft' && m.state !== 'returned') return void expect(answer.code).not.toBe(200);
    good(answer);
    m.state = 'sent';
  },
  async agree(m) {
    const answer = await committee.call(auditArticle, { id: m.id, version: await version(m.id), agree: true });
    if (m.state !== 'sent') return void expect(answer.code).not.toBe(200);
    good(answer);
    m.approved = m.work;
    if (m.waits) m.state = 'waiting';
    else Object.assign(m, { state: 'shown', shown: m.work, over: false });
  },
  async sendBack(m) {
    const input = { id: m.id, version: await version(m.id), agree: false, opinion: '改' };
    const answer = await committee.call(auditArticle, input);
    if (m.state !== 'sent') return void expect(answer.code).not.toBe(200);
    good(answer);
    m.state = 'returned';
  },
  async recall(m) {
    const answer = await branch.call(recallArticle, { id: m.id });
    if (m.state !== 'sent' && m.state !== 'waiting') return void expect(answer.code).not.toBe(200);
    good(answer);
    m.state = 'draft';
  },
  async early() {
    await publishDue(t.services);
  },
  async hour(m) {
    await sql`update archive_article set publish_at = now() - interval '1 second' where id = ${m.id} and state = 3`.execute(
      t.db,
    );
    await publishDue(t.services);
    if (m.state === 'waiting') Object.assign(m, { state: 'shown', shown: m.work, over: false, waits: false });
  },
  async withdraw(m) {
    const answer = await branch.call(withdrawArticle, { ids: [m.id], reason: '撤' });
    if (m.shown === null) return void expect(answer.code).not.toBe(200);
    good(answer);
    m.shown = null;
    if (m.state === 'shown') m.state = 'withdrawn';
  },
  async restore(m) {
    const answer = await branch.call(restoreArticle, { id: m.id });
    if (m.state !== 'withdrawn') return void expect(answer.code).not.toBe(200);
    good(answer);
    Object.assign(m, { state: 'shown', shown: m.approved });
  },
  async move(m) {
    const to = m.column === OPEN ? CLOSED : OPEN;
    const answer = await branch.call(moveArticle, { id: m.id, columnId: to });
    // What was approved for readers who sign in is not opened to everybody by its writer.
    const opens = to === OPEN && m.shown?.audience === 'all';
    if (m.state === 'sent' || opens) return void expect(answer.code).not.toBe(200);
    if (answer.code === 200) m.column = to;
  },
  // A column of its own, which is then merged: never into one that everybody reads, for nobody has approved that.
  async merge(m) {
    const name = `并入的栏目${++count}`;
    const made = await admin.call(createColumn, { name, kind: 'article', approval: true } as never);
    good(made);
    const { id } = made.data;
    const moved = await branch.call(moveArticle, { id: m.id, columnId: id });
    const intoOpen = await admin.call(mergeColumn, { id, intoId: OPEN });
    if (m.state === 'sent') {
      expect(moved.code).not.toBe(200);
      return good(intoOpen);
    }
    good(moved);
    expect(intoOpen.code).not.toBe(200);
    good(await admin.call(mergeColumn, { id, intoId: CLOSED }));
    m.column = CLOSED;
  },
  async expire(m) {
    await sql`update archive_version set shown_until = current_date - 2 where article_id = ${m.id}`.execute(t.db);
    await sql`update archive_article set shown_until = current_date - 2 where id = ${m.id} and state in (4, 5)`.execute(
      t.db,
    );
    if (m.approved) m.over = true;
  },
};

/** What lists are found by (`archive_shown`) is what the shown versions say, row by row. */
async function lookAtLists(trail: string): Promise<void> {
  const kept = sql`select for_org, article_id, kind, column_id, org_id, sort_at, shown_until from archive_shown`;
  const said = sql`
    select distinct for_org, a.id, a.kind, a.column_id, a.org_id, a.sort_at, v.shown_until
      from archive_article a join archive_version v on v.article_id = a.id and v.number = a.shown_number
     cross join unnest(case v.audience when 'all' then array[0::bigint] when 'below' then array[a.org_id] else v.audience_orgs end) as for_org
     where a.deleted_at is null and a.kind <> 'notice'`;
  const { rows } = await sql`(${kept} except ${said}) union all (${said} except ${kept})`.execute(t.db);
  expect(rows, `${trail}: what lists are found by`).toEqual([]);
}

/** What everybody gets by every way, against what the model says. */
async function readAll(m: Model, trail: string): Promise<void> {
  const shown = m.over ? null : m.shown;
  await lookAtLists(trail);
  for (const [where, who] of Object.entries(readers)) {
    const due = shown && (where === 'inside' || shown.audience === 'all') ? shown.title : null;
    const one = await who.call(getNews, { id: m.id });
    expect(one.code === 200 ? one.data.title : null, `${trail}: page of ${where}`).toBe(due);
    const listed = (await who.call(listNews, { pageSize: 50 })).rows.find((row: { id: string }) => row.id === m.id);
    expect(listed?.title ?? null, `${trail}: list of ${where}`).toBe(due);
    const inColumn = (await who.call(listNews, { columnId: m.column, pageSize: 50 })).rows.find(
      (row: { id: string }) => row.id === m.id,
    );
    expect(inColumn?.title ?? null, `${trail}: column of ${where}`).toBe(due);
    for (const file of new Set([m.work.file, m.approved?.file ?? m.work.file])) {
      const { headers } = await fetchBytes(t, who, `/api/common/download?fileName=${file}`);
      const isGiven = String(headers['content-type']).includes('pdf');
      expect(isGiven, `${trail}: file of ${where}`).toBe(due !== null && shown?.file === file);
    }
    const home = (await who.call(homeArticles, {})).data.find((row: { id: string }) => row.id === m.id);
    if (home) expect(home.title, `${trail}: home of ${where}`).toBe(due);
    for (const title of new Set([m.work.title, m.approved?.title ?? m.work.title])) {
      const found = (await who.call(listNews, { keyWords: title })).rows.some((row: { id: string }) => row.id === m.id);
      expect(found, `${trail}: search of ${where} for ${title}`).toBe(due === title);
    }
  }
  const { rows } = await sql<{ token: string }>`select token from archive_article where id = ${m.id}`.execute(t.db);
  // Every reading comes from an address of its own: it is what is read that is asked here.
  const open = await app.inject({
    url: `/p/${rows[0]?.token}`,
    remoteAddress: `10.${count % 250}.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
  });
  const isOpen = shown !== null && shown.audience === 'all' && m.column === OPEN;
  expect(open.statusCode === 200, `${trail}: open page`).toBe(isOpen);
  if (isOpen) expect(open.payload, `${trail}: open page`).toContain(shown.title);
}

test('walks: nobody ever gets what was not approved, early, after withdrawal or outside its audience', async () => {
  const random = randomFrom(SEED);
  for (let walk = 0; walk < WALKS; walk++) {
    const work = await text(random(2) ? 'all' : 'below');
    const { file, ...said } = work;
    const made = await branch.call(createArticle, {
      orgId: ORGS.branchA11.id,
      columnId: OPEN,
      kind: 'article',
      content: body(work),
      ...said,
      files: [file],
    } as never);
    good(made);
    const m: Model = {
      ...{ id: made.data.id, state: 'draft', work, waits: false, approved: null, shown: null, over: false },
      column: OPEN,
    };
    const names = Object.keys(ACTS);
    // What leads on is taken more often, so that walks come far.
    const likely = [...names, 'send', 'send', 'agree', 'agree', 'agree', 'hour'];
    const steps: string[] = [];
    for (let step = 0; step < STEPS; step++) {
      const name = likely[random(likely.length)] ?? 'send';
      steps.push(name);
      await ACTS[name]?.(m, random);
      await readAll(m, `walk ${walk} of seed ${SEED}, ${steps.join(' ')}`);
    }
    await sql`update archive_article set deleted_at = now() where id = ${m.id}`.execute(t.db);
  }
}, 600_000);
