import { expect, type Page } from '@playwright/test';
import { Document, Packer, Paragraph, TextRun } from 'docx';
import { XLSX_MIME, xlsx } from '../src/platform/server/spreadsheet/write.ts';
import { lookAs } from './support/look.ts';
import { ADMIN, BASE_WORKER, BRANCH_WORKER, COUNTY, MEMBER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, askBy, go, test } from './support/test.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const look = lookAs('recruit');

const word = async (name: string, text: string) => {
  const children = [new Paragraph({ children: [new TextRun(text)] })];
  return { name, mimeType: DOCX, buffer: await Packer.toBuffer(new Document({ sections: [{ children }] })) };
};
const notice = (page: Page, text: string) => expect(page.locator('.notice', { hasText: text })).toBeVisible();

interface File {
  id: string;
  memberId: string;
  name: string;
  category: number;
  step: number;
}
/** Somebody of the branch at a stage whose step 2 was recorded; the last of them, of whom no other journey tells. */
async function somebody(branch: Page, stage: number): Promise<File> {
  const { rows } = await ask(branch, `/api/fzdy/file/listPage?stage=${stage}&view=ready&pageSize=100`);
  const found = (rows as File[]).filter(({ step }) => step > 2).at(-1);
  if (!found) throw new Error(`nobody at stage ${stage}`);
  return found;
}

