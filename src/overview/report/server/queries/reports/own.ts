import type { RawBuilder } from 'kysely';
import { type OwnColumn, ownKey, PEOPLE, type People } from '#overview/report/rules.own.ts';
import { countPeople, type MemberFilter, NOBODY_LEFT_OUT } from '#people/member/server/index.ts';
import { shareOf } from '#platform/text/share.ts';
import { type Column, childLength, indexByPlace, type Report } from '../../kit.ts';
import { peopleList } from './people.ts';

/** A column whose conditions have been looked up. */
export type CountedColumn =
  | { kind: 'count'; title: string; text: string; condition: RawBuilder<boolean> }
  | Extract<OwnColumn, { kind: 'share' }>;

const BASE = {
  members: { ...NOBODY_LEFT_OUT, categories: [1, 2], membershipStatus: 1 },
  roll: NOBODY_LEFT_OUT,
} satisfies Readonly<Record<People, MemberFilter>>;

const nameOf = (at: number) => `c${at}`;

/** A report of people by conditions: each column is a condition, or the share of one column in another. */
export function peopleReport(id: string, people: People, columns: readonly CountedColumn[]): Report {
  const counted = columns.flatMap((column, at) => (column.kind === 'count' ? [{ key: nameOf(at), ...column }] : []));
  // `also`: conditions of their own do not bring in whoever has left the roll.
  const parts = Object.fromEntries(
    counted.map(({ key, condition }): [string, MemberFilter] => [key, { ...BASE[people], also: [condition] }]),
  );
  return {
    key: ownKey(id),
    words: [
      `统计范围：${PEOPLE[people]}，按今天的名册；满足多栏条件的人在各栏都计。`,
      ...counted.map(({ title, text }) => `${title}：${text}。`),
      ...columns.flatMap((column) =>
        column.kind === 'share'
          ? [`${column.title}：“${columns[column.of]?.title}”除以“${columns[column.among]?.title}”。`]
          : [],
      ),
    ],
    columns: columns.map((column, at): Column => {
      if (column.kind === 'count') return { key: nameOf(at), title: column.title, unit: 'people', listed: true };
      const { title, of, among } = column;
      return { key: nameOf(at), title, unit: 'percent', of: (row) => shareOf(row[nameOf(of)], row[nameOf(among)]) };
    }),
    count: async (question) =>
      indexByPlace(await countPeople(question.db, question.scope, childLength(question), BASE[people], parts)),
    list: peopleList(counted[0]?.key ?? '', (column) => parts[column] ?? BASE[people]),
  };
}
