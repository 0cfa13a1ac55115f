import { createHash } from 'node:crypto';
import { cleanHtml, plainText } from '#platform/text/richText.ts';
import { daysOf, NATURES, PARTY_TYPES, periodsDueIn, periodText } from '#publishing/openAffairs/rules.ts';
import * as todos from '#publishing/openAffairs/server/todos.ts';
import type { Account } from './accounts.ts';
import type { Row } from './copy.ts';
import { addDays } from './days.ts';
import type { Post } from './leaders.ts';
import { ITEM, table, WRITTEN, type Written } from './openTexts.ts';
import type { Org } from './org.ts';
import { makeRandom, type Random } from './random.ts';

const SEED = 20_261_155;
const WORKER = 3;
/** Days after the end of its period within which an item is published (the catalogue's own). */
const DUE = { dues: 15, accounts: 10 } as const;

/** Rows of 三务公开, each in the order of its ids; `starts` says from which day on an item is owed. */
export interface OpenAffairs {
  starts: readonly { item: number; on: string }[];
  affairs: Row[];
  versions: Row[];
  feedback: Row[];
  todos: Row[];
}

interface Text {
  title: string;
  content: string;
  words: string;
}
interface Addition {
  org: Org;
  item: number;
  period: string;
  text: Text;
  /** The day of publishing, or of the last step. */
  on: string;
  publicDays: number;
  state: 'published' | NonNullable<Written['state']>;
  why?: string;
  before?: { text: Text; on: string; note: string };
  said?: readonly { by: number; on: string; repliedOn: string; text: string; reply?: string }[];
}

/**
 * What the demo's organisations have published: the dues of the last quarter of nearly all, the accounts of the last
 * month of villages and communities (in 江南街道 of three months), and what stands in openTexts.ts.
 */
export function makeOpenAffairs(
  orgs: readonly Org[],
  posts: readonly Post[],
  accounts: readonly Account[],
  today: string,
): OpenAffairs {
  const { quarter, month } = periodsDueIn(today.slice(0, 7));
  const months = [month];
  while (months.length < 3) months.unshift(periodsDueIn(months[0] ?? '').month);
  const random = makeRandom(SEED);
  const additions: Addition[] = [];
  for (const org of orgs) {
    // The branch worker's own branch owes its dues still, so that there is something to do.
    if (PARTY_TYPES.includes(org.type) && org.name !== '渡口第一党支部') {
      const text = duesOf(quarter, membersOf(org), random);
      additions.push(...regular(org, ITEM.dues, quarter, DUE.dues, 90, text, today));
    }
    if (!org.unit || !NATURES.finance.includes(org.unit.nature)) continue;
    for (const period of org.parent?.name === '江南街道党工委' ? months : [month]) {
      additions.push(...regular(org, ITEM.accounts, period, DUE.accounts, 60, accountsOf(period, random), today));
    }
  }
  additions.push(...WRITTEN.map((one) => byHand(one, orgs, today, quarter)));
  const secretaries = new Map(
    posts.filter(({ post }) => post === '书记').map(({ org, holder }) => [org, holder.person.name]),
  );
  const rows: OpenAffairs = {
    starts: [
      { item: ITEM.dues, on: daysOf(quarter)?.first ?? '' },
      { item: ITEM.accounts, on: daysOf(months[0] ?? '')?.first ?? '' },
    ],
    affairs: [],
    versions: [],
    feedback: [],
    todos: [],
  };
  for (const one of additions) write(rows, one, { accounts, secretaries, today });
  return rows;
}

const membersOf = (org: Org): number => org.members + org.children.reduce((sum, child) => sum + membersOf(child), 0);

/** What an organisation publishes again and again: most in time, some late, a few not at all. */
function regular(
  org: Org,
  item: number,
  period: string,
  dueDays: number,
  publicDays: number,
  text: Text,
  today: string,
): Addition[] {
  const last = daysOf(period)?.last ?? '';
  if (org.id % 61 === 7 || org.foundedOn > last) return [];
  const on = addDays(last, org.id % 37 === 5 ? dueDays + 3 : 2 + (org.id % (dueDays - 2)));
  return [{ org, item, period, text, on: on > today ? today : on, publicDays, state: 'published' }];
}

const yuan = (amount: number) => `${amount}元`;
const textOf = (title: string, html: string, words = plainText(html)): Text => ({ title, content: html, words });

function duesOf(quarter: string, members: number, random: Random): Text {
  const paid = members * random.int(60, 90);
  const handed = Math.round(paid * 0.4);
  const used = Math.round(paid * 0.35);
  const said = `本季度应交党费${members}人，实交${members}人。`;
  const rows = [
    ['项目', '金额'],
    ['收缴党费', yuan(paid)],
    ['上缴上级党组织', yuan(handed)],
    ['留存使用：购买学习资料', yuan(used)],
    ['本季度结余', yuan(paid - handed - used)],
  ];
  const words = `${said} ${rows.flat().join(' ')}`;
  return textOf(`${periodText(quarter)}党费收缴使用情况`, `<p>${said}</p>${table(rows)}`, words);
}

