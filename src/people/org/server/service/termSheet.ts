import { checkTerm, faultOfSize } from '#people/org/rules.office.ts';
import {
  columnFault,
  lackingTermHeads,
  readTermHeads,
  readTermLine,
  TERM_SHEET,
  type TermLine,
  termTemplate,
} from '#people/org/rules.termSheet.ts';
import { faultOfLine, type SheetColumn, type SheetFault } from '#platform/records/recordSheet.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import type { FoundOwner } from '#platform/server/records/import.ts';
import type { CheckedLine, SheetBatch, SheetKind } from '#platform/server/records/sheets.ts';
import { redact } from '#platform/server/secrecy/redact.ts';
import type { Line } from '#platform/server/spreadsheet/encrypted.ts';
import * as office from '../queries/office.ts';
import * as queries from '../queries/termSheet.ts';
import { checkOrder, insertChecked, nextNumber, removeLockedTerm } from './office.ts';
import { findOrgs } from './sheetOrgs.ts';

/** Terms as a sheet: a line is one of the leadership; the lines of an organisation and a day of election are a term. */
export const termSheet: SheetKind = {
  decides: null,
  ...TERM_SHEET,
  template: async () => termTemplate,
  known: ['党组织名称', '当选日期', '党内职务', '姓名'],
  read: readTermHeads,
  lacking: lackingTermHeads,
  check,
  undo,
};

type Owner = NonNullable<FoundOwner['owner']>;
/** A line with its organisation and its person; `faults` grows while the sheet is checked. */
interface Entry extends TermLine {
  owner: Owner | undefined;
  /** Who leads; a fault where nobody is found. */
  leader: queries.Leader | { fault: SheetFault };
  state: CheckedLine['state'];
}
interface NewTerm {
  owner: Owner;
  fields: Omit<office.TermFields, 'years'>;
  posts: office.TermPost[];
}

