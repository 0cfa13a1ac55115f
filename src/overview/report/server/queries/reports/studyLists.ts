import {
  pageOfPublished,
  pageOfUsers,
  pageOfUses,
  type UsePart,
  type UserPart,
} from '#learning/education/server/index.ts';
import type { Unit } from '#overview/report/rules.ts';
import type { ColumnList } from '../../kit.ts';

export const minutesOf = (seconds: string | number | null | undefined): number => Math.round(Number(seconds ?? 0) / 60);

/** What has been published, by the column that counts it. @param unit of one */
export const published = (
  unit: Unit,
  of: readonly string[],
  whatOf: (column: string) => 'video' | 'document' | 'required',
): ColumnList => ({
  of,
  unit,
  first: of[0] ?? '',
  columns: [
    { key: 'title', title: '名称', width: 360 },
    { key: 'orgName', title: '发布组织', width: 260 },
    { key: 'minutes', title: '片长（分钟）', width: 110, kind: 'number' },
  ],
  async page({ db, scope }, column, limit, offset) {
    const found = await pageOfPublished(db, scope, whatOf(column), limit, offset);
    return {
      total: found.total,
      rows: found.rows.map(({ id, title, orgName, seconds }) => ({
        id,
        href: null,
        cells: [title, orgName, seconds === null ? '' : String(minutesOf(seconds))],
      })),
    };
  },
});

/** Who used what, a row for each use. */
export const used = (parts: readonly UsePart[]): ColumnList => ({
  of: parts,
  unit: 'persons',
  first: parts[0] ?? '',
  columns: [
    { key: 'name', title: '姓名', width: 110 },
    { key: 'branch', title: '党支部', width: 280 },
    { key: 'title', title: '名称', width: 300 },
    { key: 'minutes', title: '时长（分钟）', width: 110, kind: 'number' },
  ],
  async page({ db, scope, span }, column, limit, offset) {
    const part = parts.find((one) => one === column) ?? parts[0] ?? 'readings';
    const found = await pageOfUses(db, scope, part, Number(span.value), limit, offset);
    return {
      total: found.total,
      rows: found.rows.map((row) => ({
        id: row.id,
        href: `/affairs/member/browse/${row.memberId}`,
        cells: [row.name, row.branch, row.title, String(minutesOf(row.seconds))],
      })),
    };
  },
});

/** Who used anything, each once. */
export const users = (part: UserPart): ColumnList => ({
  of: ['people'],
  unit: 'people',
  first: 'people',
  columns: [
    { key: 'name', title: '姓名', width: 110 },
    { key: 'branch', title: '党支部', width: 300 },
    { key: 'n', title: part === 'readers' ? '读过（篇）' : '看过（部）', width: 110, kind: 'whole' },
    { key: 'minutes', title: '时长（分钟）', width: 110, kind: 'number' },
  ],
  async page({ db, scope, span }, _column, limit, offset) {
    const found = await pageOfUsers(db, scope, part, Number(span.value), limit, offset);
    return {
      total: found.total,
      rows: found.rows.map((row) => ({
        id: row.id,
        href: `/affairs/member/browse/${row.memberId}`,
        cells: [row.name, row.branch, String(row.n), String(minutesOf(row.seconds))],
      })),
    };
  },
});
