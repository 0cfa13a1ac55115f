import { expect, type Page } from '@playwright/test';
import { lookAs } from './support/look.ts';
import { ADMIN, BASE_WORKER, BRANCH_WORKER, MEMBER } from './support/people.ts';
import { computeCheck } from './support/pictureCheck.ts';
import { base, signIn } from './support/signIn.ts';
import { go, test } from './support/test.ts';
import { windowOf } from './support/workflow.ts';

const LIST = '/affairs/organization/threeAffairs';
const SHOWN = '/affairs/organization/threeAffairsOpenClassify/party';
const notice = (page: Page, text: string) => expect(page.locator('.notice', { hasText: text })).toBeVisible();

const look = lookAs('open');

async function write(page: Page, html: string): Promise<void> {
  const text = page.getByRole('textbox', { name: '公开内容' });
  await text.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(html);
}

test('a branch drafts, its committee sends it back and approves, members and residents read, ask and are answered', async ({
  page,
  another,
}) => {
  const title = `第三季度党费收缴使用情况 ${Date.now()}`;
  await signIn(page, BRANCH_WORKER, LIST);
  await page.getByRole('link', { name: '新增公开' }).click();
  await page.getByRole('combobox', { name: '公开项目' }).selectOption({ label: '重大决策' });
  await page.getByRole('textbox', { name: '公开天数' }).fill('5');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('公开天数不少于10天')).toBeVisible();
  await expect(page.getByText('请输入标题')).toBeVisible();
  await page.getByRole('textbox', { name: '公开天数' }).fill('15');
  await page.getByRole('textbox', { name: '标题' }).fill(title);
  await write(page, '本季度收缴党费1260元，使用300元。');
  await page.getByTestId('upload-input').setInputFiles({
    name: '收支明细.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('收1260元，支300元'),
  });
  await expect(page.getByRole('button', { name: '收支明细.txt', exact: true })).toBeVisible();
  await look(page, 'form');
  // A reload loses nothing: the draft brings back text and file.
  await expect(page.getByText(/已存草稿/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: '标题' })).toHaveValue(title);
  await expect(page.getByRole('button', { name: '收支明细.txt', exact: true })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+s');
  await notice(page, '已存为草稿，送审同意后公开');
  await expect(page.getByText('草稿还没有送审，同意前不公开。')).toBeVisible();
  await page.getByRole('button', { name: '送审', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '送审' }).click();
  await expect(page.getByText('等待')).toBeVisible();
  await page.getByRole('button', { name: '撤销' }).click();
  await notice(page, '已撤销');
  await page.getByRole('button', { name: '送审', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '送审' }).click();
  await expect(page.getByRole('button', { name: '撤回送审' })).toBeVisible();
  const detail = page.url().split('#')[1] ?? '';

  const committee = await windowOf(another, BASE_WORKER, detail);
  // For how long it would be shown is part of what is decided.
  await expect(committee.locator('.record-fields')).toContainText(/从同意公开的当天起\d+天/);
  await committee.getByRole('button', { name: '退回修改' }).click();
  await committee.getByRole('dialog').getByRole('button', { name: '退回' }).click();
  await expect(committee.getByText('请输入修改意见')).toBeVisible();
  await committee.getByRole('dialog').getByRole('textbox').fill('写明使用在哪里');
  await committee.getByRole('dialog').getByRole('button', { name: '退回' }).click();
  await notice(committee, '已退回');

  await page.reload();
  await expect(page.getByText('退回意见：写明使用在哪里')).toBeVisible();
  await page.getByRole('link', { name: '编辑' }).click();
  await write(page, '本季度收缴党费1260元，使用300元，购买学习书籍。');
  await page.keyboard.press('ControlOrMeta+s');
  await notice(page, '已存为草稿，送审同意后公开');
  await page.getByRole('button', { name: '重新送审' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '送审' }).click();
  await expect(page.getByRole('button', { name: '撤回送审' })).toBeVisible();

  const member = await windowOf(another, MEMBER, SHOWN);
  await expect(member.getByRole('heading', { name: '已公开的事项' })).toBeVisible();
  await expect(member.getByRole('link', { name: title, exact: true })).toHaveCount(0);
  await go(committee, LIST);
  await committee.getByRole('button', { name: '待办' }).click();
  await committee.getByText('待我审批').click();
  await look(committee, 'list');
  await committee.getByRole('link', { name: title }).click();
  await committee.getByRole('button', { name: '同意公开' }).click();
  await committee.getByRole('dialog').getByRole('button', { name: '同意公开' }).click();
  await notice(committee, '已同意，从今天起公开');
  await expect(committee.getByAltText('公开页二维码')).toBeVisible();
  await look(committee, 'detail');
  const address = (await committee.getByRole('link', { name: '打开公开页' }).getAttribute('href')) ?? '';

  await member.reload();
  await member.getByRole('link', { name: title, exact: true }).click();
  await expect(member.getByText('购买学习书籍')).toBeVisible();
  await expect(member.getByRole('link', { name: '更正' })).toHaveCount(0);
  await member.getByRole('tab', { name: '我的意见' }).click();
  await member.getByRole('button', { name: '提交意见' }).click();
  await expect(member.getByText('请输入意见')).toBeVisible();
  await member.getByRole('textbox', { name: '我的意见' }).fill('买了哪些书？');
  await member.getByRole('button', { name: '提交意见' }).click();
  await expect(member.getByText('等待答复')).toBeVisible();
  await look(member, 'feedback');

  await page.reload();
  await page.getByRole('tab', { name: /意见与答复/ }).click();
  await page.getByRole('button', { name: '答复' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('党章和条例各20本');
  await page.getByRole('dialog').getByRole('button', { name: '答复' }).click();
  await notice(page, '已答复，已通知本人');
  await member.reload();
  await expect(member.getByText('党章和条例各20本')).toBeVisible();

  const resident = await another();
  await resident.goto(`${base()}/${address}`);
  await expect(resident.getByRole('heading', { name: title })).toBeVisible();
  await expect(resident.getByText('购买学习书籍')).toBeVisible();
  const [file] = await Promise.all([
    resident.waitForEvent('download'),
    resident.getByRole('link', { name: '收支明细.txt' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('收支明细.txt');
  await look(resident, 'public');

  // The branch lets residents speak; what one says is answered, and stands on the page with the answer.
  await expect(resident.getByRole('form', { name: '提意见' })).toHaveCount(0);
  await go(page, LIST);
  await page.getByRole('button', { name: '公开栏' }).click();
  await page.getByRole('dialog').getByRole('checkbox', { name: '居民可以在那里提意见' }).check();
  await look(page, 'board-dialog');
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await notice(page, '保存成功');
  await resident.reload();
  await resident.getByRole('button', { name: '提交意见' }).click();
  await expect(resident.getByText('请输入意见')).toBeVisible();
  await expect(resident.getByRole('textbox', { name: '意见' })).toBeFocused();
  await resident.getByRole('textbox', { name: '意见' }).fill('书放在哪里，居民能借吗？');
  await resident.getByRole('textbox', { name: /^电话/ }).fill('13971234567');
  await computeCheck(resident);
  await look(resident, 'resident');
  await resident.getByRole('button', { name: '提交意见' }).click();
  await expect(resident.getByText(/^意见已送到/)).toBeVisible();
  await go(page, `${detail}?tab=feedback`);
  const said = page.getByRole('listitem').filter({ hasText: '居民能借吗' });
  await expect(said).toContainText('居民（未登录）');
  await expect(said).toContainText('139****4567');
  await look(page, 'answers');
  await said.getByRole('button', { name: '答复' }).click();
  await page.getByRole('dialog').getByRole('checkbox').check();
  await page.getByRole('dialog').getByRole('textbox').fill('在活动室，登记后可以借');
  await page.getByRole('dialog').getByRole('button', { name: '答复' }).click();
  await expect(said.getByText('登在公开页')).toBeVisible();
  await resident.reload();
  await expect(resident.getByText('在活动室，登记后可以借')).toBeVisible();
  await look(resident, 'answered');
  await resident.getByRole('link', { name: '第一党支部' }).click();
  await expect(resident.getByRole('heading', { name: '公开栏' })).toBeVisible();
  await expect(resident.getByRole('link', { name: title })).toBeVisible();
  await look(resident, 'board');
  await resident.goBack();

  // A correction: the old text stays until it is approved, the versions stand beside each other.
  await page.getByRole('link', { name: '更正' }).click();
  await write(page, '本季度收缴党费1280元，使用300元，购买学习书籍。');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('请写明更正了什么、为什么更正')).toBeVisible();
  await page.getByRole('textbox', { name: '更正说明' }).fill('漏记一人20元');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('原版公开中')).toBeVisible();
  await page.getByRole('button', { name: '送审', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '送审' }).click();
  await expect(page.getByRole('button', { name: '撤回送审' })).toBeVisible();
  await resident.reload();
  await expect(resident.getByText('1260元')).toBeVisible();
  await committee.reload();
  await committee.getByRole('button', { name: '同意公开' }).click();
  await committee.getByRole('dialog').getByRole('button', { name: '同意公开' }).click();
  await notice(committee, '已同意，从今天起公开');
  await resident.reload();
  await expect(resident.getByText('1280元')).toBeVisible();
  await expect(resident.getByText('更正说明：漏记一人20元')).toBeVisible();
  await page.reload();
  await page.getByRole('tab', { name: /历次版本/ }).click();
  await expect(page.getByRole('list', { name: '与上一版对照' })).toContainText('1280元');
  await look(page, 'versions');

  // Taken down and shown again by 撤销.
  await page.getByRole('button', { name: '撤下' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('核对金额');
  await page.getByRole('dialog').getByRole('button', { name: '撤下' }).click();
  await expect(page.getByText('已撤下：核对金额')).toBeVisible();
  await page.getByRole('button', { name: '撤销' }).click();
  await notice(page, '已撤销');
  await resident.reload();
  await expect(resident.getByRole('heading', { name: title })).toBeVisible();
});

test('the administrator keeps the catalogue, and what is due leads to its form', async ({ page, another }) => {
  await signIn(page, ADMIN, `${LIST}/catalogue`);
  await page.getByRole('button', { name: '编辑 党费收缴使用' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: '期满后期限（天）' }).fill('0');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog.getByText('期限至少1天')).toBeVisible();
  await dialog.getByRole('textbox', { name: '期满后期限（天）' }).fill('20');
  await dialog.getByRole('textbox', { name: '起始日期' }).fill('2026-01-01');
  await dialog.getByRole('button', { name: '保存' }).click();
  await notice(page, '保存成功');
  await look(page, 'catalogue');
  await page.getByRole('button', { name: '停用 其他党务' }).click();
  await page.getByRole('button', { name: '撤销' }).click();
  await notice(page, '已撤销');

  const branch = await windowOf(another, BRANCH_WORKER, `${LIST}/due`);
  await expect(branch.getByRole('link', { name: '党费收缴使用' })).toBeVisible();
  await look(branch, 'due');
  await branch.getByRole('link', { name: '党费收缴使用' }).click();
  await expect(branch.getByRole('heading', { name: /^新增公开/ })).toBeVisible();
  await expect(branch.getByRole('textbox', { name: '标题' })).toHaveValue(/季度党费收缴使用$/);

  // A second one of the same period is refused once, at its field.
  const form = branch.url().split('#')[1] ?? '';
  await write(branch, '收缴1200元');
  await branch.keyboard.press('ControlOrMeta+s');
  await notice(branch, '已存为草稿，送审同意后公开');
  await expect(branch.getByText('草稿还没有送审，同意前不公开。')).toBeVisible();
  const made = branch.url().split('#')[1] ?? '';
  await go(branch, form);
  await write(branch, '又一件');
  await branch.keyboard.press('ControlOrMeta+s');
  await expect(branch.getByText('该项目本期已有公开事项，请直接修改那一件')).toHaveCount(1);
  await expect(branch.getByRole('combobox', { name: '期次' })).toBeFocused();
  await go(branch, made);
  await branch.getByRole('button', { name: '删除' }).click();
  await branch.getByRole('dialog').getByRole('textbox').fill('演练');
  await branch.getByRole('dialog').getByRole('button', { name: /删除/ }).click();
  await notice(branch, '删除成功');
});

test('the address of a board is copied also by a page that came without TLS, within its dialog', async ({ page }) => {
  // Such a page has no clipboard to call.
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await signIn(page, BRANCH_WORKER, LIST);
  await page.getByRole('button', { name: '公开栏' }).click();
  const board = page.getByRole('dialog', { name: /^公开栏/ });
  await board.getByRole('button', { name: '复制公开页地址' }).click();
  await notice(page, '公开页地址已复制');
  await page.keyboard.press('Escape');
  await page.getByPlaceholder('标题').click();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(page.getByPlaceholder('标题')).toHaveValue(/\/#\/open\//);
});
