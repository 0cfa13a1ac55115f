import { expect } from '@playwright/test';
import { wordDocument } from './support/docx.ts';
import { hold } from './support/line.ts';
import { ADMIN, BASE_WORKER, BRANCH_WORKER, COUNTY } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, go, test } from './support/test.ts';
import { LIST, look, meOf, PICTURE, publish, send, windowOf } from './support/workflow.ts';

test.use({ keepsWindow: true });

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

test('a matter is raised, two decide at once, one is returned, fixed and approved', async ({ page, another }) => {
  const base = await windowOf(another, BASE_WORKER, LIST);
  const county = await windowOf(another, COUNTY, LIST);
  const [zhou, wang] = [await meOf(base), await meOf(county)];
  const admin = await windowOf(another, ADMIN, '/sys/workflow');
  const name = `活动场地审批${Date.now()}`;
  await publish(admin, name, [zhou, wang]);

  await signIn(page, BRANCH_WORKER, LIST);
  await page.getByRole('link', { name: '发起事项' }).click();
  await page.getByRole('combobox', { name: '审批流程' }).selectOption({ label: `${name}（中共峡州市委员会）` });
  await page.getByRole('combobox', { name: '事项类别' }).selectOption('组织活动');
  await page.getByRole('textbox', { name: '标题' }).fill('借用街道三楼会议室');
  await page.getByRole('button', { name: '提交审批' }).click();
  await expect(page.locator('.field-fault')).toHaveText('请输入事由');
  await page.getByRole('textbox', { name: '事由' }).fill('11月28日下午开支部党员大会，预计到会38人。');
  await page.getByRole('textbox', { name: '涉及金额（元）' }).fill('1200.50');
  await expect(page.getByText('人民币壹仟贰佰元伍角整')).toBeVisible();
  await expect(page.locator('.way-steps')).toContainText('街道审批');
  const paper = { name: '会议通知.png', mimeType: 'image/png', buffer: Buffer.from(PICTURE, 'base64') };
  await page.getByTestId('upload-input').setInputFiles(paper);
  await expect(page.getByText('已有1个')).toBeVisible();
  const plan = wordDocument(Buffer.from(PICTURE, 'base64'), 1);
  await page.getByTestId('upload-input').setInputFiles({ name: '活动方案.docx', mimeType: DOCX, buffer: plan });
  await expect(page.getByText('已有2个')).toBeVisible();
  await page.screenshot({ path: '.cache/screens/workflow-start.png', fullPage: true });
  await page.getByRole('button', { name: '提交审批' }).click();
  await expect(page.getByRole('heading', { name: '借用街道三楼会议室' })).toBeVisible();
  await expect(page.getByRole('region', { name: '审批决定' })).toContainText('等');
  await expect(page.getByRole('button', { name: '撤回' })).toBeVisible();
  await look(page, 'workflow-own');

  // Both have it open; the second of them reads that it was decided.
  for (const one of [base, county]) {
    await one.reload();
    await one.getByRole('link', { name: '借用街道三楼会议室' }).click();
    await expect(one.getByRole('button', { name: '请先选择' })).toBeVisible();
  }
  await base.getByRole('button', { name: /^会议通知\.png/ }).click();
  await expect(base.getByRole('img', { name: '会议通知.png' })).toBeVisible();
  await base.getByRole('button', { name: /^活动方案\.docx/ }).click();
  const plans = base.getByRole('region', { name: '活动方案.docx' });
  await expect(plans).toContainText('请全体党员按时参加。');
  // Its pictures with it, read on this machine.
  const drawn = plans.locator('img');
  await expect(drawn).toHaveCount(1);
  await expect(drawn).toHaveAttribute('src', /^blob:/);
  await expect.poll(() => drawn.evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBeGreaterThan(0);
  await expect(plans).not.toContainText('请下载后查看');
  await base.keyboard.press('1');
  await look(base, 'workflow-decide');
  await base.keyboard.press('2');
  await expect(base.getByRole('textbox', { name: '补正要求' })).toBeFocused();
  await base.keyboard.press('ControlOrMeta+Enter');
  await expect(base.locator('.field-fault')).toHaveText('请输入补正要求');
  await base.keyboard.type('请写明用到几点');
  await base.keyboard.press('ControlOrMeta+Enter');
  await expect(base.getByRole('dialog')).toContainText('收到待办');
  await base.getByRole('dialog').getByRole('button', { name: '退回补正' }).click();
  await expect(base.getByText('退回补正：借用街道三楼会议室')).toBeVisible();
  await county.keyboard.press('1');
  await expect(county.getByRole('button', { name: '同意', exact: true }).last()).toBeFocused();
  await county.keyboard.press('Enter');
  await expect(county.getByRole('alert')).toContainText('已被处理');
  await county.screenshot({ path: '.cache/screens/workflow-handled.png' });

  // Returned, fixed, and approved by the other.
  await page.reload();
  await page.getByRole('link', { name: '补正后重新提交' }).click();
  await expect(page.locator('.banner')).toContainText('请写明用到几点');
  await look(page, 'workflow-mend');
  await page.getByRole('textbox', { name: '事由' }).fill('11月28日14:00至17:00开支部党员大会，预计到会38人。');
  await page.getByRole('button', { name: '提交审批' }).click();
  await expect(page.getByRole('region', { name: '核对与办理过程' })).toContainText('补正后重新提交');
  await go(county, LIST);
  await county.reload();
  await county.getByRole('link', { name: '借用街道三楼会议室' }).click();
  await expect(county.getByRole('region', { name: '事项内容' })).toContainText('14:00至17:00');
  await county.keyboard.press('1');
  await county.keyboard.press('Enter');
  await expect(county.getByText('同意：借用街道三楼会议室')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('region', { name: '审批决定' })).toContainText('已同意，事项办结');
  const history = page.locator('.work-history > li');
  await expect(history.filter({ hasText: '退回' }).first()).toContainText(zhou.name);
  await expect(history.filter({ hasText: '同意' }).first()).toContainText(wang.name);
  await page.getByRole('navigation', { name: '当前位置' }).getByRole('link', { name: '待我审批' }).click();
  await page.getByRole('link', { name: '我发起的' }).click();
  await expect(page.locator('tr', { hasText: '借用街道三楼会议室' }).first()).toContainText('已同意');
  await look(page, 'workflow-mine');
});

test('twenty matters are approved by keys alone, and who raised one never decides it', async ({ page, another }) => {
  const admin = await windowOf(another, ADMIN, '/sys/workflow');
  await signIn(page, BASE_WORKER, LIST);
  const branch = await windowOf(another, BRANCH_WORKER, LIST);
  const processId = await publish(admin, `二十件${Date.now()}`, [await meOf(page), await meOf(branch)]);
  const titles = Array.from({ length: 20 }, (_, at) => `慰问困难党员第${at + 1}户`);
  const ids: string[] = [];
  for (const title of titles) {
    const { id } = await send(branch, '/api/workflow/matter', {
      processId,
      title,
      category: 'other',
      text: '按上年标准慰问。',
    });
    ids.push(id);
  }
  await go(branch, `${LIST}/matter/${ids[0]}`);
  await expect(branch.getByRole('region', { name: '审批决定' })).toContainText('街道审批');
  await expect(branch.getByRole('button', { name: '请先选择' })).toHaveCount(0);

  // On a slow line the first is decided before the list of those that wait has come.
  const release = await hold(page, '/api/workflow/listPage');
  await go(page, `${LIST}/matter/${ids[0]}`);
  for (const title of titles) {
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: '请先选择' })).toBeVisible();
    await page.keyboard.press('1');
    await expect(page.getByRole('button', { name: '同意', exact: true }).last()).toBeFocused();
    await page.keyboard.press('Enter');
    await release();
    await expect(page.getByText(`同意：${title}`)).toBeVisible();
  }
  const { rows } = await ask(page, '/api/workflow/listPage?view=done&pageSize=200');
  for (const id of ids) expect(rows).toContainEqual(expect.objectContaining({ id, state: 'approved' }));
});

