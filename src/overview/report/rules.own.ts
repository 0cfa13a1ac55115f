import { z } from 'zod';
import { conditionsOf, memberQuery } from '#people/member/rules/query.ts';
import { required } from '#platform/contract.ts';

/** The version in which columns are written now; a stored report of another version is told, never read halfway. */
export const OWN_VERSION = 1;
/** Columns of one report. */
export const MOST_COLUMNS = 20;
/** Reports that one organisation keeps. */
export const MOST_REPORTS = 100;

/** Who is counted at all. */
export const PEOPLE = { members: '党籍正常的正式党员和预备党员', roll: '名册上的全部人员' } as const;
export type People = keyof typeof PEOPLE;

const title = required(20, '栏目名称');
/** People of whom the conditions hold. */
const counted = z.strictObject({ kind: z.literal('count'), title, query: memberQuery });
/** One column as a share of another, by their places from 0. */
const share = z.strictObject({
  kind: z.literal('share'),
  title,
  of: z
    .int()
    .min(0)
    .max(MOST_COLUMNS - 1),
  among: z
    .int()
    .min(0)
    .max(MOST_COLUMNS - 1),
});
/** A column of an own report. */
export const ownColumn = z.discriminatedUnion('kind', [counted, share]);
export type OwnColumn = z.output<typeof ownColumn>;

export const ownColumns = z.array(ownColumn).min(1, '请至少设一栏').max(MOST_COLUMNS, `最多${MOST_COLUMNS}栏`);

/** The columns as they are kept. */
export const keptColumns = z.strictObject({ v: z.literal(OWN_VERSION), columns: ownColumns });

/**
 * What is wrong among columns, by their places: names that stand twice, shares of what is no number of people, conditions on the
 * organisation, which the rows already are.
 */
export function columnFaults(columns: readonly OwnColumn[]): Record<string, string> {
  const faults: Record<string, string> = {};
  columns.forEach((column, at) => {
    if (columns.findIndex((other) => other.title === column.title) < at) faults[`columns.${at}.title`] = '栏目名称重复';
    if (column.kind === 'share') {
      const isCount = (place: number) => columns[place]?.kind === 'count';
      if (!isCount(column.of) || !isCount(column.among)) faults[`columns.${at}.of`] = '占比的两栏都应是人数栏';
      else if (column.of === column.among) faults[`columns.${at}.of`] = '请选两个不同的栏';
      return;
    }
    for (const { path, condition } of conditionsOf(column.query))
      if (condition.field === 'orgId') faults[`columns.${at}.query.${path}`] = '报表已按党组织分行，条件里不再选党组织';
  });
  if (columns.every(({ kind }) => kind === 'share')) faults.columns = '请至少设一个人数栏';
  return faults;
}

const OWN = /^own-([1-9]\d{0,17})$/;
/** The key of an own report, where a fixed one has its name. */
export const ownKey = (id: string): string => `own-${id}`;
/** The id of the own report that a key names; undefined: it names a fixed one. */
export const ownIdOf = (key: string): string | undefined => OWN.exec(key)?.[1];
/** The page on which a new one is put together, and that of an own one's design. */
export const ADD_OWN = '/decisionSupport/own/add';
export const editOwn = (id: string): string => `/decisionSupport/own/${id}/edit`;
