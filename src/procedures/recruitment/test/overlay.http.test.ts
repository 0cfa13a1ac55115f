import { inflateSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchBytes } from '#kernel/files/test/factory.ts';
import {
  checkOverlay,
  getBookLayout,
  listPrinters,
  previewBookLayout,
  printCalibration,
  printOverlay,
  printOverlayFull,
  removePrinter,
  saveBookLayout,
  savePrinter,
} from '#procedures/recruitment/contract.overlay.ts';
import { BOOK_FIELDS, BUILT_IN_LAYOUT } from '#procedures/recruitment/rules/bookLayout.ts';
import { CROSSES, EXACT as MEASURED, printerCorrection } from '#procedures/recruitment/rules/printers.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { pdfPages } from '../../../../test/support/pdfText.ts';
import { applicant, readyBranch, walk } from './factory.ts';

let t: TestApp;
let admin: Caller;
let branch: Caller;
let sibling: Caller;
let fileId: string;
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.as('admin');
  branch = await t.as('branchWorker');
  sibling = await t.as('siblingWorker');
  const people = await readyBranch(t);
  ({ fileId } = await applicant(branch, 171));
  await walk({ branch, superior: await t.as('committeeWorker') }, people, fileId, 17);
});
afterAll(() => t.close());

async function pagesOf(who: Caller, answer: { code: number; text: string; result: { fileId: string } }) {
  expect(answer.code, answer.text).toBe(200);
  return pdfPages((await fetchBytes(t, who, `/api/common/download?fileName=${answer.result.fileId}`)).bytes);
}
/** Where the drawings of a page of A4 begin, in mm from its left and upper edge. */
async function placesOf(who: Caller, answer: { code: number; text: string; result: { fileId: string } }) {
  expect(answer.code, answer.text).toBe(200);
  const { bytes } = await fetchBytes(t, who, `/api/common/download?fileName=${answer.result.fileId}`);
  const mm = (points: string | undefined) => (Number(points) * 25.4) / 72;
  return [...bytes.toString('latin1').matchAll(/stream\n/g)].flatMap(({ index }) => {
    let content = '';
    try {
      content = inflateSync(bytes.subarray(index + 7)).toString('latin1');
    } catch {
      // A font, or what is not packed.
    }
    return [...content.matchAll(/1 0 0 -1 ([\d.]+) ([\d.]+) cm/g)].map(([, x, y]) => ({ x: mm(x), y: 297 - mm(y) }));
  });
}
const plain = (text = '') => text.replace(/\s/g, '');
const EXACT = { left: 20, top: 20, right: 190, bottom: 277 };

test('the overlay is text alone upon pages of the official size; the number stands there only with right and reason', async () => {
  const pages = await pagesOf(branch, await branch.call(printOverlay, { id: fileId }));
  expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual(
    // Of 转正 nothing is written yet: its page is not printed.
    Array.from({ length: 4 }, () => [595, 842]),
  );
  const words = plain(pages.map(({ text }) => text).join(''));
  expect(words).toContain('陈雨桐');
  expect(words).toMatch(/实到\d+名，赞成/);
  // No label, no foot, no number.
  expect(words).not.toMatch(/姓名|导出编号|420/);
  const asked = { id: fileId, page: 2, reason: '' };
  expect((await branch.call(printOverlayFull, asked)).data.fields).toHaveProperty('reason');
  const [page, ...others] = await pagesOf(branch, await branch.call(printOverlayFull, { ...asked, reason: '套打' }));
  expect(others).toEqual([]);
  expect(plain(page?.text)).toMatch(/42059920010416\d{3}[\dX]/);
  expect((await branch.call(printOverlay, { id: fileId, page: 9 })).data.fields).toHaveProperty('page');
  expect((await sibling.call(printOverlay, { id: fileId })).code).toBe(404);
});

test('what finds no room is named with its surplus before printing, and nothing is printed', async () => {
  expect((await branch.call(checkOverlay, { id: fileId })).data).toEqual({ pages: [1, 2, 4, 5], overflow: [] });
  await sql`update development_step set facts = facts || ${JSON.stringify({ relations: '舅'.repeat(400) })}::jsonb
             where file_id = ${fileId} and no = 10`.execute(t.db);
  const { overflow } = (await branch.call(checkOverlay, { id: fileId })).data;
  expect(overflow).toMatchObject([{ field: '主要社会关系', page: 2, length: 400 }]);
  const refused = await branch.call(printOverlay, { id: fileId });
  expect(refused.msg).toBe(`放不下，请先精简：“主要社会关系”超出约${overflow[0].surplus}字`);
  expect((await branch.call(printOverlay, { id: fileId, page: 4 })).code).toBe(200);
  // A page on which nothing would stand is neither offered nor printed.
  const { fileId: early } = await applicant(branch, 172, { name: '何思远' });
  const { pages } = (await branch.call(checkOverlay, { id: early })).data;
  expect(pages).toEqual([1, 2]);
  expect((await pagesOf(branch, await branch.call(printOverlay, { id: early }))).length).toBe(2);
  expect((await branch.call(printOverlay, { id: early, page: 5 })).data.fields.page).toContain('没有要印的内容');
  await sql`update development_step set facts = facts || '{"relations":"舅舅李明"}' where file_id = ${fileId} and no = 10`.execute(
    t.db,
  );
});

