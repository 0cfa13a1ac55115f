import { createHash } from 'node:crypto';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { plainLines } from '#platform/text/richText.ts';
import { fileIdsIn } from '#platform/text/richTextRules.ts';
import type * as contract from '../contract.device.ts';
import type { PlayedItem, Programme } from '../contract.device.ts';
import type { Part } from '../rules.device.ts';
import { minuteOf, type Rule, WHOLE_DAY } from '../rules.plays.ts';
import { masked, partsOf, rowsOf } from './contents.ts';
import type { Terminal } from './queries/device.ts';
import { noteReach } from './queries/insert.ts';
import * as queries from './queries/programme.ts';
import type { ShownRow } from './queries/shown.ts';

/** Seconds of one content where nobody has written a programme. */
const DEFAULT_SECONDS = 12;
/** Seconds of one of several words or greetings that are put in at the same time. */
const TAKEOVER_SECONDS = 20;

const ALWAYS = { groups: null, weekdays: [], fromOn: null, toOn: null, fromMinute: 0, toMinute: WHOLE_DAY };
const HOURS = { fromAt: null, toAt: null };

const later = (a: string | null, b: string | null) => (a === null || (b !== null && b > a) ? b : a);
const earlier = (a: string | null, b: string | null) => (a === null || (b !== null && b < a) ? b : a);

/** What a screen is asked about: a terminal, or a group at its organisation. */
export type Screen = Pick<
  Terminal,
  | 'name'
  | 'place'
  | 'orgId'
  | 'orgCode'
  | 'orgName'
  | 'groupId'
  | 'opens'
  | 'closes'
  | (`shows${string}` & keyof Terminal)
>;

/** Everything that plays on a screen: rules with their items, without files. */
async function collect(
  db: Db,
  of: Screen,
): Promise<{ rules: Rule[]; rows: Map<string, { part: PlayedItem['part']; row: ShownRow }> }> {
  const rules: Rule[] = [];
  const rows = new Map<string, { part: PlayedItem['part']; row: ShownRow }>();
  const kept = new Map<string, Promise<ShownRow[]>>();
  const add = (part: PlayedItem['part'], row: ShownRow) => {
    const id = `${part}:${row.id}`;
    rows.set(id, { part, row });
    return id;
  };
  const greetings = new Map<string, Promise<queries.GreetingRow[]>>();
  const greetingsOf = (orgId: string) => {
    const found = greetings.get(orgId) ?? queries.comingGreetings(db, orgId);
    greetings.set(orgId, found);
    return found;
  };
  // Who visits has hours of the own, and takes no turn.
  const contents = (orgId: string, part: Part): Promise<ShownRow[]> => {
    const key = `${part}:${orgId}`;
    const found =
      kept.get(key) ??
      (part === 'welcome'
        ? greetingsOf(orgId).then((all) => all.filter(({ visitFrom }) => visitFrom === ''))
        : rowsOf(db, part, orgId).then((all) => all.map(masked)));
    kept.set(key, found);
    return found;
  };
  const daysOf = (row: ShownRow) =>
    'startsOn' in row ? (row as queries.GreetingRow) : { startsOn: null, endsOn: null };
  const slots = await queries.slotsOfScreen(db, of.groupId, of.orgCode);
  for (const slot of slots) {
    const all = await contents(slot.orgId, slot.part);
    for (const row of slot.rowId === null ? all : all.filter(({ id }) => id === slot.rowId)) {
      const { startsOn, endsOn } = daysOf(row);
      rules.push({
        ...HOURS,
        id: `${slot.id}:${row.id}`,
        level: slot.level,
        item: add(slot.part, row),
        seconds: slot.seconds,
        groups: slot.level === 'must' ? null : [slot.groupId],
        weekdays: slot.weekdays === '' ? [] : slot.weekdays.split(',').map(Number),
        fromOn: later(slot.fromOn, startsOn),
        toOn: earlier(slot.toOn, endsOn),
        fromMinute: slot.fromTime === '' ? 0 : minuteOf(slot.fromTime),
        toMinute: slot.toTime === '' ? WHOLE_DAY : minuteOf(slot.toTime),
      });
    }
  }
  if (!slots.some(({ level }) => level === 'loop'))
    for (const part of partsOf(of))
      for (const row of await contents(of.orgId, part)) {
        const { startsOn: fromOn, endsOn: toOn } = daysOf(row);
        const item = add(part, row);
        rules.push({ ...ALWAYS, ...HOURS, id: item, level: 'loop', item, seconds: DEFAULT_SECONDS, fromOn, toOn });
      }
  if (of.showsWelcome)
    for (const row of await greetingsOf(of.orgId)) {
      if (row.visitFrom === '') continue;
      const hours = { fromMinute: minuteOf(row.visitFrom), toMinute: minuteOf(row.visitTo) };
      const days = { fromOn: row.startsOn, toOn: row.endsOn };
      const item = add('welcome', row);
      rules.push({
        ...ALWAYS,
        ...HOURS,
        ...days,
        ...hours,
        id: `v${row.id}`,
        level: 'visit',
        item,
        seconds: TAKEOVER_SECONDS,
      });
    }
  for (const { id, words, orgName, fromAt, toAt } of await queries.insertsOver(db, of.orgCode)) {
    const item = add('insert', { id, title: words, note: orgName, day: '', text: '', html: '', files: '', person: '' });
    const times = { fromAt: fromAt.getTime(), toAt: toAt.getTime() };
    rules.push({ ...ALWAYS, ...times, id: `i${id}`, level: 'insert', item, seconds: TAKEOVER_SECONDS });
  }
  return { rules, rows };
}

