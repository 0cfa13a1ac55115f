import { type RawBuilder, sql } from 'kysely';
import { evidenceOf, withdrawEvidence } from '#house/server/pointEvidence.ts';
import type { Db } from '#platform/server/database/db.ts';
import type { PointSource } from '#platform/server/module.ts';

/** Kinds of evidence; reading, liking and posting are none. */
const ADOPTED = 'archiveAdopted';
const SOLVED = 'circleSolved';
const adoptedSubject = (id: string) => `archiveArticle:${id}`;

/** Articles that somebody else approved and that are shown, as evidence of whoever drafted them. */
const adopted = (db: Db, which: RawBuilder<unknown>) =>
  evidenceOf(
    sql`
    select ${ADOPTED}, 'archiveArticle:' || a.id, m.id, m.org_id, m.org_code,
           (a.first_shown at time zone 'Asia/Shanghai')::date, 100, '文章被采用：' || v.title,
           '/newsInformation/' || a.kind || '/view/' || a.id
      from archive_article a
      join archive_column c on c.id = a.column_id and c.approval
      join archive_version v on v.article_id = a.id and v.number = a.shown_number
      join account x on x.id = a.author_id join member m on m.id = x.member_id and m.deleted_at is null
     where a.deleted_at is null and a.kind <> 'notice' and ${which}`,
    ['title'],
  ).execute(db);

/** Requests that were solved, as evidence of whoever was chosen to help. */
const solved = (db: Db, which: RawBuilder<unknown>) =>
  evidenceOf(
    sql`
    select ${SOLVED}, 'circlePost:' || p.id, m.id, m.org_id, m.org_code, p.solved_on, 100, '帮办' || p.name || '的求助',
           '/archive/circleFriendsView/' || p.id
      from circle_post p
      join account x on x.id = p.helper_id join member m on m.id = x.member_id and m.deleted_at is null
     where p.kind = 'help' and p.help_state = 2 and p.solved_on is not null and ${which}`,
    [],
  ).execute(db);

/** An article is shown, for the first time or again: its author's evidence stands. */
export const givePointsForArticle = (db: Db, id: string) => adopted(db, sql`a.id = ${id}`);
/** What was withdrawn gives nothing. */
export const takePointsOfArticle = (db: Db, id: string) => withdrawEvidence(db, [ADOPTED], [adoptedSubject(id)]);
/** A request is solved: the helper's evidence stands. */
export const givePointsForHelp = (db: Db, id: string) => solved(db, sql`p.id = ${id}`);

export const archivePointSources: readonly PointSource[] = [
  {
    code: ADOPTED,
    label: '文章被采用',
    unit: '件',
    link: '/newsInformation/article',
    takeUp: async (db) => Number((await adopted(db, sql`a.first_shown is not null`)).numAffectedRows ?? 0),
  },
  {
    code: SOLVED,
    label: '帮办求助',
    unit: '件',
    link: '/archive/helpcenter',
    takeUp: async (db) => Number((await solved(db, sql`true`)).numAffectedRows ?? 0),
  },
];
