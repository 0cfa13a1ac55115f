import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { MAX_ROWS, type Part } from '../../rules.device.ts';
import { isShared, type SharedPart } from '../../rules.share.ts';
import { hasGreetingState, ORDERS } from './content.ts';
import { idsTakenOver, isAbove } from './share.ts';

/** A row as a terminal shows it, before names are masked. */
export interface ShownRow {
  id: string;
  title: string;
  note: string;
  day: string;
  text: string;
  html: string;
  /** Ids by commas. */
  files: string;
  /** Of whom an honour speaks. */
  person: string;
}

interface Source {
  table: 'box_publicity' | 'box_welcome' | 'box_honor' | 'box_event' | 'box_media' | 'box_study' | 'box_book';
  columns: RawBuilder<unknown>;
  /** What is published. */
  stands: RawBuilder<unknown>;
  /** Everything in which the id of a file may stand. */
  names: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
}

const published = sql`t.state = 'published'`;
const none = sql`''`;
const columnsOf = (of: Partial<Record<Exclude<keyof ShownRow, 'id' | 'title'>, RawBuilder<unknown>>>) =>
  sql`t.id, t.title, ${of.note ?? none} as note, ${of.day ?? none} as day, ${of.text ?? none} as text,
      ${of.html ?? none} as html, ${of.files ?? none} as files, ${of.person ?? none} as person`;

/** Parts that hold rows of this module; what of votes and meetings is told comes by `listShownRows` (doors.ts). */
export type TablePart = Exclude<Part, 'vote' | 'life'>;

const SOURCES: Readonly<Record<TablePart, Source>> = {
  publicity: {
    table: 'box_publicity',
    columns: columnsOf({ note: sql`t.source`, html: sql`t.content`, files: sql`t.files` }),
    stands: published,
    names: sql`t.files || t.content`,
    order: sql`t.sort, t.id desc`,
  },
  welcome: {
    table: 'box_welcome',
    columns: columnsOf({ note: sql`t.visitors`, text: sql`t.content`, files: sql`t.background` }),
    stands: hasGreetingState('now'),
    names: sql`t.background`,
    order: ORDERS.welcome,
  },
  honor: {
    table: 'box_honor',
    columns: columnsOf({
      note: sql`t.giver`,
      day: sql`t.given_on::text`,
      text: sql`t.remark`,
      files: sql`t.pictures`,
      person: sql`case when t.kind = 'person' then t.receiver else '' end`,
    }),
    stands: published,
    names: sql`t.pictures`,
    order: ORDERS.honor,
  },
  event: {
    table: 'box_event',
    columns: columnsOf({
      note: sql`t.place`,
      day: sql`t.happened_on::text`,
      text: sql`t.content`,
      files: sql`t.pictures`,
    }),
    stands: published,
    names: sql`t.pictures`,
    order: ORDERS.event,
  },
  media: {
    table: 'box_media',
    columns: columnsOf({ text: sql`t.remark`, files: sql`t.files` }),
    stands: published,
    names: sql`t.files`,
    order: ORDERS.media,
  },
  study: {
    table: 'box_study',
    columns: columnsOf({ note: sql`t.source`, html: sql`t.content`, files: sql`t.files` }),
    stands: published,
    names: sql`t.files || t.content`,
    order: ORDERS.media,
  },
  book: {
    table: 'box_book',
    columns: columnsOf({
      note: sql`concat_ws('，', t.author, nullif(t.publisher, ''))`,
      text: sql`t.intro`,
      files: sql`concat_ws(',', nullif(t.cover, ''), nullif(t.content, ''))`,
    }),
    stands: published,
    names: sql`t.cover || t.content`,
    order: ORDERS.media,
  },
};

/** What an organisation's terminals show of a part: its own, and what it has taken over from above; there and published. */
const shown = (part: TablePart, orgId: string) => {
  const { table, stands } = SOURCES[part];
  const own = sql`select id from ${sql.table(table)} where org_id = ${orgId} and deleted_at is null`;
  // By ids: an "or" over both would read the whole table at every question of every screen.
  const ids = isShared(part) ? sql`${own} union ${idsTakenOver(part, orgId)}` : own;
  const whose = isShared(part) ? sql`(t.org_id = ${orgId} or ${isAbove(orgId)})` : sql`t.org_id = ${orgId}`;
  return sql`from ${sql.table(table)} t join organisation o on o.id = t.org_id and o.deleted_at is null
    where t.id in (${ids}) and ${whose} and t.deleted_at is null and ${stands}`;
};

/** The own rows stand before those from above. */
const orderOf = (part: TablePart, orgId: string) => sql`t.org_id <> ${orgId}, ${SOURCES[part].order}`;

/** How many rows a part has, and a stamp that changes with them. */
export async function summaryOf(db: Db, part: TablePart, orgId: string): Promise<{ count: number; stamp: string }> {
  const order = orderOf(part, orgId);
  const { rows } = await sql<{ count: number; stamp: string }>`
    select count(*)::int as count, coalesce(md5(string_agg(t.id || '.' || t.version, ',' order by ${order})), '') as stamp
      ${shown(part, orgId)}`.execute(db);
  return rows[0] ?? { count: 0, stamp: '' };
}

/** The rows of a part in their order, at most `MAX_ROWS`. */
export async function shownRows(db: Db, part: TablePart, orgId: string): Promise<ShownRow[]> {
  const { columns } = SOURCES[part];
  const { rows } = await sql<ShownRow>`
    select ${columns} ${shown(part, orgId)} order by ${orderOf(part, orgId)} limit ${MAX_ROWS}`.execute(db);
  return rows;
}

/** One published row by itself, wherever it lies; the caller has asked whether it may be read. */
export async function oneRow(db: Db, part: SharedPart, id: string): Promise<ShownRow | undefined> {
  const { table, columns, stands } = SOURCES[part];
  const { rows } = await sql<ShownRow>`
    select ${columns} from ${sql.table(table)} t where t.id = ${id} and t.deleted_at is null and ${stands}`.execute(db);
  return rows[0];
}

/** Whether a file stands in a row that is shown in a part now. */
export async function isShown(db: Db, part: TablePart, orgId: string, rowId: string, fileId: string): Promise<boolean> {
  const { rows } = await sql`
    select ${shown(part, orgId)} and t.id = ${rowId} and strpos(${SOURCES[part].names}, ${fileId}) > 0`.execute(db);
  return rows.length > 0;
}

/** The part that the files of a kind belong to; undefined: none that a terminal shows. */
export const partOfKind = (kind: string): TablePart | undefined => {
  const parts: Readonly<Record<string, TablePart>> = {
    'noun.boxPublicity': 'publicity',
    'noun.boxWelcome': 'welcome',
    'noun.boxHonor': 'honor',
    'noun.boxEvent': 'event',
    'noun.boxMedia': 'media',
    'noun.boxStudy': 'study',
    'noun.boxBook': 'book',
  };
  return parts[kind];
};
