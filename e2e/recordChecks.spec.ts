import { expect, type Page } from '@playwright/test';
import { graveFaults } from './support/axe.ts';
import { paperOn } from './support/paper.ts';
import { BASE_WORKER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, askBy, go, test } from './support/test.ts';

const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true });
const fits = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

/** Somebody new in a branch below the worker: born in 1966, in the party from 1990-07-01. */
async function somebody(page: Page, name: string, idCardNo: string): Promise<string> {
  const orgId = (await ask(page, '/api/orgMeber/org/datalistPage?pageSize=1')).rows[0].orgId as string;
  const person = {
    orgId,
    name,
    idCardNo,
    gender: 1,
    birthDate: '1966-03-05',
    nation: '01',
    personCategory: 1,
    admissionDate: '1990-07-01',
    conversionDate: '1991-07-01',
    // Nobody else's: the journeys of both sizes are on one server.
    phonenumber: `1390000${idCardNo.slice(13, 17)}`,
  };
  const made = await askBy(page, '/api/dyxx/member', person, 'POST');
  expect(made.code, made.msg).toBe(200);
  return made.data.id as string;
}

for (const [width, height, idCardNo] of [
  [1440, 900, '42059919660305007X'],
  [390, 844, '420599196603050096'],
] as const) {
  test(`what a row contradicts stands at its field or above the form, and later in data quality, at ${width} pixels`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await signIn(page, BASE_WORKER, '/affairs/member');
    const name = width === 1440 ? '谈大川' : '谈小川';
    const id = await somebody(page, name, idCardNo);
    await go(page, `/affairs/member/record/${id}/inoff/add`);
    await expect(page.getByRole('heading', { name: `新增党内职务 ${name}` })).toBeVisible();
    await page.getByRole('combobox', { name: '职务', exact: true }).selectOption({ index: 1 });
    await field(page, '任职党组织').fill('城关镇第一党支部');
    await field(page, '任职日期').fill('1966-03-04');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('任职日期不能早于本人出生日期1966-03-05')).toBeVisible();
    await expect(field(page, '任职日期')).toBeFocused();
    await field(page, '任职日期').fill('1989-01-01');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('status').filter({ hasText: '任职日期早于入党日期1990-07-01' })).toBeVisible();
    await page.screenshot({ path: `.cache/p/recordDoubt-${width}.png` });
    expect(await graveFaults(page, { within: ['main'] })).toEqual([]);
    await page.keyboard.press('Control+s');
    const asked = page.getByRole('dialog', { name: '没填错吗' });
    await expect(asked).toContainText('任职日期早于入党日期1990-07-01');
    await page.screenshot({ path: `.cache/p/recordAsked-${width}.png` });
    await asked.getByRole('button', { name: '没有错，保存' }).click();
    await expect(page.getByRole('status').filter({ hasText: '：任职日期早于入党日期1990-07-01' })).toBeVisible();
    await fits(page);
    await page.screenshot({ path: `.cache/p/recordTabDoubt-${width}.png` });

    await go(page, '/contentManager/dataQuality?check=row-before-joined');
    const list = page.getByRole('region', { name: '党内职务、代表、奖惩或进入登记早于入党日期' });
    const row = list.locator('.list-table tbody tr').filter({ hasText: name });
    await expect(row).toContainText('任职日期早于入党日期1990-07-01');
    await fits(page);
    await page.screenshot({ path: `.cache/p/recordQuality-${width}.png`, fullPage: true });
    await row.getByRole('link', { name: '党内职务', exact: true }).click();
    await expect(page.getByRole('tab', { name: /^党内职务/ })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    // The day of the record stands: its own row of data quality leads to its correction, no field takes it.
    await page.goBack();
    await expect(row.getByRole('textbox')).toHaveCount(0);
    await expect(row).toContainText('入党日期：1990-07-01');
    await row.getByRole('link', { name: /^申请更正/ }).click();
    await expect(page.getByRole('heading', { name: `申请更正 ${name}` })).toBeVisible();
    await fits(page);
    await page.screenshot({ path: `.cache/p/recordCorrection-${width}.png`, fullPage: true });

    const [post] = (await ask(page, `/api/dyxx/inoff/listPage?memberId=${id}`)).rows;
    const later = { id: post.id, version: post.version, startedOn: '1990-12-01' };
    expect((await askBy(page, '/api/dyxx/inoff', later, 'PUT')).code).toBe(200);
    await go(page, `/affairs/member/browse/${id}?tab=inoff`);
    await page.reload();
    // Now it lies in the year of probation.
    await expect(page.getByRole('status').filter({ hasText: '在预备期内' })).toBeVisible();
  });

  test(`sheets are masked until full numbers are asked for with a reason, and bear whose they are, at ${width} pixels`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await signIn(page, BASE_WORKER, '/affairs/member');
    const number = width === 1440 ? '420599196603050117' : '420599196603050133';
    const id = await somebody(page, '谈印', number);
    for (const [form, title] of [
      ['collect', '党员信息采集表'],
      ['register', '党员登记表'],
    ]) {
      await go(page, `/affairs/member/print?ids=${id}&form=${form}`);
      const textOf = async () => (await paperOn(page)).map(({ text }) => text).join('');
      const masked = await textOf();
      expect(masked).toContain('420***********');
      expect(masked).not.toContain(number);
      const choice = page.getByRole('checkbox', { name: '显示完整证件号和手机号' });
      await choice.click();
      const dialog = page.getByRole('dialog', { name: `打印${title}（1人）的完整证件号和手机号` });
      await dialog.getByRole('button', { name: '显示', exact: true }).click();
      await expect(dialog.getByText('请输入打印用途')).toBeVisible();
      await dialog.getByRole('combobox', { name: /打印用途/ }).fill('上报县委组织部');
      await page.screenshot({ path: `.cache/p/printReason-${form}-${width}.png` });
      await dialog.getByRole('button', { name: '显示', exact: true }).click();
      await expect(choice).toBeChecked();
      const full = await paperOn(page);
      expect(full).toHaveLength(1);
      for (const words of [number, `1390000${number.slice(13, 17)}`]) expect(full[0]?.text).toContain(words);
      expect(full[0]?.text).toMatch(/导出编号 \w{4}-\w{4}.*用途：上报县委组织部/);
      await fits(page);
      await page.screenshot({ path: `.cache/p/printFull-${form}-${width}.png`, fullPage: true });
      expect(await graveFaults(page, { within: ['main'] })).toEqual([]);
      expect(page.url()).not.toContain(number);
      await choice.click();
      await expect(choice).not.toBeChecked();
      expect(await textOf()).not.toContain(number);
      // Another sheet is asked for anew.
      await page.reload();
      expect(await textOf()).toContain('420***********');
      await expect(choice).not.toBeChecked();
    }
    await go(page, `/affairs/member/browse/${id}`);
    await expect(page.getByText('打印党员登记表：上报县委组织部')).toBeVisible();
  });
}