const namesOf = ({ files, html }: ShownRow) => [...new Set([...files.split(',').filter(Boolean), ...fileIdsIn(html)])];

/** Rules and titles of what a screen plays, for whoever asks why. */
export async function plannedOf(db: Db, of: Screen): Promise<{ rules: Rule[]; titles: Map<string, string> }> {
  const { rules, rows } = await collect(db, of);
  return { rules, titles: new Map([...rows].map(([id, { row }]) => [id, row.title])) };
}

/** All that a screen needs to play by itself, and its version: it changes with whatever is seen. */
export async function programmeOf(db: Db, of: Screen): Promise<{ programme: Programme; hash: string }> {
  const { rules, rows } = await collect(db, of);
  const files = await queries.filesById(
    db,
    [...rows.values()].flatMap(({ row }) => namesOf(row)),
  );
  const items = [...rows].map(
    ([id, { part, row }]): PlayedItem => ({
      id,
      part,
      title: row.title,
      note: row.note,
      day: row.day,
      // Words alone: a television shows no page.
      text: row.html === '' ? row.text : (plainLines(row.html) ?? ''),
      html: '',
      files: namesOf(row).flatMap((file) => files.get(file) ?? []),
    }),
  );
  const programme: Programme = {
    deviceName: of.name,
    place: of.place,
    orgName: of.orgName,
    group: of.groupId,
    opens: of.opens,
    closes: of.closes,
    rules,
    items,
  };
  return { programme, hash: createHash('sha256').update(JSON.stringify(programme)).digest('hex') };
}

interface KnownFiles {
  until: number;
  ids: Set<string>;
}
const knownFiles = new Map<string, KnownFiles>();
const KNOWN_MS = 10_000;
const MOST_KNOWN = 2000;

/** The files of a screen's programme; read again after ten seconds, since a film is read in hundreds of parts. */
export async function filesOfProgramme(db: Db, of: Terminal): Promise<Set<string>> {
  const key = `${of.id}:${of.binding}`;
  const known = knownFiles.get(key);
  if (known && known.until > Date.now()) return known.ids;
  const { rows } = await collect(db, of);
  const ids = new Set([...rows.values()].flatMap(({ row }) => namesOf(row)));
  if (knownFiles.size >= MOST_KNOWN) knownFiles.clear();
  knownFiles.set(key, { until: Date.now() + KNOWN_MS, ids });
  return ids;
}

/** Which 插播 are among what a screen says that it plays or has played. */
export const insertsIn = (said: readonly { item: string; fromAt: number | null }[]) =>
  said.flatMap(({ item, fromAt }) => {
    const id = /^insert:([1-9]\d{0,17})$/.exec(item)?.[1];
    return id === undefined ? [] : [{ insertId: id, shownAt: fromAt }];
  });

/** Keeps what a screen played while the line was away, and now. */
export async function keepPlays(
  ctx: Ctx,
  { rows }: ParsedOf<typeof contract.postPlays>,
): Promise<ReplyOf<typeof contract.postPlays>> {
  if (rows.length > 0) await queries.addPlays(ctx.db, ctx.device.id, rows);
  await noteReach(ctx.db, ctx.device.id, insertsIn(rows));
  return { kept: Math.max(0, ...rows.map(({ number }) => number)) };
}
