import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { XLSX_MIME, xlsx } from '../src/platform/server/spreadsheet/write.ts';
import { breakLine } from './support/line.ts';
import { lookAs } from './support/look.ts';
import { paperOn } from './support/paper.ts';
import { BASE_WORKER, BRANCH_WORKER, GENERAL_WORKER, MEMBER } from './support/people.ts';
import { base, signIn } from './support/signIn.ts';
import { ask, go, test } from './support/test.ts';

// The line of one who sits is cut on purpose.
test.use({ faults: [/net::ERR_FAILED/] });

// Names of their own, so that it can be run again on the same server.
const RUN = String(Date.now()).slice(-6);
const BANK = `党章党规题库${RUN}`;
const PAPER = `党章党规测试卷${RUN}`;
const EXAM = `党章党规学习测试${RUN}`;
const ESSAY = '说说“三会一课”指什么。';
const LINES = [
  ['单选', '党的最高理想和最终目标是（　）。', 'A.实现共产主义 B.实现现代化', 'A', '见党章总纲', '1', '党章'],
  ['判断', '预备党员没有表决权。', '', '对', '', '2', '党章'],
  ['填空', '党的纪律处分有____种。', '', '五|5', '', '3', '党规'],
  ['简答', ESSAY, '', '支部党员大会、支部委员会、党小组会和党课', '', '3', '党规'],
  // Of these one line says nothing that could be right, the other is there already.
  ['单选', '没有答案的题', 'A.甲 B.乙', '', '', '3', ''],
  ['判断', '预备党员没有表决权。', '', '对', '', '2', '党章'],
];

async function sheet() {
  const columns = ['题型', '题干', '选项', '答案', '解析', '难度', '标签'].map((head) => ({ head, width: 16 }));
  const parts: Buffer[] = [];
  for await (const part of xlsx('试题', columns, LINES)) parts.push(part);
  return { name: '试题.xlsx', mimeType: XLSX_MIME, buffer: Buffer.concat(parts) };
}

const notice = (page: Page, text: string | RegExp) =>
  expect(page.locator('.notice', { hasText: text }).first()).toBeVisible();

const look = lookAs('exam');

/** Beijing's day and minute, so many minutes from now. */
const inMinutes = (minutes: number) =>
  new Date(Date.now() + minutes * 60_000).toLocaleString('sv', { timeZone: 'Asia/Shanghai' }).slice(0, 16);

/** One point of a paper's essay from a marker who sees no name. */
async function markBoth(page: Page, id: string, names: readonly string[]): Promise<void> {
  await go(page, `/education/exam/mark/${id}`);
  await expect(page.getByRole('heading', { name: `阅卷 ${EXAM}` })).toBeVisible();
  for (const left of ['还有2份', '还有1份']) {
    await expect(page.getByText(`${left}，分值到0.5分`)).toBeVisible();
    for (const name of names) await expect(page.getByText(name)).toHaveCount(0);
    await page.getByLabel('得分').fill('8');
    await page.getByRole('button', { name: '确定，下一份' }).click();
  }
  await expect(page.getByText(/没有要您批阅的答案了|简答题都阅完了/)).toBeVisible();
}

/** Marks the words of a stem, and puts a picture below them. */
async function illustrate(page: Page, stem: string): Promise<void> {
  await page.getByRole('row').filter({ hasText: stem }).getByRole('button', { name: '编辑', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '编辑试题' });
  await dialog.getByRole('button', { name: '加图片、表格或字样' }).click();
  const text = dialog.getByRole('textbox', { name: '题干' });
  await text.press('ControlOrMeta+a');
  await text.press('ControlOrMeta+b');
  await text.press('ControlOrMeta+End');
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: '图片', exact: true }).click();
  const buffer = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#c7000b' } })
    .png()
    .toBuffer();
  await (await chooser).setFiles({ name: '会场.png', mimeType: 'image/png', buffer });
  await expect(text.getByRole('img')).toHaveCount(1);
  await look(page, 'question');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: stem }).locator('.rich-text img')).toBeVisible();
}

