import { expect, type Page } from '@playwright/test';
import { checkCharacter } from '../src/people/member/rules/idCard.ts';
import { find, LIST, names, rows, search, secondPage } from './support/members.ts';
import { BASE_WORKER, BRANCH_WORKER, MEMBER } from './support/people.ts';
import { base, signIn } from './support/signIn.ts';
import { storedTexts } from './support/storage.ts';
import { ask, go, test, totalOf } from './support/test.ts';

test.use({ keepsWindow: true });

/** A valid number of area 420599, born on 8 March 1990, that nobody has. */
function card(serial: number): string {
  const first17 = `42059919900308${serial}`;
  return first17 + checkCharacter(first17);
}

/** The id of a person of the demo, as the signed-in page may see it. */
const idOf = async (page: Page, name: string): Promise<string> =>
  (await ask(page, `/api/orgMeber/org/datalistPage?keyWords=${encodeURIComponent(name)}`)).rows[0].id;

test('a person is found by name, initials, pinyin and the whole id card, which never shows in the address', async ({
  page,
}) => {
  await signIn(page, BRANCH_WORKER, LIST);
  await expect(rows(page)).toHaveCount(20);
  await page.keyboard.press('/');
  await expect(search(page)).toBeFocused();
  for (const words of ['田晓雯', 'txw', 'tianxiaowen', '晓雯', MEMBER]) {
    await find(page, words, 1);
    await expect(names(page).first()).toHaveText('田晓雯');
  }
  await expect(rows(page).first()).toContainText('420***********006X');
  expect(page.url()).not.toContain('?');
  // All but one sign of the number is nobody's.
  await find(page, `${MEMBER.slice(0, 17)}1`, 0);
  await expect(page.getByText('没有符合条件的记录')).toBeVisible();
  await page.getByRole('button', { name: '清除条件' }).click();
  await expect(rows(page)).toHaveCount(20);

  await find(page, 'txw', 1);
  await names(page).first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('田晓雯');
  await page.goBack();
  await expect(search(page)).toHaveValue('txw');
  await expect(rows(page)).toHaveCount(1);
});