test('an approver asks another to sign, the initiator urges and withdraws, a deputy is named until a day', async ({
  page,
  another,
}) => {
  const admin = await windowOf(another, ADMIN, '/sys/workflow');
  const base = await windowOf(another, BASE_WORKER, LIST);
  const county = await windowOf(another, COUNTY, LIST);
  const wang = await meOf(county);
  const processId = await publish(admin, `加签${Date.now()}`, [await meOf(base)]);
  await signIn(page, BRANCH_WORKER, LIST);
  const matter = { processId, title: '更换党员活动室桌椅', category: 'other', text: '旧桌椅已用十二年。' };
  const { id } = await send(page, '/api/workflow/matter', matter);

  await go(base, `${LIST}/matter/${id}`);
  await base.getByRole('button', { name: '加签' }).click();
  await base.getByRole('button', { name: '请其审签' }).click();
  await expect(base.locator('dialog .field-fault')).toHaveText('请选择加签人');
  await base.getByRole('combobox', { name: '加签人' }).fill(wang.name);
  await base
    .getByRole('option', { name: new RegExp(wang.name) })
    .first()
    .click();
  await base.getByRole('button', { name: '请其审签' }).click();
  await expect(base.locator('.banner')).toHaveText(`已请${wang.name}先审签，其同意后由您决定。`);
  await expect(base.getByRole('button', { name: '请先选择' })).toHaveCount(0);
  await look(base, 'workflow-asked');
  // Taken back and asked once more.
  await base.getByRole('button', { name: '收回加签' }).click();
  await expect(base.getByRole('button', { name: '请先选择' })).toBeVisible();
  await base.getByRole('button', { name: '加签' }).click();
  await base.getByRole('combobox', { name: '加签人' }).fill(wang.name);
  await base
    .getByRole('option', { name: new RegExp(wang.name) })
    .first()
    .click();
  await base.getByRole('button', { name: '请其审签' }).click();
  await expect(base.getByRole('button', { name: '收回加签' })).toBeVisible();
  await go(county, `${LIST}/matter/${id}`);
  await expect(county.getByRole('button', { name: '请先选择' })).toBeVisible();
  await county.keyboard.press('1');
  await county.keyboard.press('Enter');
  await expect(county.getByText('同意：更换党员活动室桌椅')).toBeVisible();

  // Handed over for good, with its reason; the next matter comes.
  await base.reload();
  await base.getByRole('button', { name: '转交' }).click();
  const handing = base.getByRole('dialog', { name: '转交' });
  await handing.getByRole('combobox', { name: '转交给' }).fill('系统管理员');
  await handing
    .getByRole('option', { name: /系统管理员/ })
    .first()
    .click();
  await handing.getByRole('button', { name: '转交', exact: true }).click();
  await expect(handing.locator('.field-fault')).toHaveText('请输入转交原因');
  await handing.getByRole('textbox', { name: '转交原因' }).fill('由市里统一采购');
  await look(base, 'workflow-handing');
  await handing.getByRole('button', { name: '转交', exact: true }).click();
  await expect(base.getByText('已转交系统管理员审批')).toBeVisible();
  await expect(base.getByRole('heading', { name: '更换党员活动室桌椅' })).toHaveCount(0);
  await go(admin, `${LIST}/matter/${id}`);
  await expect(admin.getByRole('button', { name: '请先选择' })).toBeVisible();
  await expect(admin.locator('.work-history')).toContainText('系统管理员：由市里统一采购');

  await go(page, `${LIST}/matter/${id}`);
  await page.getByRole('button', { name: '催办' }).click();
  await expect(page.getByText(/^已催办，通知\d+人$/)).toBeVisible();
  await page.getByRole('button', { name: '催办' }).click();
  await expect(page.getByText(/已经催办过，2小时内只能催一次/)).toBeVisible();
  await page.getByRole('button', { name: '撤回' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '撤回' }).click();
  await expect(page.locator('dialog .field-fault')).toHaveText('请输入撤回原因');
  await page.getByRole('dialog').getByRole('textbox').fill('改由街道统一采购');
  await page.getByRole('dialog').getByRole('button', { name: '撤回' }).click();
  await expect(page.getByRole('region', { name: '审批决定' })).toContainText('已由发起人撤回');

  await go(base, `${LIST}/delegation`);
  await base.getByRole('button', { name: '委托他人' }).click();
  const dialog = base.getByRole('dialog');
  await dialog.getByRole('button', { name: '委托', exact: true }).click();
  await expect(dialog.locator('.field-fault').first()).toBeVisible();
  await dialog.getByRole('combobox', { name: '代办人' }).fill(wang.name);
  await dialog
    .getByRole('option', { name: new RegExp(wang.name) })
    .first()
    .click();
  const until = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  await dialog.getByRole('textbox', { name: '截止日期' }).fill(until);
  await dialog.getByRole('textbox', { name: '委托原因' }).fill('外出培训');
  await dialog.getByRole('button', { name: '委托', exact: true }).click();
  const row = base.locator('tr', { hasText: `我委托${wang.name}` }).first();
  await expect(row).toContainText('有效');
  await look(base, 'workflow-delegation');
  await row.getByRole('button', { name: '提前结束' }).click();
  await base.getByRole('dialog').getByRole('button', { name: '结束委托' }).click();
  await expect(row).toContainText('已结束');
});

