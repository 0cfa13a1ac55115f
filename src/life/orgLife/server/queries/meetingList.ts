import { type RawBuilder, sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { COLUMNS, FROM, type MeetingRecord } from './meeting.ts';
import { isSummed, meetingSums } from './sums.ts';

/** The views of the list, each a condition. */
const VIEWS = {
  running: sql<boolean>`m.cancelled_at is null and m.state = 1 and m.held_on = ${dbToday}`,
  toSubmit: sql<boolean>`m.cancelled_at is null and m.state in (0, 1, 2) and m.ends_at < now()`,
  returned: sql<boolean>`m.cancelled_at is null and m.state = 4`,
  toReview: sql<boolean>`m.cancelled_at is null and m.state = 3`,
  archived: sql<boolean>`m.state = 5`,
  cancelled: sql<boolean>`m.cancelled_at is not null`,
  late: sql<boolean>`m.late_entry and m.cancelled_at is null`,
} as const;
export type MeetingView = keyof typeof VIEWS;

export interface MeetingFilter {
  view: MeetingView | null;
  type: number | null;
  state: number | null;
  from: string | null;
  to: string | null;
  keyWords: string | null;
}

/** The condition of a list: of its filters (`base`, of which the views are counted), and of its view besides. */
export function meetingConditions(scope: Scope, filter: MeetingFilter) {
  const parts: RawBuilder<unknown>[] = [within(scope, 'm.org_code'), sql`o.deleted_at is null`];
  if (filter.type) parts.push(sql`(m.type = ${filter.type} or m.also_type = ${filter.type})`);
  if (filter.state !== null) parts.push(sql`m.state = ${filter.state} and m.cancelled_at is null`);
  if (filter.from) parts.push(sql`m.held_on >= ${filter.from}`);
  if (filter.to) parts.push(sql`m.held_on <= ${filter.to}`);
  if (filter.keyWords) parts.push(textHolds(sql`m.title`, filter.keyWords));
  const base = sql.join(parts, sql` and `);
  return { base, where: filter.view ? sql`${base} and ${VIEWS[filter.view]}` : base };
}

const PLAIN = sql`life_meeting m join organisation o on o.id = m.org_id`;

/** What the sums of a subtree say of the views, and which views are few enough to be counted. */
const SUMMED = { archived: '5', toReview: '3', returned: '4', cancelled: 'x' } as const;
const FEW = ['running', 'toSubmit', 'late'] as const;

type ViewCounts = Partial<Record<MeetingView, number>> & { all: number };

/** How many each view of a list holds. Of a whole subtree without filters the database keeps them. */
async function countViews(db: Db, scope: Scope, filter: MeetingFilter): Promise<ViewCounts> {
  const { base } = meetingConditions(scope, filter);
  const counting = async <N extends string>(views: readonly (readonly [N, RawBuilder<boolean>])[]) => {
    const columns = views.map(
      ([name, condition]) =>
        sql`(select count(*)::int from ${PLAIN} where ${base} and ${condition}) as ${sql.ref(name)}`,
    );
    const { rows } = await sql<Record<N, number>>`select ${sql.join(columns)}`.execute(db);
    return rows[0] ?? ({} as Record<N, number>);
  };
  const { type, state, from, to, keyWords } = filter;
  if (isSummed(scope) && type === null && state === null && !from && !to && !keyWords) {
    const [sums, few] = await Promise.all([
      meetingSums(db, scope),
      counting(FEW.map((name) => [name, VIEWS[name]] as const)),
    ]);
    const kept = Object.fromEntries(Object.entries(SUMMED).map(([name, of]) => [name, sums.get(of) ?? 0]));
    return { ...kept, ...few, all: [...sums.values()].reduce((sum, n) => sum + n, 0) };
  }
  // Each view by itself: all but the archived ones are few, and have an index of their own.
  const { open, ...views } = await counting([
    ...(Object.entries(VIEWS) as [MeetingView, RawBuilder<boolean>][]),
    ['open', sql<boolean>`m.state <> 5`] as const,
  ]);
  return { ...views, all: open + views.archived };
}

/** Pages that begin further on than so many rows may be read from the end. */
const FAR = 2000;

/** A page of meetings of the scope, the latest first, with how many each view holds. */
export async function pageOfMeetings(db: Db, scope: Scope, filter: MeetingFilter, limit: number, offset: number) {
  const { where } = meetingConditions(scope, filter);
  const totalIn = (counts: ViewCounts) => (filter.view ? (counts[filter.view] ?? 0) : counts.all);
  const counting = countViews(db, scope, filter);
  const total = offset > FAR ? totalIn(await counting) : null;
  // What lies nearer to the end is found from there.
  const rest = total === null || offset < total / 2 ? null : Math.min(limit, total - offset);
  const chosen =
    rest === null
      ? sql`order by m.held_on desc, m.id desc limit ${limit} offset ${offset}`
      : sql`order by m.held_on, m.id limit ${Math.max(0, rest)} offset ${Math.max(0, (total ?? 0) - offset - rest)}`;
  const [page, counts] = await Promise.all([
    // The rows are chosen first: what is read of a row besides is not read of those that are passed over.
    sql<MeetingRecord>`select ${COLUMNS} from ${FROM} where m.id in (select m.id from ${PLAIN} where ${where} ${chosen})
      order by m.held_on desc, m.id desc`.execute(db),
    counting,
  ]);
  return { rows: page.rows, total: totalIn(counts), counts };
}