test('an own Word document, the places of the official book and a printer lead to papers of a person; whoever keeps none is told', async ({
  page,
  another,
}) => {
  // Who keeps them uploads a document; a field that no file has is named.
  await signIn(page, ADMIN, '/affairs/recruitment/templates');
  const words = page.getByRole('region', { name: '自制 Word 材料' });
  await words.getByRole('button', { name: '上传模板' }).click();
  const dialog = page.getByRole('dialog', { name: '上传自制 Word 材料' });
  await dialog.getByRole('textbox', { name: '材料名称' }).fill('谈话方案');
  await dialog.getByRole('combobox', { name: '用于步骤' }).fill('党组织派人谈话');
  await page.getByRole('option', { name: /党组织派人谈话/ }).click();
  await dialog.getByTestId('upload-input').setInputFiles(await word('谈话方案.docx', '与{姓名}谈话，电话{电话}'));
  await expect(dialog.locator('.upload-row', { hasText: '谈话方案.docx' })).toHaveClass(/success/);
  await dialog.getByRole('button', { name: '上传', exact: true }).click();
  await expect(dialog.getByText('没有“电话”这个字段')).toBeVisible();
  await look(page, 'wordFault');
  await dialog.getByRole('button', { name: '去掉 谈话方案.docx' }).click();
  await dialog.getByTestId('upload-input').setInputFiles(await word('谈话方案二.docx', '与{姓名}谈话，{党支部}'));
  await expect(dialog.locator('.upload-row', { hasText: '谈话方案二.docx' })).toHaveClass(/success/);
  await dialog.getByRole('button', { name: '上传', exact: true }).click();
  await expect(words.getByText('谈话方案', { exact: true })).toBeVisible();
  const tried = page.waitForEvent('download');
  await words.getByRole('button', { name: '用示例人员填好谈话方案第1版' }).click();
  expect((await tried).suggestedFilename()).toMatch(/^谈话方案 .+\.docx$/);
  await look(page, 'words');

  // Where the fields of the official book lie.
  await page.getByRole('link', { name: '志愿书套打位置' }).click();
  await expect(page.getByRole('heading', { name: '志愿书套打位置' })).toBeVisible();
  const left = page.getByRole('textbox', { name: '封面姓名左边距' });
  const was = await left.inputValue();
  await left.fill('400');
  await page.getByRole('button', { name: '打印框线核对' }).click();
  await expect(page.getByText('封面姓名：超出纸张')).toBeVisible();
  await look(page, 'placesFault');
  await left.fill(String(Number(was) + 1));
  await page.getByRole('button', { name: '打印框线核对' }).click();
  const frames = page.getByRole('dialog', { name: '志愿书套打位置' });
  await expect(frames.getByText(/^共\d+页/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '保存为新版本' }).click();
  await expect(page.getByText('请输入修改说明')).toBeVisible();
  await page.getByRole('textbox', { name: '修改说明' }).fill('按手头的志愿书量得');
  await page.getByRole('button', { name: '保存为新版本' }).click();
  await notice(page, '已保存，之后的套打用这一版');
  await expect(page.getByRole('region', { name: '版本' })).toContainText('按手头的志愿书量得');
  await look(page, 'places');

  // The branch calibrates its printer.
  const branch = await another();
  await signIn(branch, BRANCH_WORKER, '/affairs/recruitment/printers');
  await expect(branch.getByText('还没有登记打印机')).toBeVisible();
  await branch.getByRole('button', { name: '登记打印机' }).click();
  const printer = branch.getByRole('dialog', { name: '登记打印机' });
  await printer.getByRole('textbox', { name: '打印机名称' }).fill('支部激光打印机');
  for (const [label, value] of [
    ['第一个十字到纸左边（毫米）', '60'],
    ['第一个十字到纸上边（毫米）', '19.5'],
    ['第二个十字到纸左边（毫米）', '190.4'],
    ['第二个十字到纸上边（毫米）', '276.2'],
  ] as const)
    await printer.getByRole('textbox', { name: label }).fill(value);
  await printer.getByRole('button', { name: '保存' }).click();
  await expect(printer.getByText('请核对是否按实际大小（100%）打印')).toBeVisible();
  await printer.getByRole('textbox', { name: '第一个十字到纸左边（毫米）' }).fill('20.4');
  await printer.getByRole('button', { name: '保存' }).click();
  const printers = branch.getByRole('region', { name: '打印机' });
  await expect(printers).toContainText('偏右0.4毫米、偏上0.5毫米');
  await printers.getByRole('button', { name: '复核页' }).click();
  await expect(branch.getByRole('dialog', { name: '复核页 支部激光打印机' }).getByText('共1页')).toBeVisible();
  await branch.keyboard.press('Escape');
  await look(branch, 'printers');

  // Papers of a person: the own document filled, the official book by that printer.
  const file = await somebody(branch, 2);
  await go(branch, `/affairs/recruitment/pdfReportPage?id=${file.id}`);
  const given = branch.waitForEvent('download');
  await branch.getByRole('button', { name: '下载谈话方案' }).click();
  expect((await given).suggestedFilename()).toBe(`谈话方案 ${file.name}.docx`);
  await branch.getByRole('button', { name: '套打志愿书' }).click();
  const over = branch.getByRole('dialog', { name: `入党志愿书套打 ${file.name}` });
  await expect(over.getByLabel('打印机')).toHaveValue(/^\d+$/);
  await over.getByRole('combobox').nth(1).selectOption({ label: '第1页' });
  await look(branch, 'overlay');
  await over.getByRole('button', { name: '打印', exact: true }).click();
  await expect(over.getByText('共1页')).toBeVisible();
  await look(branch, 'overlayPaper');
  await branch.keyboard.press('Escape');

  // Who has no right to keep them is told, and a member sees none of it.
  for (const [path, sentence] of [
    ['templates', '当前角色不能维护材料模板'],
    ['bookLayout', '当前角色不能维护套打位置'],
  ] as const) {
    await go(branch, `/affairs/recruitment/${path}`);
    await expect(branch.getByText(sentence)).toBeVisible();
  }
  await look(branch, 'noRight');
  const member = await another();
  await signIn(member, MEMBER, '/affairs/recruitment/printers');
  await expect(member.getByText('当前角色不能校准打印机')).toBeVisible();
  expect((await askBy(member, '/api/fzdy/print/word', { id: file.id, wordId: '1' })).code).toBe(403);

  await go(branch, '/affairs/recruitment/printers');
  await printers.getByRole('button', { name: '去掉' }).click();
  await branch.getByRole('dialog').getByRole('button', { name: '去掉' }).click();
  await expect(branch.getByText('还没有登记打印机')).toBeVisible();
});

