import { MEMBER_RECORDS } from '#people/member/contract.records.ts';
import { faultsOf as conditionFaults, type MemberQuery } from '#people/member/rules/query.ts';
import { columnFaults, type OwnColumn } from '../rules.own.ts';

/** A column while it is put together: others are named by their keys, so that they may be moved. */
export type DraftColumn =
  | { key: string; kind: 'count'; title: string; query: MemberQuery }
  | { key: string; kind: 'share'; title: string; of: string; among: string };

const RECORD_KINDS = MEMBER_RECORDS.map(({ kind }) => kind);

/** Stored columns as drafts; alike whenever they are read, since what was typed is compared with them when it comes back. */
export function draftOf(columns: readonly OwnColumn[]): DraftColumn[] {
  const keys = columns.map((_column, at) => `stored ${at + 1}`);
  return columns.map((column, at) => {
    const key = keys[at] ?? '';
    if (column.kind === 'count') return { key, ...column };
    return { key, kind: 'share', title: column.title, of: keys[column.of] ?? '', among: keys[column.among] ?? '' };
  });
}

/** Drafts as they are sent; a share of a column that is gone names none. */
export function writtenColumns(columns: readonly DraftColumn[]): OwnColumn[] {
  const placeOf = (wanted: string) =>
    Math.max(
      0,
      columns.findIndex(({ key }) => key === wanted),
    );
  return columns.map((column) =>
    column.kind === 'count'
      ? { kind: 'count', title: column.title.trim(), query: column.query }
      : { kind: 'share', title: column.title.trim(), of: placeOf(column.of), among: placeOf(column.among) },
  );
}

/** What is wrong with drafts, by the same names as the server's. */
export function faultsOfDraft(columns: readonly DraftColumn[]): Record<string, string> {
  const faults = columnFaults(writtenColumns(columns));
  columns.forEach((column, at) => {
    if (column.title.trim() === '') faults[`columns.${at}.title`] = '请输入栏目名称';
    if (column.kind === 'share') {
      const isThere = (wanted: string) => columns.some(({ key, kind }) => key === wanted && kind === 'count');
      if (!isThere(column.of) || !isThere(column.among)) faults[`columns.${at}.of`] = '请选择两个人数栏';
      return;
    }
    for (const [path, fault] of Object.entries(conditionFaults(column.query, RECORD_KINDS)))
      faults[path ? `columns.${at}.query.${path}` : `columns.${at}.query`] ??= fault;
  });
  return faults;
}
