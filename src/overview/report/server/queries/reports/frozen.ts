import { ANNUAL_TABLES, type AnnualTable, frozenKey } from '#overview/report/rules.annual.ts';
import { spanOf } from '#overview/report/rules.ts';
import type { Db } from '#platform/server/database/db.ts';
import { inScope, type Scope, workerScope } from '#platform/server/database/scope.ts';
import { notFound } from '#platform/server/errors.ts';
import { type LineNo, wayName, waysOf } from '#procedures/transfer/rules/balance.ts';
import type { List, Numbers, Report } from '../../kit.ts';
import { figuresOfThen, findHead, type PersonOfThen, pageOfThen, placesOfThen, type Which } from '../frozen.ts';
import { lineOf } from './countChange.ts';

const GONE = '没有这份年报，或还没有冻结';

const whichOf = (table: AnnualTable, keys: readonly string[], column: string): Which => {
  if (table === 'statisic') return { kind: 'mark', at: keys.indexOf(column) + 1 };
  const no = lineOf(column);
  const whole: Partial<Record<LineNo, Which>> = {
    1: { kind: 'before' },
    13: { kind: 'due' },
    14: { kind: 'after' },
    15: { kind: 'off' },
  };
  return whole[no] ?? { kind: 'ways', ways: waysOf(no) };
};

/** A person of then; who stands outside of the asker's scope by now is named, and nothing else is told of them. */
const rowOf = ({ id, name, birthDate, orgThen, orgNow, codeNow, way, sign, day }: PersonOfThen, sight: Scope) => {
  const isNear = codeNow !== null && inScope(sight, codeNow);
  const event = way ? `${wayName(way, sign)} ${day}` : sign === 1 ? '' : `${sign > 0 ? '多' : '少'}${Math.abs(sign)}`;
  return {
    id,
    href: isNear ? `/affairs/member/browse/${id}` : null,
    cells: [name, isNear ? (birthDate ?? '') : '', orgThen, event, isNear ? (orgNow ?? '') : '已不在本组织范围内'],
  };
};

/**
 * A table as it was frozen: head, organisations, figures and names of then. @param scope of whoever asks
 * @throws notFound of what was not frozen, or concerns others
 */
export async function frozenReport(
  db: Db,
  scope: Scope,
  freezeId: string,
  table: AnnualTable,
): Promise<{ report: Report; title: string }> {
  const head = await findHead(db, scope, freezeId, table);
  if (!head) throw notFound(GONE);
  const keys = head.columns.map(({ key }) => key);
  const numbers = (figures: readonly number[]): Numbers =>
    Object.fromEntries(keys.map((key, at) => [key, figures[at] ?? 0]));
  const list: List = {
    unit: 'people',
    first: table === 'statisic' ? 'all' : 'line14',
    columns: [
      { key: 'name', title: '姓名', width: 110 },
      { key: 'birthDate', title: '出生日期', width: 120, kind: 'day' },
      { key: 'orgThen', title: '当时的党支部', width: 240 },
      { key: 'event', title: '变动', width: 180 },
      { key: 'orgNow', title: '现在的党支部', width: 240 },
    ],
    async page({ db: reader, scope: within, org, sight }, column, limit, offset) {
      const place = { freezeId, scope: within, code: org.code };
      const found = await pageOfThen(reader, place, whichOf(table, keys, column), limit, offset);
      return { total: found.total, rows: found.rows.map((row) => rowOf(row, sight)) };
    },
  };
  const report: Report = {
    key: frozenKey(freezeId, table),
    asOf: head.closing,
    words: [
      `${head.orgName}${head.frozenAt}冻结（第${head.number}次，${head.frozenBy}）：数字、组织和名单都是当时的，以后更正档案不再改变。${
        head.thawedAt ? `${head.thawedAt}已解冻，留作对照。` : ''
      }`,
      ...head.words,
      ...(table === 'countChangeReport'
        ? ['撤销的增减在数字中相抵；名单列出原来的一行和撤销的一行，所以可能比数字多。']
        : []),
    ],
    columns: head.columns.map((column) => ({ ...column, listed: true })),
    async places(orgId) {
      const found = await placesOfThen(db, scope, freezeId, orgId);
      const span = spanOf(String(head.year));
      return found && span ? { ...found, scope: workerScope(found.org.code), span } : undefined;
    },
    async count({ db: reader, org, children }) {
      const found = await figuresOfThen(reader, freezeId, table, [org.id, ...children.map(({ id }) => id)]);
      const whole = found.get(org.id);
      const byCode = new Map(children.map(({ id, code }) => [code, numbers(found.get(id)?.figures ?? [])]));
      // Of the balance no organisation has a part of its own: transfers between those below cancel in the sum alone.
      if (children.length === 0) byCode.set(org.code, numbers(whole?.figures ?? []));
      else if (table === 'statisic') byCode.set(org.code, numbers(whole?.own ?? []));
      return { byCode, total: numbers(whole?.figures ?? []) };
    },
    list,
  };
  return { report, title: `${head.year}年${ANNUAL_TABLES[table]}（已冻结）` };
}
