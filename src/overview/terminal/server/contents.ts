import { shownName } from '#overview/screen/rules.wall.ts';
import type { Db } from '#platform/server/database/db.ts';
import { PART_NAMES, type Part } from '../rules.device.ts';
import { listShownRows } from './doors.ts';
import type { Terminal } from './queries/device.ts';
import { type ShownRow, shownRows } from './queries/shown.ts';

/** Which parts a terminal shows, in their order. */
export const partsOf = (of: Pick<Terminal, `shows${string}` & keyof Terminal>): Part[] => {
  const shows: Readonly<Record<Part, boolean>> = {
    publicity: of.showsPublicity,
    welcome: of.showsWelcome,
    honor: of.showsHonor,
    event: of.showsEvent,
    media: of.showsMedia,
    study: of.showsEdu,
    book: of.showsEdu,
    vote: of.showsVote,
    life: of.showsLife,
  };
  return PART_NAMES.filter((part) => shows[part]);
};

/** The rows of a part, at most as many as a screen shows. */
export const rowsOf = (db: Db, part: Part, orgId: string): Promise<ShownRow[]> =>
  part === 'vote' || part === 'life' ? listShownRows(db, part, orgId) : shownRows(db, part, orgId);

/** A row without anybody's full name: of whom it speaks stands by the surname, in its words as well. */
export function masked(row: ShownRow): ShownRow {
  if (row.person === '') return row;
  const bare = (text: string) => text.replaceAll(row.person, shownName(row.person));
  const note = [shownName(row.person), row.note].filter(Boolean).join('，');
  return { ...row, title: bare(row.title), note, text: bare(row.text) };
}
