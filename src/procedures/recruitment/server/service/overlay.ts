import { revealMember } from '#people/member/contract.reveal.ts';
import { membersOf } from '#people/member/server/index.ts';
import { personOf } from '#people/member/server/person.ts';
import { readRecords } from '#people/member/server/service/records.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { countHit } from '#platform/server/http/rate.ts';
import { answerPaper } from '#platform/server/papers/keep.ts';
import type * as contract from '#procedures/recruitment/contract.overlay.ts';
import type { FileDetail } from '#procedures/recruitment/contract.ts';
import {
  BOOK_FIELDS,
  type BookField,
  type BookLayout,
  BUILT_IN_LAYOUT,
  layoutFaults,
} from '#procedures/recruitment/rules/bookLayout.ts';
import { countOverflow } from '#procedures/recruitment/rules/capacity.ts';
import {
  CROSSES,
  EXACT,
  type Measured,
  measuredFaults,
  printerCorrection,
} from '#procedures/recruitment/rules/printers.ts';
import * as queries from '../queries/overlay.ts';
import { bookTexts } from './book.ts';
import { printedFile } from './printed.ts';
import { MISSING } from './wholeFile.ts';

const TEMPLATES = {
  overlay: new URL('../../papers/overlay.typ', import.meta.url),
  calibration: new URL('../../papers/calibration.typ', import.meta.url),
};
const CHANGED = '位置已有新的版本，请刷新后再改';
const NO_PRINTER = '没有这台打印机，或不属于本组织';
/** Fields of several paragraphs begin each one by two characters. */
const INDENTED: readonly BookField[] = [
  'introducers',
  'resolution',
  'talk',
  'approval',
  'keptResolution',
  'keptApproval',
];

/** The places that hold now. */
async function currentLayout(ctx: Ctx): Promise<BookLayout> {
  const [newest] = await queries.layouts(ctx.db);
  return newest ?? BUILT_IN_LAYOUT;
}

export async function getLayout(
  ctx: Ctx,
  { number }: ParsedOf<typeof contract.getBookLayout>,
): Promise<ReplyOf<typeof contract.getBookLayout>> {
  const versions = await queries.layouts(ctx.db);
  const now = versions[0]?.number ?? 0;
  const wantedNumber = number ?? now;
  const found = wantedNumber === 0 ? BUILT_IN_LAYOUT : versions.find((one) => one.number === wantedNumber);
  if (!found) throw notFound('没有这个版本');
  return {
    number: now,
    width: found.width,
    height: found.height,
    fields: [...found.fields],
    versions: versions.map(({ number: n, remark, createdBy, createdAt }) => ({
      number: n,
      remark,
      createdBy,
      createdAt: createdAt.toISOString(),
    })),
  };
}

/** What a form holds as a layout. @throws badInput at `fields.{key}`, or at `width` */
function readLayout({ width, height, fields }: BookLayout): BookLayout {
  const faults = layoutFaults({ width, height, fields });
  if (Object.keys(faults).length > 0)
    throw badInput(
      Object.fromEntries(Object.entries(faults).map(([key, text]) => [key === '' ? 'width' : `fields.${key}`, text])),
    );
  if (fields.length === 0) throw badInput({ fields: '至少要有一栏' });
  return { width, height, fields };
}

export async function saveLayout(ctx: Ctx, { number, remark, ...given }: ParsedOf<typeof contract.saveBookLayout>) {
  const layout = readLayout(given);
  const [newest] = await queries.layouts(ctx.db);
  const next = number + 1;
  const made =
    (newest?.number ?? 0) === number &&
    (await queries.insertLayout(
      ctx.db,
      { number: next, ...layout, fields: [...layout.fields], remark },
      ctx.session.accountName,
    ));
  if (!made) throw conflict(CHANGED);
  ctx.audit({
    type: 'developmentBookLayout',
    id: String(next),
    name: '志愿书套打位置',
    changes: { version: [number, next] },
    reason: remark,
  });
  return { number: next };
}

interface Placed {
  key: BookField;
  text: string;
}

/** The pages of a layout as their template draws them, each text where its printer is to be sent. */
function drawPages(layout: BookLayout, texts: readonly Placed[], measured: Measured, page?: number) {
  const numbers = [...new Set(layout.fields.map((field) => field.page))].sort((a, b) => a - b);
  return numbers
    .filter((number) => page === undefined || number === page)
    .map((number) => ({
      number,
      fields: layout.fields
        .filter((field) => field.page === number)
        .flatMap((field) => {
          const text = texts.find(({ key }) => key === field.key)?.text ?? '';
          if (text === '') return [];
          const { x, y } = printerCorrection(field, measured);
          const { width, height, size } = field;
          return [{ x, y, width, height, size, indent: INDENTED.includes(field.key) ? 2 : 0, text }];
        }),
    }));
}