function accountsOf(month: string, random: Random): Text {
  const [rent, grant] = [random.int(30, 90) * 100, random.int(20, 80) * 100];
  const [service, cleaning, office] = [random.int(10, 40) * 100, random.int(8, 30) * 100, random.int(3, 15) * 100];
  const rows = [
    ['收支项目', '金额'],
    ['收入：集体资产租金', yuan(rent)],
    ['收入：上级拨付经费', yuan(grant)],
    ['支出：为民服务项目', yuan(service)],
    ['支出：保洁和维修', yuan(cleaning)],
    ['支出：办公水电', yuan(office)],
    ['本月结余', yuan(rent + grant - service - cleaning - office)],
  ];
  const said = '收支凭证经监督委员会逐笔审核，可到服务大厅查阅。';
  const words = `${rows.flat().join(' ')} ${said}`;
  return textOf(`${periodText(month)}财务收支`, `${table(rows)}<p>${said}</p>`, words);
}

function byHand(one: Written, orgs: readonly Org[], today: string, quarter: string): Addition {
  const org = orgs.find(({ name }) => name === one.org);
  if (!org) throw new Error(`no organisation ${one.org}`);
  const year = Number(today.slice(0, 4));
  const periods = { year: String(year), lastYear: String(year - 1), quarter };
  return {
    org,
    item: ITEM[one.item],
    period: one.period ? periods[one.period] : '',
    text: textOf(one.title, cleanHtml(one.html)),
    on: addDays(today, -one.ago),
    publicDays: one.days ?? 30,
    state: one.state ?? 'published',
    why: one.why,
    before: one.before && {
      text: textOf(one.title, cleanHtml(one.before.html)),
      on: addDays(today, -one.before.ago),
      note: one.before.note,
    },
    said: one.said?.map(({ ago, ...said }) => ({
      ...said,
      on: addDays(today, -ago),
      repliedOn: addDays(today, 1 - ago),
    })),
  };
}

interface People {
  accounts: readonly Account[];
  secretaries: ReadonlyMap<Org, string>;
  today: string;
}

/** Who works at an organisation or, where nobody does, is its secretary. */
function workerOf(org: Org, { accounts, secretaries }: People): { id: number | null; name: string } {
  const worker = accounts.find(({ grants }) => grants[0]?.roleId === WORKER && grants[0].org === org);
  return worker ?? { id: null, name: secretaries.get(org) ?? org.shortName };
}

/** Who approves: the nearest worker above. */
function approverOf(org: Org, people: People): string {
  for (let above = org.parent; above; above = above.parent) {
    const { id, name } = workerOf(above, people);
    if (id !== null) return name;
  }
  return workerOf(org, people).name;
}

function write(rows: OpenAffairs, one: Addition, people: People): void {
  const id = rows.affairs.length + 1;
  const { org, text, state } = one;
  const author = workerOf(org, people);
  const approver = approverOf(org, people);
  // What happened today happened in the night's first minutes, so that none lies ahead.
  const at = (day: string) => `${day}T${day === people.today ? '00:05' : '09:20'}:00+08:00`;
  const shown = state === 'published';
  const wasShown = shown || state === 'withdrawn';
  const texts = wasShown
    ? [...(one.before ? [{ ...one.before, note: '' }] : []), { text, on: one.on, note: one.before?.note ?? '' }]
    : [];
  rows.affairs.push({
    id,
    org_id: org.id,
    item_id: one.item,
    period: one.period,
    ...text,
    public_days: one.publicDays,
    state: state === 'returned' ? 'draft' : state,
    note: one.before?.note ?? '',
    opinion: state === 'returned' ? (one.why ?? '') : '',
    submitted_by: state === 'draft' ? null : author.id,
    submitted_at: state === 'draft' ? null : at(one.on),
    shown_number: shown ? texts.length : null,
    first_shown: texts[0]?.on ?? null,
    shown_from: wasShown ? one.on : null,
    shown_until: wasShown ? addDays(one.on, one.publicDays - 1) : null,
    withdrawn_for: state === 'withdrawn' ? (one.why ?? '') : '',
    // An address that says nothing, and the same in every demo.
    token: createHash('md5').update(`open ${id}`).digest('hex'),
    created_at: at(texts[0]?.on ?? one.on),
    created_by: author.name,
    updated_at: at(one.on),
    updated_by: author.name,
  });
  for (const [index, version] of texts.entries()) {
    rows.versions.push({
      affair_id: id,
      number: index + 1,
      ...version.text,
      public_days: one.publicDays,
      note: version.note,
      published_at: at(version.on),
      written_by: author.name,
      approved_by: approver,
    });
  }
  for (const { by, on, repliedOn, text: content, reply } of one.said ?? []) {
    rows.feedback.push({
      id: rows.feedback.length + 1,
      affair_id: id,
      account_id: by,
      name: people.accounts.find((account) => account.id === by)?.name ?? '',
      content,
      created_at: at(on),
      reply: reply ?? '',
      replied_by: reply ? author.name : '',
      replied_at: reply ? at(repliedOn) : null,
      version: reply ? 2 : 1,
    });
  }
  const todo = (to: Org, title: string, detail: string, act: string, subject: string) =>
    rows.todos.push({
      role_id: WORKER,
      org_id: to.id,
      org_code: to.code,
      module: todos.MODULE,
      title,
      detail,
      act,
      jump_url: todos.detailPath(String(id)),
      subject,
      created_at: at(one.on),
    });
  if (state === 'pending' && org.parent) {
    const subject = todos.decideSubject(String(id));
    todo(org.parent, `审批公开事项：${text.title}`, `${org.name}，${author.name}送审`, '审批', subject);
  }
  if (state === 'returned')
    todo(org, `修改后重新送审：${text.title}`, one.why ?? '', '修改', todos.fixSubject(String(id)));
  if (one.said?.some(({ reply }) => !reply)) {
    todo(org, `答复意见：${text.title}`, '有党员对公开事项提出意见', '答复', todos.answerSubject(String(id)));
  }
}