test('a ledger of inspections comes by a sheet: what is wrong at its line, the writing, its place in the file, the undoing', async ({
  page,
}) => {
  await signIn(page, BRANCH_WORKER, '/affairs/recruitment/imports');
  const file = await somebody(page, 4);
  const revealed = await askBy(page, '/api/dyxx/member/reveal', {
    id: file.memberId,
    field: 'idCardNo',
    reason: '核对台账',
  });
  expect(revealed.code, revealed.msg).toBe(200);
  const card: string = revealed.data.value;
  const today: string = (await ask(page, `/api/fzdy/file/${file.id}`)).data.today;
  const lines = [
    [file.name, card, '考察', today, '按期参加活动，表现良好'],
    [file.name, card, '考察', '2999-01-01', '以后的日子'],
  ];
  const parts: Buffer[] = [];
  const columns = ['人员姓名', '身份证号', '类别', '日期', '情况'].map((head) => ({ head, width: 16 }));
  for await (const part of xlsx('表', columns, lines)) parts.push(part);

  await page.getByRole('button', { name: '选择文件' }).click();
  await expect(page.getByRole('alert')).toContainText('请先选择导入的内容');
  await page.getByLabel('导入的内容').selectOption({ label: '考察和思想汇报' });
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载模板' }).click();
  expect((await started).suggestedFilename()).toBe('考察和思想汇报导入模板.xlsx');
  await look(page, 'imports');
  await page.setInputFiles('input[type="file"]', {
    name: '考察台账.xlsx',
    mimeType: XLSX_MIME,
    buffer: Buffer.concat(parts),
  });
  const result = page.getByRole('region', { name: '校验结果' });
  await expect(result.getByRole('status')).toContainText('可写入1条考察和思想汇报');
  await expect(page.getByRole('region', { name: '待修正的行' })).toContainText('不能晚于今天');
  await look(page, 'importSheet');
  await page.getByRole('button', { name: '写入1条' }).click();
  await expect(result.getByRole('status')).toContainText('已写入1条');

  await go(page, `/affairs/recruitment/detailInfo?id=${file.id}`);
  await expect(page.getByRole('region', { name: '时间线' })).toContainText('按期参加活动，表现良好');
  await page.goBack();
  await page.getByRole('button', { name: '撤销导入' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '撤销导入' }).click();
  await expect(page.getByRole('heading', { name: '这次导入已撤销' })).toBeVisible();
  await go(page, `/affairs/recruitment/detailInfo?id=${file.id}`);
  await expect(page.getByRole('region', { name: '时间线' })).toBeVisible();
  await expect(page.getByText('按期参加活动，表现良好')).toHaveCount(0);
});

test('终止培养 is asked by the branch, taken back, asked anew, and ends the file when the street agrees', async ({
  page: branch,
  another,
}) => {
  await signIn(branch, BRANCH_WORKER, '/affairs/recruitment/overview');
  const file = await somebody(branch, 4);
  const work = `/affairs/recruitment/steps/${file.id}/4`;
  await go(branch, work);
  const banner = branch.getByRole('region', { name: '终止培养申请' });
  const asks = async () => {
    await branch.getByRole('button', { name: '结束档案' }).click();
    const dialog = branch.getByRole('dialog', { name: `结束发展档案 ${file.name}` });
    await dialog.getByLabel('结束方式').selectOption({ label: '终止培养' });
    await dialog.getByRole('textbox', { name: '原因' }).fill('外出务工，长期联系不上');
    await dialog.getByRole('button', { name: '保存' }).click();
    await expect(banner).toContainText('决定以前不再办理后面的步骤');
  };
  await asks();
  await look(branch, 'endingAsked');
  await banner.getByRole('button', { name: '撤回终止申请' }).click();
  await branch.getByRole('dialog').getByRole('button', { name: '撤回' }).click();
  await expect(banner).toHaveCount(0);
  await asks();

  // The county reads with whom it waits, and decides nothing.
  const county = await another();
  await signIn(county, COUNTY, work);
  const seen = county.getByRole('region', { name: '终止培养申请' });
  await expect(seen).toContainText('终止培养等待江南街道党工委决定');
  await expect(seen.getByRole('button')).toHaveCount(0);

  // In 待我审批 of the street alone; a 更正 of the same person leads to where it is decided.
  const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const upload = { base64: `data:image/png;base64,${picture}`, fileName: '申请书原件.png' };
  const paper: string = (await askBy(branch, '/api/sys/oss/upload/base64', upload)).data.id;
  const correction = await askBy(branch, '/api/fzdy/correction', {
    memberId: file.memberId,
    field: 'handledOn',
    stepNo: 1,
    after: (await ask(branch, `/api/fzdy/file/${file.id}`)).data.steps[0].handledOn.replace(/-\d\d$/, '-01'),
    reason: '与申请书原件核对',
    files: [paper],
  });
  expect(correction.code, correction.msg).toBe(200);
  const waiting = '/affairs/recruitment/activist?stage=4&view=decide';
  const decider = await another();
  await signIn(decider, BASE_WORKER, waiting);
  const row = decider.getByRole('row', { name: new RegExp(file.name) });
  await expect(row).toContainText('终止培养等待决定');
  await expect(row).toContainText('待决定');
  await expect(row.getByRole('link', { name: `审批${file.name}的更正` })).toBeVisible();
  await look(decider, 'decideList');
  await decider.getByRole('link', { name: `审批${file.name}的更正` }).click();
  await decider
    .getByRole('row')
    .filter({ hasText: '第1步' })
    .getByRole('button', { name: '审批', exact: true })
    .click();
  await expect(decider.getByRole('dialog')).toContainText('与申请书原件核对');
  await look(decider, 'decideCorrection');
  await decider.keyboard.press('Escape');
  await go(county, waiting);
  await expect(county.getByText('没有符合条件的记录')).toBeVisible();
  await look(county, 'decideNone');
  await go(branch, waiting);
  await expect(branch.getByText('没有符合条件的记录')).toBeVisible();
  await go(branch, work);

  // The street finds it among its to-dos and says no first, then yes.
  const street = await another();
  await signIn(street, BASE_WORKER, work);
  const desk = street.getByRole('region', { name: '终止培养申请' });
  await desk.getByRole('button', { name: '不同意终止' }).click();
  const refusal = street.getByRole('dialog', { name: `不同意终止培养 ${file.name}` });
  await refusal.getByRole('button', { name: '不同意', exact: true }).click();
  await expect(refusal.getByText('请输入不同意的理由')).toBeVisible();
  await refusal.getByRole('textbox').fill('先联系本人');
  await refusal.getByRole('button', { name: '不同意', exact: true }).click();
  await expect(desk).toHaveCount(0);
  await branch.reload();
  await expect(banner).toHaveCount(0);
  await asks();
  await street.reload();
  await desk.getByRole('button', { name: '同意终止', exact: true }).click();
  await look(street, 'endingDecide');
  await street.getByRole('dialog').getByRole('button', { name: '同意终止' }).click();
  await expect(street.getByRole('heading', { name: `发展档案（终止培养） ${file.name}` })).toBeVisible();
  await go(branch, `/affairs/recruitment/corrections?memberId=${file.memberId}`);
  await expect(branch.getByText('已终止').first()).toBeVisible();
  await look(branch, 'corrections');
});