async function check(ctx: Ctx, columns: readonly SheetColumn[], lines: readonly Line[], lock: boolean) {
  const day = await todayOf(ctx.db);
  const read = lines.map(({ cells }) => readTermLine(columns, cells, day));
  const owners = await findOrgs(ctx, read, lock);
  const leaders = await leadersOf(ctx, read, owners);
  const entries = read.map((one, at): Entry => {
    const { owner, faults } = owners[at] ?? { owner: undefined, faults: [] };
    const leader = leaders[at] ?? { fault: faultOfLine('') };
    return { ...one, faults: [...one.faults, ...faults], owner, leader, state: 'bad' };
  });
  const ids = new Set(entries.flatMap(({ owner }) => (owner ? [owner.id] : [])));
  const found = await office.termsOf(ctx.db, [...ids], { isCurrent: false, name: undefined, phase: undefined });
  const standing = Map.groupBy(found, ({ orgId }) => orgId);
  const dated = entries.filter(({ owner, electedOn }) => owner && electedOn !== '');
  const terms = [...Map.groupBy(dated, ({ owner, electedOn }) => `${electedOn} ${owner?.id}`)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const sizes = await queries.sizesOf(ctx.db, [...ids]);
  // The earliest comes first: the last of an organisation's, if none that stands is later, will be its current one.
  const last = new Map(terms.map(([, team]) => [team[0]?.owner?.id, team]));
  const fresh: NewTerm[] = [];
  for (const [, team] of terms) {
    const owner = team[0]?.owner;
    if (!owner) continue;
    const old = standing.get(owner.id) ?? [];
    const isCurrent = last.get(owner.id) === team && old.every((one) => one.electedOn < (team[0]?.electedOn ?? ''));
    const term = judge(owner, team, old, fresh, day, isCurrent ? sizes.get(owner.id) : undefined);
    if (term) fresh.push(term);
  }
  const checked = entries.map(
    ({ said, faults, state }, at): CheckedLine => ({
      line: lines[at] as Line,
      name: said.orgName ?? '',
      faults,
      state,
    }),
  );
  return { lines: checked, write: (batch: SheetBatch) => write(ctx, fresh, batch) };
}

/**
 * Says of each line of one term what it is; answers the term where it is to be written. `size` is that of an organisation whose
 * current term it will be: to a term long past nobody can add members any more.
 */
function judge(
  owner: Owner,
  team: Entry[],
  standing: readonly office.TermRecord[],
  fresh: readonly NewTerm[],
  day: string,
  size: { type: number; full: number } | undefined,
): NewTerm | null {
  const [first] = team;
  if (!first) return null;
  const whole = wholeOf(team);
  const there = standing.find(({ number, electedOn }) => number === whole.number || electedOn === whole.electedOn);
  if (there) {
    const same = team.every(({ faults }) => faults.length === 0) && isSame(there, whole, team);
    for (const one of team) {
      if (same) one.state = 'same';
      else
        one.faults.push(
          columnFault('number', `第${there.number}届（${there.electedOn}）已经登记，内容不同，请到届次里修改`),
        );
    }
    return null;
  }
  if (whole.method === '') first.faults.push(columnFault('method', '请填写'));
  for (const { post, name, leader, faults } of team) {
    if (post === '') faults.push(columnFault('post', '请填写'));
    if (name === '') faults.push(columnFault('name', '请填写'));
    else if ('fault' in leader) faults.push(leader.fault);
  }
  const others = [...standing, ...fresh.filter((one) => one.owner.id === owner.id).map(({ fields }) => fields)];
  const fields = { ...whole, number: whole.number ?? nextNumber(others) };
  const posts = team.flatMap(({ leader, post, votes }) =>
    'fault' in leader ? [] : [{ memberId: leader.id, name: leader.name, post, votes }],
  );
  if (team.every(({ faults }) => faults.length === 0)) {
    const wrong: Record<string, string> = { ...checkTerm({ ...fields, posts }, day), ...checkOrder(fields, others) };
    const small = size ? faultOfSize(size.type, size.full, posts) : '';
    if (small) wrong.posts ??= small;
    for (const [field, text] of Object.entries(wrong)) first.faults.push(columnFault(field as 'posts', text));
  }
  const isGood = team.every(({ faults }) => faults.length === 0);
  for (const one of team) {
    if (isGood) one.state = 'new';
    else if (one.faults.length === 0) one.faults.push(faultOfLine('同一届的其他行有误，改好后一起导入'));
  }
  return isGood ? { owner, fields, posts } : null;
}

/** What is said of the term as a whole, by whichever of its lines; a line that says otherwise has a fault. */
function wholeOf(team: readonly Entry[]) {
  const common = <K extends 'number' | 'method' | 'entitled' | 'present' | 'remark'>(field: K): TermLine[K] => {
    const isSaid = (one: Entry) => one[field] !== null && one[field] !== '';
    const stated = team.find(isSaid) ?? (team[0] as Entry);
    for (const one of team) {
      if (isSaid(one) && one[field] !== stated[field]) one.faults.push(columnFault(field, '同一届的各行应一致'));
    }
    return stated[field];
  };
  return {
    number: common('number'),
    electedOn: team[0]?.electedOn ?? '',
    method: common('method'),
    entitled: common('entitled'),
    present: common('present'),
    remark: common('remark'),
  };
}

/** Whether a term stands just so, with the same people in the same posts; who left since is known by the name. */
function isSame(term: office.TermRecord, whole: ReturnType<typeof wholeOf>, team: readonly Entry[]): boolean {
  const key = (post: string, name: string, votes: number | null) => `${post} ${queries.plainName(name)} ${votes ?? ''}`;
  const cell = (text: string) => text.replace(/\s+/g, ' ').trim();
  const posts = team.filter(({ post, name }) => post !== '' || name !== '');
  const led = new Set(term.posts.map(({ memberId }) => memberId));
  return (
    (whole.number ?? term.number) === term.number &&
    whole.electedOn === term.electedOn &&
    whole.method === term.method &&
    whole.entitled === term.entitled &&
    whole.present === term.present &&
    [cell(term.remark), redact(cell(term.remark))].includes(whole.remark) &&
    posts.every(({ idCard, leader }) => idCard === null || ('id' in leader && led.has(leader.id))) &&
    posts
      .map((one) => key(one.post, one.name, one.votes))
      .toSorted()
      .join() ===
      term.posts
        .map((one) => key(one.post, one.name, one.votes))
        .toSorted()
        .join()
  );
}

/** Who each line means: by the id card within the scope, else by the name within the organisation and below. */
async function leadersOf(
  ctx: Ctx,
  lines: readonly TermLine[],
  owners: readonly FoundOwner[],
): Promise<(queries.Leader | { fault: SheetFault })[]> {
  const indexes = lines.map(({ idCard }) => (idCard === null ? null : ctx.vault.index('id_card', idCard)));
  const indexByHex = new Map(indexes.flatMap((index) => (index ? [[index.toString('hex'), index] as const] : [])));
  const carded = await queries.fullByCard(ctx.db, ctx.scope, [...indexByHex.values()]);
  const byCard = new Map(carded.map((one) => [one.index.toString('hex'), one]));
  const place = (at: number) => `${owners[at]?.owner?.orgCode} ${queries.plainName(lines[at]?.name ?? '')}`;
  const wanted = new Map(
    lines.flatMap(({ name, idCard }, at) => {
      const code = owners[at]?.owner?.orgCode;
      return code && name !== '' && idCard === null ? [[place(at), { code, name }] as const] : [];
    }),
  );
  const named = await queries.fullByName(ctx.db, ctx.scope, [...wanted.values()]);
  const byName = Map.groupBy(named, ({ code, plain }) => `${code} ${plain}`);
  return lines.map(({ name, idCard }, at) => {
    if (idCard !== null) {
      const one = byCard.get(indexes[at]?.toString('hex') ?? '');
      if (!one) return { fault: columnFault('idCardNo', '您管理的范围内没有这个身份证号的正式党员') };
      if (queries.plainName(one.name) === queries.plainName(name)) return one;
      return { fault: columnFault('name', `与登记的“${one.name}”不一致`) };
    }
    const [one, ...more] = byName.get(place(at)) ?? [];
    if (!one) return { fault: columnFault('name', `该组织范围内没有名叫“${name}”的正式党员，在别处的请填身份证号`) };
    if (more.length > 0) return { fault: columnFault('name', `有${more.length + 1}名同名的正式党员，请填身份证号`) };
    return one;
  });
}

/** Writes the terms that are new, the earliest first. */
async function write(ctx: Ctx, fresh: readonly NewTerm[], batch: SheetBatch): Promise<void> {
  for (const { owner, fields, posts } of fresh) {
    const org = await office.lockTermOrg(ctx.db, ctx.scope, owner.id);
    if (org) await insertChecked(ctx, { ...org, id: owner.id }, fields, posts, batch);
  }
}

async function undo(ctx: Ctx, batch: SheetBatch): Promise<number> {
  let removed = 0;
  for (const { id, orgId } of await queries.termsWritten(ctx.db, ctx.scope, batch.id)) {
    // The organisation before the term, as whoever writes a term holds them.
    const org = await office.lockTermOrg(ctx.db, ctx.scope, orgId);
    const term = org && (await office.findTerm(ctx.db, ctx.scope, id, true));
    if (term?.version !== 1) continue;
    await removeLockedTerm(ctx, term, `撤销导入 ${batch.fileName}`);
    removed += term.posts.length;
  }
  return removed;
}