test('an opinion that is being written stays over the next matter and a reload, until it is sent', async ({
  page,
  another,
}) => {
  const admin = await windowOf(another, ADMIN, '/sys/workflow');
  const raiser = await windowOf(another, BRANCH_WORKER, LIST);
  await signIn(page, BASE_WORKER, LIST);
  const processId = await publish(admin, `意见${Date.now()}`, [await meOf(page)]);
  const matter = (title: string) => ({ processId, title, category: 'other', text: '旧桌椅已用十二年，需要更换。' });
  const { id } = await send(raiser, '/api/workflow/matter', matter('写到一半的意见'));
  await send(raiser, '/api/workflow/matter', matter('另一件'));

  await go(page, `${LIST}/matter/${id}`);
  await expect(page.getByRole('heading', { name: '写到一半的意见' })).toBeVisible();
  await page.keyboard.press('2');
  await page.getByRole('textbox', { name: '补正要求' }).pressSequentially('请附三家报价');
  await page.getByRole('button', { name: '下一件' }).click();
  await expect(page.getByRole('heading', { name: '另一件' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: '审批意见' })).toHaveValue('');
  await page.getByRole('button', { name: '上一件' }).click();
  const opinion = page.getByRole('textbox', { name: '补正要求' });
  await expect(opinion).toHaveValue('请附三家报价');
  await expect(page.getByRole('radio', { name: /退回补正/ })).toBeChecked();
  await look(page, 'workflow-kept');
  await page.reload();
  await expect(opinion).toHaveValue('请附三家报价');
  await expect(page.getByText('已恢复上次未提交的内容')).toBeVisible();
  await page.getByRole('button', { name: '退回补正' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '退回补正' }).click();
  await expect(page.getByText('退回补正：写到一半的意见')).toBeVisible();
  await expect(page.getByRole('heading', { name: '写到一半的意见' })).toHaveCount(0);
});