test('the pages of one file offer their help, which scrolls by key; the person’s record has the way; the site sets the rules', async ({
  page,
  another,
}) => {
  await signIn(page, BRANCH_WORKER, '/affairs/recruitment/overview');
  await expect(page.getByRole('button', { name: '本页帮助', exact: true })).toBeVisible();
  await look(page, 'overview');
  const file = await somebody(page, 2);
  await go(page, `/affairs/recruitment/detailInfo?id=${file.id}`);
  const help = page.getByRole('button', { name: '本页帮助', exact: true });
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(file.name) })).toBeVisible();
  await expect(help).toBeVisible();
  await look(page, 'whole');
  await help.click();
  const panel = page.getByRole('complementary', { name: '本页帮助' });
  await expect(panel).toContainText('终止培养和结束档案');
  await look(page, 'help');
  await page.setViewportSize({ width: 390, height: 480 });
  const text = panel.getByRole('region', { name: '帮助内容' });
  await text.focus();
  await page.keyboard.press('End');
  await expect.poll(() => text.evaluate((box) => box.scrollTop)).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await expect(help).toBeFocused();
  await page.setViewportSize({ width: 1440, height: 900 });

  for (const path of [
    `addUpdatePage?id=${file.memberId}`,
    `probationary/${file.id}`,
    `probationary/edit/${file.id}`,
    `correct/${file.memberId}`,
  ]) {
    await go(page, `/affairs/recruitment/${path}`);
    await expect(page).toHaveURL(new RegExp(path.split('?')[0] ?? ''));
    await expect(help, path).toBeVisible();
  }

  // 发展经历 in the person's record.
  await go(page, `/affairs/member/browse/${file.memberId}`);
  await expect(page.getByRole('button', { name: '本页帮助', exact: true })).toBeVisible();
  await page.getByRole('tab', { name: '发展经历' }).click();
  await expect(page.getByRole('region', { name: /^正在办理/ })).toContainText('递交入党申请书');
  await look(page, 'memberTab');
  await page.getByRole('link', { name: '完整档案' }).click();
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(file.name) })).toBeVisible();

  // What a site sets of the rules: read by branches, changed by administrators.
  await go(page, '/affairs/recruitment/rules');
  await expect(page.getByRole('region', { name: '规则设置' })).toContainText('每季度一次');
  await expect(page.getByRole('button', { name: '修改设置' })).toHaveCount(0);
  const admin = await another();
  await signIn(admin, ADMIN, '/affairs/recruitment/rules');
  await admin.getByRole('button', { name: '修改设置' }).click();
  const dialog = admin.getByRole('dialog', { name: '修改规则设置' });
  await dialog.getByRole('textbox', { name: '补登天数' }).fill('0');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog.getByText('至少1天')).toBeVisible();
  await look(admin, 'rulesFault');
  await dialog.getByRole('textbox', { name: '补登天数' }).fill('30');
  await dialog.getByRole('textbox', { name: '思想汇报间隔（月）' }).fill('4');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(admin.getByRole('region', { name: '规则设置' })).toContainText('每4个月一次');
  await look(admin, 'rules');
  await admin.getByRole('button', { name: '修改设置' }).click();
  await dialog.getByRole('textbox', { name: '思想汇报间隔（月）' }).fill('3');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(admin.getByRole('region', { name: '规则设置' })).toContainText('每季度一次');
});