test('a bank by sheet, a paper, an exam that two sit, one by phone without a line, marked twice, appealed, and its certificate verified', async ({
  page,
  another,
}) => {
  const phone = await another({ viewport: { width: 390, height: 844 } });
  await signIn(phone, MEMBER, '/education/examination');
  await signIn(page, BRANCH_WORKER, '/education/examination?tab=lib');
  const names = [phone, page].map(async (one) => (await ask(one, '/api/getInfo')).data.user.userName as string);
  const [memberName = '', ownName = ''] = await Promise.all(names);

  // The bank.
  await page.getByRole('link', { name: '新增题库' }).click();
  await expect(page.getByRole('heading', { name: '新增题库' })).toBeVisible();
  await page.getByLabel('题库名称').fill(BANK);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByRole('heading', { name: BANK })).toBeVisible();
  await page.getByRole('button', { name: '导入', exact: true }).click();
  const importing = page.getByRole('dialog', { name: '导入试题' });
  await importing.locator('input[type=file]').setInputFiles(await sheet());
  await expect(importing.getByText('读出6道，可以加入4道')).toBeVisible();
  await expect(importing.getByText('与第3行的试题相同')).toBeVisible();
  await importing.getByRole('button', { name: '加入4道试题' }).click();
  await notice(page, '加入4道试题');
  await expect(page.getByText(ESSAY)).toBeVisible();
  await illustrate(page, '党的最高理想和最终目标是');
  await look(page, 'bank');

  // The paper: five points for the three that the machine marks, ten for the essay.
  await go(page, '/education/paper/add');
  await expect(page.getByRole('heading', { name: '新增试卷' })).toBeVisible();
  await page.getByLabel('试卷名称').fill(PAPER);
  await page.getByRole('button', { name: '从题库选题' }).click();
  const pick = page.getByRole('dialog', { name: '从题库选题' });
  await pick.getByLabel('题库').selectOption({ label: `${BANK}（4）` });
  await expect(pick.getByText(ESSAY)).toBeVisible();
  for (const box of await pick.getByRole('checkbox').all()) await box.check();
  await pick.getByRole('button', { name: '加入4道' }).click();
  await expect(page.getByRole('heading', { name: '试题：共4道，15分' })).toBeVisible();
  await look(page, 'paper');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByRole('link', { name: PAPER })).toBeVisible();

  // The exam of two people, marked by two, with hours and a certificate.
  await go(page, '/education/exam/add/index');
  await expect(page.getByRole('heading', { name: '新增考试' })).toBeVisible();
  await page.getByLabel('考试名称').fill(EXAM);
  await page.getByRole('combobox', { name: '试卷' }).selectOption({ label: `${PAPER}（4题，15分）` });
  await page.getByRole('textbox', { name: '开始时间' }).fill(inMinutes(-10));
  await page.getByRole('textbox', { name: '结束时间' }).fill(inMinutes(240));
  await page.getByRole('combobox', { name: '考试对象' }).selectOption({ label: '指定人员' });
  await page.locator('.chosen-audience button', { hasText: '选择人员' }).click();
  const people = page.getByRole('dialog', { name: '选择考生' });
  for (const name of [memberName, ownName])
    await people.locator('.pick-table tbody tr').filter({ hasText: name }).first().click();
  await expect(people.getByRole('region', { name: '已选' }).getByRole('listitem')).toHaveCount(2);
  await people.getByRole('button', { name: '确定' }).click();
  await page.getByLabel('双评分差（分）').fill('1');
  await page.getByLabel('及格计学时').fill('2');
  await page.getByLabel('及格发学习证明').check();
  await page.getByLabel('打乱题目顺序').uncheck();
  await page.getByLabel('打乱选项顺序').uncheck();
  await look(page, 'form');
  await page.getByRole('button', { name: '存草稿' }).click();
  await page.getByRole('link', { name: EXAM }).click();
  await page.getByRole('button', { name: '发布考试' }).click();
  await expect(page.getByRole('heading', { name: EXAM })).toBeVisible();
  await expect(page.getByText('待考2')).toBeVisible();
  await look(page, 'follow');
  const listed = await ask(page, `/api/zhjy/exam/listPage?keyWords=${encodeURIComponent(EXAM)}`);
  const id: string = listed.rows[0].id;

  // One sits by phone; the line is cut while she answers, and what she answered meanwhile arrives afterwards.
  await go(phone, `/education/exam/take/${id}`);
  await phone.getByRole('button', { name: '开始考试' }).click();
  await expect(phone.locator('.take-stem strong')).toHaveText('党的最高理想和最终目标是（　）。');
  await expect(phone.locator('.take-stem img')).toBeVisible();
  await look(phone, 'illustrated');
  await phone.getByLabel('实现共产主义').check();
  await expect(phone.getByRole('status').getByText(/^已保存 \d\d:\d\d:\d\d$/)).toBeVisible();
  const restore = await breakLine(phone, '/api/zhjy/exam/save');
  await phone.getByRole('button', { name: '下一题' }).click();
  await phone.getByLabel('正确').check();
  await expect(phone.getByText('网络中断，答案保存在本机')).toBeVisible();
  await phone.getByRole('button', { name: '下一题' }).click();
  await phone.getByLabel('第1空').fill('五');
  await look(phone, 'offline');
  await restore();
  await expect(phone.getByRole('status').getByText(/^已保存 \d\d:\d\d:\d\d$/)).toBeVisible();
  await phone.getByRole('button', { name: '下一题' }).click();
  await phone.getByLabel('答案').fill('党员大会、支委会、党小组会和党课。');
  await phone.getByRole('button', { name: '交卷' }).click();
  await expect(phone.getByText('全部题目都已作答。')).toBeVisible();
  await phone.getByRole('dialog').getByRole('button', { name: '交卷' }).click();
  await expect(phone.getByText('已交卷，答案都已保存。')).toBeVisible();
  // What was answered without a line is there, and no key is.
  expect(JSON.stringify(await ask(phone, `/api/zhjy/exam/own/${id}`))).not.toContain('见党章总纲');

  // The other at a desk.
  await go(page, `/education/exam/take/${id}`);
  await page.getByRole('button', { name: '开始考试' }).click();
  await page.getByLabel('实现共产主义').check();
  await page.getByRole('button', { name: '第4题，未答' }).click();
  await page.getByLabel('答案').fill('会议和党课。');
  await look(page, 'take');
  await page.getByRole('button', { name: '交卷' }).click();
  await expect(page.getByText('还有2道题没有答。')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: '交卷' }).click();
  await expect(page.getByText('已交卷，答案都已保存。')).toBeVisible();

  // The worker who sat does not find the own paper; two markers see no name.
  await go(page, `/education/exam/mark/${id}`);
  await expect(page.getByText('其中1份是您本人的')).toBeVisible();
  const markers = [await another(), await another()];
  for (const [at, who] of [BASE_WORKER, GENERAL_WORKER].entries()) {
    const marker = markers[at] as Page;
    await signIn(marker, who, '/education/examination');
    await markBoth(marker, id, [memberName, ownName]);
  }
  await look(markers[0] as Page, 'mark');

  // Publication, the appeal, and the certificate by which both are known.
  await go(page, `/education/exam/follow/index?id=${id}`);
  await page.getByRole('button', { name: '公布成绩' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '公布成绩' }).click();
  await expect(page.getByRole('row').filter({ hasText: memberName })).toContainText('13');
  await phone.reload();
  await phone.getByRole('button', { name: '申请复核' }).click();
  await phone.getByRole('dialog').getByLabel('复核理由').fill('简答题四项都答了');
  await phone.getByRole('dialog').getByRole('button', { name: '提交申请' }).click();
  await notice(phone, '已提交，复核结果会通知您');
  const [first] = markers as [Page];
  await first.reload();
  await first.getByRole('button', { name: '处理' }).click();
  const deciding = first.getByRole('dialog', { name: '处理复核' });
  await deciding.getByLabel('第4题得分').fill('10');
  await deciding.getByLabel('复核意见').fill('要点齐全');
  await deciding.getByRole('button', { name: '改1题的分' }).click();
  await expect(first.getByText('已改分')).toBeVisible();
  await phone.reload();
  await expect(phone.getByText('复核：已改分，要点齐全')).toBeVisible();
  await phone.getByRole('button', { name: '看答卷' }).click();
  await expect(phone.getByText('解析：见党章总纲')).toBeVisible();
  await look(phone, 'result');

  await go(phone, '/education/studyProves');
  const cards = phone.getByRole('listitem').filter({ hasText: EXAM });
  await expect(cards).toHaveCount(2);
  await expect(cards.filter({ hasText: '已作废' })).toContainText('重新判分后成绩有变');
  await look(phone, 'certificates');
  await cards.filter({ hasText: '有效' }).getByRole('button', { name: '查看和打印' }).click();
  const [paper] = await paperOn(phone);
  expect(paper?.text).toContain(memberName);
  const [code = ''] = /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}(?:-[0-9A-Z]{4})*/.exec(paper?.text ?? '') ?? [];
  expect(code).not.toBe('');

  // Whoever holds the paper verifies it without signing in, and reads the surname alone.
  const stranger = await another();
  await stranger.goto(`${base()}/#/verify/${code}`);
  await expect(stranger.getByText('本平台出具，有效')).toBeVisible();
  await expect(stranger.getByText(memberName)).toHaveCount(0);
  await look(stranger, 'verify');
});