test('the list is worked by keyboard alone', async ({ page }) => {
  await signIn(page, BRANCH_WORKER, LIST);
  await expect(rows(page)).toHaveCount(20);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(rows(page).nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator('.list-selected')).toContainText('已选1人');
  const second = (await names(page).nth(1).textContent()) ?? '';
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(second);
  await page.goBack();
  await expect(rows(page)).toHaveCount(20);
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await expect(page).toHaveURL(/\/affairs\/member\/edit\//);
  await page.getByLabel('职务', { exact: true }).fill('社区主任');
  await page.keyboard.press('Control+s');
  await expect(page.locator('.notice', { hasText: '保存成功' })).toBeVisible();
  await expect(page).toHaveURL(/\/affairs\/member\/browse\//);
  await expect(page.locator('.record-main')).toContainText('社区主任');
  await expect(page.locator('.timeline')).toContainText('社区主任');
});

test('a fault is told at its field, the first one is in the eye, and nothing is written', async ({ page }) => {
  await signIn(page, BRANCH_WORKER, LIST);
  const id = await idOf(page, '张承涛');
  await go(page, `${LIST}/edit/${id}`);
  const phone = page.getByLabel('手机号');
  await page.locator('.form-field', { hasText: '手机号' }).getByRole('button', { name: '修改' }).click();
  await phone.fill('12345');
  await page.getByRole('textbox', { name: '进入支部日期', exact: true }).fill('2999-01-01');
  await page.getByRole('button', { name: '保存' }).click();
  const wrong = page.locator('[aria-invalid="true"]');
  await expect(wrong).not.toHaveCount(0);
  await expect(page.locator('.form-faults')).toContainText(`还有${await wrong.count()}处要改`);
  await expect(phone).toBeFocused();
  await expect(phone).toBeInViewport();
  await expect(phone).toHaveAttribute('aria-invalid', 'true');
  await expect(phone).toHaveAccessibleDescription(/手机号/);
  expect((await ask(page, `/api/dyxx/member/get/${id}`)).data.version).toBe(1);
  // Nothing is asked, since what was typed is kept.
  await page.getByRole('button', { name: '取消' }).click();
  await expect(page).toHaveURL(new RegExp(`/affairs/member/browse/${id}$`));
});

test('two people correct one record: the second gets both side by side, and the merge keeps both', async ({
  page,
  another,
}) => {
  await signIn(page, BRANCH_WORKER, LIST);
  const id = await idOf(page, '朱艺然');
  await go(page, `${LIST}/edit/${id}`);
  await page.getByLabel('职务', { exact: true }).fill('组长');
  await page.getByLabel('现居住地').fill('望江路1号');

  const other = await secondPage(another, BASE_WORKER, `${LIST}/edit/${id}`);
  await other.getByLabel('工作单位').fill('渡口社区服务站');
  await other.getByLabel('现居住地').fill('望江路2号');
  await other.getByRole('button', { name: '保存' }).click();
  await expect(other).toHaveURL(/\/browse\//);

  await page.getByRole('button', { name: '保存' }).click();
  const diff = page.getByRole('dialog', { name: '对照两份 朱艺然' });
  await expect(diff).toContainText('周敏');
  await expect(diff).toContainText('有1项两人都改了');
  const merge = diff.getByRole('button', { name: '合并并保存' });
  await expect(merge).toBeDisabled();
  await diff.getByRole('radio', { name: '望江路1号' }).check();
  await merge.click();
  await expect(page).toHaveURL(/\/browse\//);
  const { data } = await ask(page, `/api/dyxx/member/get/${id}`);
  expect(data).toMatchObject({ position: '组长', residence: '望江路1号', workUnit: '渡口社区服务站', version: 3 });
});

test('the id card fills birth date and sex, a wrong one is told, it is masked once saved and shown for a reason that the log keeps; deleted with reason and password', async ({
  page,
}) => {
  await signIn(page, BRANCH_WORKER, LIST);
  await expect(rows(page)).toHaveCount(20);
  const before = await totalOf(page);
  await page.getByRole('link', { name: '新增党员' }).click();
  await page.getByRole('textbox', { name: '姓名', exact: true }).fill('赵明月');
  const number = page.getByRole('textbox', { name: '身份证号' });
  await number.fill(`${card(662).slice(0, 17)}${card(662).endsWith('0') ? '1' : '0'}`);
  await page.keyboard.press('Tab');
  await expect(page.locator('.form-field', { has: number })).toContainText('身份证号第18位应为');
  await number.fill(card(662));
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: '出生日期', exact: true })).toHaveValue('1990-03-08');
  await expect(page.getByLabel('性别')).toHaveValue('2');
  await expect(page.getByLabel('籍贯')).toHaveValue(/湖北/);
  await page.locator('input[name=nation]').fill('hz');
  await page.keyboard.press('Enter');
  await expect(page.locator('input[name=nation]')).toHaveValue('汉族');
  await page.getByRole('textbox', { name: '入党日期', exact: true }).fill('2015.7.1');
  await page.getByRole('textbox', { name: '转正日期', exact: true }).fill('20160701');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page).toHaveURL(/\/browse\/\d+/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('赵明月');
  await expect(page.locator('.record-main')).toContainText('2015-07-01');

  await test.step('masked once saved; shown for a reason, which the log keeps without the number', async () => {
    const record = page.url();
    const line = page.locator('.record-fields > *', { hasText: '身份证号' }).first();
    const mask = `420***********${card(662).slice(-4)}`;
    await expect(line).toContainText(mask);
    await line.getByRole('button', { name: '查看原值' }).click();
    const dialog = page.getByRole('dialog', { name: '查看身份证号原值' });
    await dialog.getByRole('button', { name: '查看', exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText('请输入查看原因');
    await dialog.getByRole('combobox').fill('核对身份证复印件');
    await page.keyboard.press('Enter');
    await expect(line).toContainText(card(662));
    await line.getByRole('button', { name: '遮住' }).click();
    await expect(line).toContainText(mask);
    await page.goto(record);
    await page.reload();
    await expect(line).toContainText(mask);
    await go(page, '/sys/logs');
    const log = page.locator('tbody tr', { hasText: '赵明月' }).filter({ hasText: '查看原值' });
    await log.getByRole('button', { name: '详情' }).click();
    await expect(page.getByRole('dialog')).toContainText('核对身份证复印件');
    await expect(page.getByRole('dialog')).not.toContainText(card(662));
    await page.keyboard.press('Escape');
  });

  await test.step('the same number a second time is told before saving', async () => {
    await go(page, `${LIST}/edit/add`);
    await page.getByRole('textbox', { name: '身份证号' }).fill(card(662));
    await page.keyboard.press('Tab');
    await expect(page.locator('.banner.bad')).toContainText('这个身份证号已经登记：赵明月');
    await page.getByRole('button', { name: '取消' }).click();
    await expect(rows(page)).toHaveCount(20);
    await expect(page.locator('.pager-total')).toHaveText(`共${before + 1}人`);
  });

  await test.step('deleted: the dialog names whom, reason and password are required, the success stands three seconds', async () => {
    await find(page, '赵明月', 1);
    await rows(page).first().getByRole('button', { name: /更多/ }).click();
    await page.getByRole('menuitem', { name: '删除 赵明月' }).click();
    const dialog = page.getByRole('dialog', { name: '删除 赵明月' });
    await dialog.getByRole('button', { name: '删除', exact: true }).click();
    await expect(dialog).toContainText('请输入删除原因');
    await expect(dialog).toContainText('请输入登录密码');
    expect((await dialog.boundingBox())?.width).toBe(470);
    await dialog.getByLabel('删除原因').fill('重复登记');
    await dialog.getByPlaceholder('请输入登录密码').fill('Wrong2026');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText('密码');
    await dialog.getByPlaceholder('请输入登录密码').fill('Party2026');
    await page.clock.install();
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
    await page.keyboard.press('Enter');
    const success = page.locator('.notice', { hasText: '删除成功' });
    await expect(success).toBeVisible();
    await page.clock.runFor(2900);
    await expect(success).toBeVisible();
    await page.clock.runFor(100);
    await expect(success).toHaveCount(0);
    await page.clock.resume();
    await expect(rows(page)).toHaveCount(0);
    await page.getByRole('button', { name: '清除条件' }).click();
    await expect(page.locator('.pager-total')).toHaveText(`共${before}人`);
  });
});

test('a draft outlives the tab and holds no id card in clear', async ({ page, context }) => {
  await signIn(page, BRANCH_WORKER, LIST);
  const id = await idOf(page, '周明涛');
  const form = `${LIST}/idCardChange/add/${id}`;
  await go(page, form);
  await page.getByLabel('变更原因').fill('江南码头');
  await page.getByRole('textbox', { name: '新身份证号', exact: true }).fill(card(880));
  await expect(page.locator('.form-foot')).toContainText('已存草稿');
  const stored = await storedTexts(page);
  expect(stored.some((text) => /"data":".{20}/.test(text))).toBe(true);
  for (const text of stored) {
    expect(text).not.toContain(card(880));
    expect(text).not.toContain('江南码头');
  }

  const again = await context.newPage();
  await page.close({ runBeforeUnload: false });
  await signIn(again, BRANCH_WORKER, form);
  await expect(again.locator('.kept-note')).toContainText('已恢复上次未提交的内容');
  await expect(again.getByLabel('变更原因')).toHaveValue('江南码头');
  await expect(again.getByRole('textbox', { name: '新身份证号', exact: true })).toHaveValue(card(880));

  // What is given up is gone for good.
  const third = await context.newPage();
  await again.close({ runBeforeUnload: false });
  await signIn(third, BRANCH_WORKER, form);
  await third.locator('.kept-note').getByRole('button', { name: '放弃草稿' }).click();
  await expect(third.locator('.kept-note')).toHaveCount(0);
  await expect(third.getByLabel('变更原因')).not.toHaveValue('江南码头');
  await third.reload();
  await expect(third.getByLabel('变更原因')).toBeVisible();
  await expect(third.locator('.kept-note')).toHaveCount(0);
});

test('a person of the neighbouring branch is not there, by whatever address', async ({ page, another }) => {
  const above = await secondPage(another, BASE_WORKER, LIST);
  const id = await idOf(above, '王建军');
  await signIn(page, BRANCH_WORKER, LIST);
  for (const path of [`${LIST}/browse/${id}`, `${LIST}/edit/${id}`]) {
    await page.goto(`${base()}/#${path}`);
    await expect(page.getByRole('heading', { name: '没有找到，或不在管理范围内' }), path).toBeVisible();
    await expect(page.locator('.page'), path).not.toContainText('王建军');
  }
});