test('places are versions: of two who save at once one wins, and a field off the paper is named', async () => {
  const layout = { ...BUILT_IN_LAYOUT, fields: [...BUILT_IN_LAYOUT.fields] };
  expect((await admin.call(getBookLayout, {})).data).toMatchObject({ number: 0, width: 210, versions: [] });
  const off = {
    ...layout,
    fields: [{ key: 'life' as const, page: 2, x: 180, y: 10, width: 60, height: 20, size: 12 }],
  };
  const wrong = await admin.call(saveBookLayout, { number: 0, ...off, remark: '试' });
  expect(wrong.data.fields['fields.life']).toContain('超出纸张');
  const [shown] = await pagesOf(admin, await admin.call(previewBookLayout, layout));
  expect(plain(shown?.text)).toContain(BOOK_FIELDS.bookNo);
  const small = {
    width: 184,
    height: 260,
    fields: [{ key: 'name' as const, page: 3, x: 50, y: 40.5, width: 60, height: 8, size: 14 }],
  };
  const answers = await Promise.all(
    ['甲', '乙'].map((remark) => admin.call(saveBookLayout, { number: 0, ...small, remark })),
  );
  expect(answers.map(({ code }) => code === 200).sort()).toEqual([false, true]);
  const pages = await pagesOf(branch, await branch.call(printOverlay, { id: fileId }));
  expect(pages.map(({ width, text }) => [Math.round(width), plain(text)])).toEqual([[522, '陈雨桐']]);
  expect((await branch.call(getBookLayout, {})).code).toBe(403);
});

test('a printer is of its organisation; what was measured is checked, and of two who change it one wins', async () => {
  const made = await branch.call(savePrinter, { name: '一楼打印机', ...EXACT, left: 21.5 });
  expect(made.code, made.text).toBe(200);
  const { id } = made.data;
  expect((await branch.call(savePrinter, { name: '一楼打印机', ...EXACT })).data.fields.name).toContain('已有这个名称');
  expect((await branch.call(savePrinter, { name: '二楼', ...EXACT, left: 40 })).data.fields.left).toContain('100%');
  expect((await branch.call(savePrinter, { name: '二楼', ...EXACT, left: 20.05 })).data.fields.left).toContain('0.1');
  const again = { id, version: 1, name: '一楼打印机', ...EXACT, top: 18 };
  const answers = await Promise.all([branch.call(savePrinter, again), branch.call(savePrinter, again)]);
  expect(answers.map(({ code }) => code === 200).sort()).toEqual([false, true]);
  expect((await branch.call(listPrinters, {})).data).toMatchObject([{ id, left: 20, top: 18, version: 2 }]);
  expect((await sibling.call(listPrinters, {})).data).toEqual([]);
  expect((await sibling.call(savePrinter, { ...again, version: 2 })).code).toBe(404);
  expect((await sibling.call(removePrinter, { id })).code).toBe(404);
  expect((await sibling.call(printCalibration, { printerId: id })).code).toBe(404);
  const [sheet] = await pagesOf(branch, await branch.call(printCalibration, { printerId: id }));
  expect(plain(sheet?.text)).toContain('已按“一楼打印机”的校准打印');
  // The crosses are sent where this printer must be sent: the middle line of each begins eight millimetres before it.
  for (const [input, measured] of [
    [{}, MEASURED],
    [{ printerId: id }, { ...MEASURED, top: 180 }],
  ] as const) {
    const places = await placesOf(branch, await branch.call(printCalibration, input));
    for (const cross of [CROSSES.first, CROSSES.last]) {
      const { x, y } = printerCorrection(cross, measured);
      expect(
        places.some((one) => Math.hypot(one.x - x + 8, one.y - y) < 0.05),
        `${x} ${y}`,
      ).toBe(true);
    }
  }
  expect((await branch.call(printOverlay, { id: fileId, printerId: id })).code).toBe(200);
  expect((await branch.call(removePrinter, { id })).code).toBe(200);
  expect((await branch.call(printOverlay, { id: fileId, printerId: id })).code).toBe(404);
});
