import { expect, type Page } from '@playwright/test';
import { graveFaults } from './support/axe.ts';
import { LIST, rows } from './support/members.ts';
import { more } from './support/menu.ts';
import { paperOn } from './support/paper.ts';
import { BRANCH_WORKER } from './support/people.ts';
import { base, signIn } from './support/signIn.ts';
import { ask, askBy, test, totalOf } from './support/test.ts';

test.use({ keepsWindow: true });

const SCREENS = '.cache/screens';
const PHONE = { width: 390, height: 844 };

/** A condition of the open dialog, by its place. */
async function condition(page: Page, at: number, field: string, op: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '组合条件' });
  await dialog.getByLabel('字段').nth(at).selectOption({ label: field });
  await dialog.getByLabel('比较').nth(at).selectOption({ label: op });
}

async function fits(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
}

test('conditions are put together with the number beside them, kept, used, changed and taken back', async ({
  page,
}) => {
  await signIn(page, BRANCH_WORKER, LIST);
  await expect(rows(page)).toHaveCount(20);
  await more(page, '组合条件');
  const dialog = page.getByRole('dialog', { name: '组合条件' });
  // What is not filled in yet is said at its place.
  await dialog.getByRole('button', { name: '使用', exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveText('请选择人员类别');
  await dialog.getByLabel('选择人员类别').selectOption({ label: '正式党员' });
  await dialog.getByRole('button', { name: '加条件组' }).click();
  await condition(page, 1, '年龄', '在');
  await dialog.getByLabel('年龄从').fill('60');
  await dialog.getByRole('button', { name: '加条件', exact: true }).first().click();
  await condition(page, 2, '性别', '是');
  await dialog.getByLabel('选择性别').selectOption({ label: '女' });
  const count = dialog.locator('.query-count');
  await expect(count).toHaveText(/^\d+人：人员类别是正式党员，并且（年龄60岁及以上，或者性别是女）$/);
  const number = Number((await count.locator('b').textContent())?.replaceAll(',', ''));
  await page.screenshot({ path: `${SCREENS}/query.png` });
  expect(await graveFaults(page, { within: ['dialog'] })).toEqual([]);
  await fits(page);
  await page.screenshot({ path: `${SCREENS}/query-phone.png` });
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByLabel('名称').fill('老党员和女党员');
  await dialog.getByRole('button', { name: '保存并使用' }).click();
  await expect(dialog).toHaveCount(0);

  const note = page.locator('.query-note');
  await expect(note).toContainText('老党员和女党员：人员类别是正式党员');
  await expect(page.locator('.pager-total')).toHaveText(`共${number}人`);
  await page.screenshot({ path: `${SCREENS}/query-used.png` });
  // A new page of the same address finds the same people: the conditions are kept with the account, not in it.
  await page.reload();
  await expect(note).toContainText('老党员和女党员');
  await expect(page.locator('.pager-total')).toHaveText(`共${number}人`);

  await note.getByRole('button', { name: '修改条件' }).click();
  await dialog.getByRole('button', { name: '删除这一组' }).click();
  await dialog.getByRole('button', { name: '保存并使用' }).click();
  await expect(note).toContainText('老党员和女党员：人员类别是正式党员');
  await expect(page.locator('.pager-total')).not.toHaveText(`共${number}人`);
  await note.getByRole('button', { name: '删除', exact: true }).click();
  await expect(note).toHaveCount(0);
  await page.locator('.undo-bar', { hasText: '老党员和女党员' }).getByRole('button', { name: '撤销' }).click();
  await page.getByRole('button', { name: '更多条件' }).click();
  await page.getByRole('button', { name: /^已存条件/ }).click();
  await page.getByRole('radio', { name: '老党员和女党员' }).click();
  await expect(note).toContainText('人员类别是正式党员');
});

test('a field is changed for the chosen people after a preview, watched, and taken back as a whole', async ({
  page,
}) => {
  await signIn(page, BRANCH_WORKER, LIST);
  await expect(rows(page)).toHaveCount(20);
  for (const at of [0, 1, 2]) await rows(page).nth(at).getByRole('checkbox').check();
  await page.getByRole('button', { name: '批量操作' }).click();
  await page.screenshot({ path: `${SCREENS}/bulk-menu.png` });
  await page.getByRole('menuitem', { name: '修改一个字段' }).click();
  const dialog = page.getByRole('dialog', { name: '修改一个字段 3人' });
  await dialog.getByRole('button', { name: '预览' }).click();
  await expect(dialog.getByText('请选择可以批量修改的字段')).toBeVisible();
  // A long choice is found by typing.
  const choice = dialog.getByRole('combobox', { name: '要修改的字段' });
  await choice.fill('入党');
  await page.getByRole('option', { name: '入党日期', exact: true }).click();
  await dialog.getByRole('textbox', { name: '改为' }).fill('2199-01-01');
  await dialog.getByRole('button', { name: '预览' }).click();
  await expect(dialog.getByText('入党日期不能晚于今天').first()).toBeVisible();
  await expect(dialog.getByRole('button', { name: '开始修改0人' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '批量操作' }).click();
  await page.getByRole('menuitem', { name: '修改一个字段' }).click();
  await choice.fill('工作单位');
  await page.getByRole('option', { name: '工作单位', exact: true }).click();
  await dialog.getByRole('textbox', { name: '改为' }).fill('峡州市第一中学');
  await dialog.getByRole('button', { name: '预览' }).click();
  await expect(dialog.getByText('将修改3人', { exact: true })).toBeVisible();
  await page.screenshot({ path: `${SCREENS}/bulk-preview.png` });
  await dialog.getByRole('button', { name: '开始修改3人' }).click();

  await expect(page.getByRole('heading', { name: '工作单位改为“峡州市第一中学”' })).toBeVisible();
  const head = page.getByRole('region', { name: '批量修改' });
  await expect(head.getByRole('status')).toContainText('已完成');
  await expect(head.getByRole('status')).toContainText('已修改3人');
  await expect(page.locator('.list-table tbody tr')).toHaveCount(3);
  await page.screenshot({ path: `${SCREENS}/bulk-done.png` });
  expect(await graveFaults(page, { within: ['main'] })).toEqual([]);
  await fits(page);
  await page.screenshot({ path: `${SCREENS}/bulk-done-phone.png` });
  await page.setViewportSize({ width: 1440, height: 900 });
  const first = page.getByRole('link', { name: '变更记录' }).first();
  const record = await first.getAttribute('href');
  expect(record).toBeTruthy();

  await page.getByRole('button', { name: '整批撤销' }).click();
  await page.getByRole('dialog', { name: '整批撤销' }).getByRole('button', { name: '撤销', exact: true }).click();
  await expect(head.getByRole('status')).toContainText('已撤销3人');
  await first.click();
  await expect(page.getByRole('dialog', { name: '变更记录' })).toContainText('撤销批量修改');
});

test('more people than one print run takes are printed in portions', async ({ page }) => {
  await signIn(page, BRANCH_WORKER, LIST);
  await expect(rows(page)).toHaveCount(20);
  const total = await totalOf(page);
  await rows(page).first().getByRole('checkbox').check();
  await page.getByRole('button', { name: /^选中全部/ }).click();
  await page.getByRole('button', { name: '批量操作' }).click();
  await page.getByRole('menuitem', { name: '打印信息采集表' }).click();
  await expect(page.locator('.print-portions')).toContainText(`共${total}人`);
  expect(await paperOn(page)).toHaveLength(50);
  await page.getByRole('button', { name: '下一批' }).click();
  await expect(page.getByText(`共${total - 50}页`)).toBeVisible();
  expect(await paperOn(page)).toHaveLength(total - 50);
});

for (const look of ['light', 'dark'] as const) {
  test(`the collection sheet as PDF is one clean A4 page a person, ${look}`, async ({ page }) => {
    await signIn(page, BRANCH_WORKER, LIST);
    await page.evaluate((theme) => localStorage.setItem('display-mode', JSON.stringify({ theme })), look);
    const { rows: people } = await ask(page, '/api/orgMeber/org/datalistPage?pageSize=2');
    const [{ id }, other] = people;
    const { version } = (await ask(page, `/api/dyxx/member/get/${id}`)).data;
    const long = {
      residence: '滨江花园小区第三期东区二十八号楼'.repeat(7),
      remark: '长期在外务工，按季度汇报。'.repeat(15),
    };
    expect((await askBy(page, '/api/dyxx/member', { id, version, ...long }, 'PUT')).code).toBe(200);
    for (const form of ['collect', 'register']) {
      await page.goto(`${base()}/#/affairs/member/print?ids=${id},${other.id}&form=${form}`);
      await page.reload();
      const sheets = await paperOn(page);
      expect(sheets).toHaveLength(2);
      for (const { width, height } of sheets) {
        expect(width).toBeCloseTo(595.28, 1);
        expect(height).toBeCloseTo(841.89, 1);
      }
      const title = form === 'collect' ? '党员信息采集表' : '党员登记表';
      expect(await page.title()).toContain(title);
      for (const { text } of sheets) expect(text).toContain(title);
      const own = sheets.map(({ text }) => text).join('');
      expect(own).toContain(long.residence);
      if (form === 'register') expect(own).toContain(long.remark);
    }
  });
}