/** Those that have something to print: no sheet of the official paper goes through the printer for nothing. */
const printedPages = (...given: Parameters<typeof drawPages>) =>
  drawPages(...given).filter(({ fields }) => fields.length > 0);

/** The fields' edges with their names, to be held against the official paper. */
export async function previewLayout(ctx: Ctx, given: ParsedOf<typeof contract.previewBookLayout>) {
  const layout = readLayout(given);
  ctx.audit({ type: 'developmentBookLayout', id: '0', name: '志愿书套打位置' });
  const texts = layout.fields.map(({ key }) => ({ key, text: BOOK_FIELDS[key] }));
  return answerPaper(ctx, {
    name: '志愿书套打位置',
    template: TEMPLATES.overlay,
    data: { width: layout.width, height: layout.height, frames: true, pages: drawPages(layout, texts, EXACT) },
  });
}

const inMm = ({ left, top, right, bottom }: Measured) => ({
  left: left / 10,
  top: top / 10,
  right: right / 10,
  bottom: bottom / 10,
});

export async function listPrinters(ctx: Ctx): Promise<ReplyOf<typeof contract.listPrinters>> {
  const rows = await queries.printers(ctx.db, ctx.scope, { orgId: ctx.session.orgId });
  return rows.map(({ id, name, orgName, measured, version, changedBy, changedAt }) => ({
    id,
    name,
    orgName,
    ...inMm(measured),
    version,
    changedBy,
    changedAt: changedAt.toISOString(),
  }));
}

/** A printer of the scope. @throws not found */
async function printerOf(ctx: Ctx, id: string): Promise<queries.PrinterRecord> {
  const [found] = await queries.printers(ctx.db, ctx.scope, { id });
  if (!found) throw notFound(NO_PRINTER);
  return found;
}

const tenths = (millimetres: number) => Math.round(millimetres * 10);

export async function savePrinter(ctx: Ctx, input: ParsedOf<typeof contract.savePrinter>) {
  const { name, version } = input;
  const measured = {
    left: tenths(input.left),
    top: tenths(input.top),
    right: tenths(input.right),
    bottom: tenths(input.bottom),
  };
  const faults = measuredFaults(measured);
  if (Object.keys(faults).length > 0) throw badInput(faults as Record<string, string>);
  const { orgId, orgCode, accountName: by } = ctx.session;
  const before = input.id === undefined ? null : await printerOf(ctx, input.id);
  const id = before
    ? await queries.updatePrinter(ctx.db, { id: before.id, version, name, measured }, by)
    : await queries.insertPrinter(ctx.db, { orgId, orgCode, name, measured }, by);
  if (id === undefined) {
    if (before && before.version !== version) throw conflict('这台打印机的校准已有变化，请刷新后再改');
    throw badInput({ name: '本组织已有这个名称的打印机' });
  }
  ctx.audit({ type: 'developmentPrinter', id, name, orgCode: before?.orgCode ?? orgCode });
  return { id };
}

export async function removePrinter(ctx: Ctx, { id }: ParsedOf<typeof contract.removePrinter>): Promise<null> {
  const found = await printerOf(ctx, id);
  await queries.deletePrinter(ctx.db, id);
  ctx.audit({ type: 'developmentPrinter', id, name: found.name, orgCode: found.orgCode });
  return null;
}

/** The sheet to measure a printer by; with a printer as it is sent there, so that the crosses come out where they belong. */
export async function calibration(ctx: Ctx, { printerId }: ParsedOf<typeof contract.printCalibration>) {
  const printer = printerId === undefined ? null : await printerOf(ctx, printerId);
  const measured = printer?.measured ?? EXACT;
  const { line } = await markOfDownload(ctx, '打印校准页');
  ctx.audit({ type: 'developmentPrinter', id: printer?.id ?? '0', name: printer?.name ?? '校准页' });
  const { first, last } = CROSSES;
  const words = printer
    ? [
        `已按“${printer.name}”的校准打印，用来复核：第一个十字应距纸左边${first.x}毫米、上边${first.y}毫米，第二个十字应距纸左边${last.x}毫米、上边${last.y}毫米，误差不超过0.5毫米。`,
      ]
    : [
        '按实际大小（100%）打印在A4纸上，不要选“适应页面”。',
        '用直尺量两个十字的中心各距纸左边、纸上边多少毫米，精确到0.1至0.5毫米，填在“打印机校准”里。',
        '换打印机、换进纸盒以后重新校准。',
      ];
  return answerPaper(ctx, {
    name: printer ? `校准复核页 ${printer.name}` : '校准页',
    template: TEMPLATES.calibration,
    data: {
      mark: line,
      first: printerCorrection(first, measured),
      last: printerCorrection(last, measured),
      ruler: { x: 55, y: 200 },
      words,
    },
  });
}

