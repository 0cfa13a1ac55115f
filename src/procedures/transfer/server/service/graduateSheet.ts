import { findOrg } from '#house/server/findOrg.ts';
import { idCardIndex } from '#people/member/server/rowMapper.ts';
import type { FileReply, ParsedOf, ReplyOf } from '#platform/contract.ts';
import { comparedName } from '#platform/reading/signs.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { parseFields } from '#platform/server/http/bind.ts';
import { readTable } from '#platform/server/spreadsheet/read.ts';
import { withSheet } from '#platform/server/spreadsheet/receive.ts';
import { bytesOf } from '#platform/server/spreadsheet/template.ts';
import { type SheetColumn, XLSX_MIME, xlsx } from '#platform/server/spreadsheet/write.ts';
import type * as contract from '#procedures/transfer/contract.graduates.ts';
import { graduationFields, type LineState, MOST_GRADUATES } from '#procedures/transfer/contract.graduates.ts';
import * as queries from '../queries/graduates.ts';
import { isWorker } from './lock.ts';

const HEADS = { id: '编号', name: '姓名', card: '身份证号', to: '接收党委全称', branch: '接收党支部' } as const;
type Head = keyof typeof HEADS;
const COLUMNS: SheetColumn[] = [
  { head: HEADS.id, width: 12, note: '不要改动，按它找到党员；自己做的表可以不要这一列' },
  { head: HEADS.name, width: 14 },
  { head: '所在党支部', width: 30 },
  { head: HEADS.card, width: 22, note: '没有编号、或有人重名时填' },
  { head: HEADS.to, width: 40, note: '如：中共沮阳市职教中心委员会；没有落实去向的留空，关系在校保留不超过两年' },
  { head: HEADS.branch, width: 30 },
];

/** The members of an organisation as a workbook, their destinations left open. */
export async function template(ctx: Ctx, { orgId }: ParsedOf<typeof contract.graduateTemplate>): Promise<FileReply> {
  const org = isWorker(ctx) ? await findOrg(ctx.db, ctx.scope, orgId) : undefined;
  if (!org) throw notFound('组织不存在');
  const people = await queries.membersBelow(ctx.db, ctx.scope, org.code, MOST_GRADUATES);
  const lines = people.map(({ id, name, orgName }) => [id, name, orgName, '', '', '']);
  return { name: '毕业生去向表.xlsx', mime: XLSX_MIME, body: await bytesOf(xlsx('毕业生去向', COLUMNS, lines)) };
}

interface ReadLine {
  rowNo: number;
  said: Record<Head, string>;
}

async function linesOf(table: AsyncIterable<string[]>): Promise<ReadLine[]> {
  let at: Record<Head, number> | null = null;
  const lines: ReadLine[] = [];
  let rowNo = 0;
  for await (const row of table) {
    rowNo++;
    const cells = row.map((cell) => cell.trim());
    if (!at) {
      const find = (head: string) => cells.findIndex((cell) => cell.replace(/[*＊\s]/g, '') === head);
      const found = Object.fromEntries(Object.entries(HEADS).map(([key, head]) => [key, find(head)])) as Record<
        Head,
        number
      >;
      if (found.to >= 0 && (found.id >= 0 || found.card >= 0 || found.name >= 0)) at = found;
      continue;
    }
    const places = at;
    const of = (head: Head) => (places[head] < 0 ? '' : (cells[places[head]] ?? '').replace(/\s+/g, ' '));
    const texts = {
      id: of('id'),
      name: of('name'),
      card: of('card').toUpperCase(),
      to: of('to'),
      branch: of('branch'),
    };
    // A row that names nobody is told like any other that fits nobody.
    if (Object.values(texts).every((text) => text === '')) continue;
    if (lines.length === MOST_GRADUATES) throw badInput({ file: `一份表最多${MOST_GRADUATES}行，请分成几份` });
    lines.push({ rowNo, said: texts });
  }
  if (!at) throw badInput({ file: `没有找到表头，需要有编号、身份证号或姓名，和${HEADS.to}` });
  if (lines.length === 0) throw badInput({ file: '表里没有毕业生' });
  return lines;
}

const MOST_NAME = 80;

/** Whom each line names, or why nobody; the id card is compared and not kept. */
async function matched(ctx: Ctx, lines: readonly ReadLine[]): Promise<queries.NewLine[]> {
  const ids = lines.flatMap(({ said }) => (/^[1-9]\d{0,17}$/.test(said.id) ? [said.id] : []));
  const index = (card: string) => idCardIndex(ctx.vault, card);
  const cards = lines.flatMap(({ said }) => (said.card === '' ? [] : [index(said.card)]));
  const names = lines.flatMap(({ said }) => (said.id === '' && said.card === '' ? [said.name] : []));
  const people = await queries.peopleNamed(ctx.db, ctx.scope, ids, cards, names);
  const byId = new Map(people.map((person) => [person.id, person]));
  const byCard = new Map(people.flatMap((person) => (person.card === null ? [] : [[person.card, person] as const])));
  const byName = Map.groupBy(people, ({ name }) => comparedName(name));
  const seen = new Set<string>();
  return lines.map(({ rowNo, said }) => {
    const named = byName.get(comparedName(said.name)) ?? [];
    const person =
      said.id !== ''
        ? byId.get(said.id)
        : said.card !== ''
          ? byCard.get(index(said.card).toString('hex'))
          : named.length === 1
            ? named[0]
            : undefined;
    const fault = (() => {
      if (!person && said.id === '' && said.card === '' && named.length > 1)
        return '管理范围内有人重名，请填写身份证号';
      if (!person) return '管理范围内没有这名党籍状态正常的党员';
      if (said.name !== '' && comparedName(said.name) !== comparedName(person.name))
        return `与登记的姓名“${person.name}”不一致`;
      if (seen.has(person.id)) return '表里已有这名党员';
      if (said.to === '' && said.branch !== '') return '填写了接收党支部，没有填写接收党委';
      if (said.to.length > MOST_NAME || said.branch.length > MOST_NAME) return `接收党组织的名称最多${MOST_NAME}个字`;
      return '';
    })();
    if (person && !fault) seen.add(person.id);
    const state: LineState = fault ? 'bad' : said.to === '' ? 'unplaced' : 'due';
    return {
      rowNo,
      name: (person?.name ?? said.name).slice(0, 60),
      memberId: person?.id ?? null,
      outsideName: said.to.slice(0, MOST_NAME),
      outsideBranch: said.branch.slice(0, MOST_NAME),
      state,
      note: fault,
    };
  });
}

/** Reads a sheet and keeps its lines; nothing is handed in yet. */
export const read = (ctx: Ctx): Promise<ReplyOf<typeof contract.readGraduates>> =>
  withSheet(ctx, async ({ bytes, fileName, texts }) => {
    if (!isWorker(ctx)) throw refuse('毕业生批量转出由党组织办理，本人请用“申请转接”');
    const { reason, graduatedOn } = parseFields(graduationFields, texts);
    const lines = await matched(ctx, await linesOf(readTable(bytes)));
    const { orgId, orgCode, accountName: by } = ctx.session;
    const id = await queries.insertSheet(ctx.db, { orgId, orgCode, fileName, reason, graduatedOn, by }, () => lines);
    ctx.audit({ type: 'relationGraduation', id, name: fileName, reason: `${lines.length}行` });
    return { id };
  });