/** What the fields say of one file; the number only where it may be read in full. */
async function textsOf(ctx: Ctx, file: FileDetail, idCard: string): Promise<Placed[]> {
  const texts = bookTexts(file, await readRecords(ctx, file.memberId));
  return (Object.keys(BOOK_FIELDS) as BookField[]).map((key) => ({
    key,
    text: key === 'idCard' ? idCard : texts[key],
  }));
}

/** Fields whose text finds no room on the official paper. */
function overflowOf(layout: BookLayout, texts: readonly Placed[], page?: number) {
  return layout.fields.flatMap(({ key, page: number, width, height, size }) => {
    if (page !== undefined && number !== page) return [];
    const text = texts.find((one) => one.key === key)?.text ?? '';
    const beyond = countOverflow(text, { width, height, size, indent: INDENTED.includes(key) ? 2 : 0 });
    return beyond > 0 ? [{ field: BOOK_FIELDS[key], page: number, length: [...text].length, surplus: beyond }] : [];
  });
}

export async function check(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.checkOverlay>,
): Promise<ReplyOf<typeof contract.checkOverlay>> {
  const file = await printedFile(ctx, id);
  const [layout, texts] = await Promise.all([currentLayout(ctx), textsOf(ctx, file, '')]);
  const pages = printedPages(layout, texts, EXACT).map(({ number }) => number);
  return { pages, overflow: overflowOf(layout, texts) };
}

/** Text alone for the official paper; nothing is made while a field of it overflows. */
async function drawn(
  ctx: Ctx,
  file: FileDetail,
  { printerId, page }: Pick<ParsedOf<typeof contract.printOverlay>, 'printerId' | 'page'>,
  idCard: string,
  reason: string,
) {
  const [layout, texts] = await Promise.all([currentLayout(ctx), textsOf(ctx, file, idCard)]);
  const beyond = overflowOf(layout, texts, page);
  if (beyond.length > 0)
    throw refuse(`放不下，请先精简：${beyond.map(({ field, surplus: n }) => `“${field}”超出约${n}字`).join('；')}`);
  const measured = printerId === undefined ? EXACT : (await printerOf(ctx, printerId)).measured;
  const pages = printedPages(layout, texts, measured, page);
  if (pages.length === 0) throw badInput({ page: '志愿书没有这一页，或者这一页还没有要印的内容' });
  // Its number stands in the list of exports alone: upon the official paper nothing else is printed.
  await markOfDownload(ctx, '套打入党志愿书', reason);
  return answerPaper(ctx, {
    name: `入党志愿书套打 ${file.name}`,
    template: TEMPLATES.overlay,
    data: { width: layout.width, height: layout.height, frames: false, pages },
  });
}

export async function print(ctx: Ctx, input: ParsedOf<typeof contract.printOverlay>) {
  const file = await printedFile(ctx, input.id);
  ctx.audit({ type: 'developmentFile', id: file.id, name: `入党志愿书套打 ${file.name}` });
  return drawn(ctx, file, input, '', '');
}

/** The same with the full number: a line in the person's history, and one of the day's views. */
export async function printFull(ctx: Ctx, { reason, ...input }: ParsedOf<typeof contract.printOverlayFull>) {
  const file = await printedFile(ctx, input.id);
  const [row] = await membersOf(ctx.db, ctx.scope, [file.memberId]);
  if (!row) throw notFound(MISSING);
  const { path, rate } = revealMember;
  if (rate) await countHit(ctx.services, `${path}:a${ctx.session.accountId}`, rate.hits, rate.seconds, 1);
  const { idCard } = personOf(row, ctx.vault);
  ctx.audit({
    type: 'member',
    id: file.memberId,
    name: file.name,
    orgCode: row.org_code,
    reason: `套打入党志愿书：${reason}`,
  });
  return drawn(ctx, file, input, idCard ?? '', reason);
}
