import { expect, type Page } from '@playwright/test';
import { lookAs } from './support/look.ts';
import { GENERAL_WORKER, MEMBER } from './support/people.ts';
import { computeCheck } from './support/pictureCheck.ts';
import { base, signIn } from './support/signIn.ts';
import { go, test } from './support/test.ts';

const look = lookAs('need');
const notice = (page: Page, text: string) => expect(page.locator('.notice', { hasText: text }).first()).toBeVisible();
const PHONE = { width: 390, height: 844 };
const NAME = '帮忙换楼道灯泡';

test('a resident asks by the code, the community accepts, a volunteer does it, the resident gives stars', async ({
  page,
  another,
}) => {
  test.setTimeout(240_000);
  await signIn(page, GENERAL_WORKER, '/service/need');
  await expect(page.getByRole('heading', { level: 1, name: '居民需求' })).toBeVisible();
  await look(page, 'list');
  const path = (await page.getByRole('link', { name: '打开本组织的需求页' }).getAttribute('href'))?.slice(1) ?? '';
  expect(path).toMatch(/^\/need\/[0-9a-z]+-[0-9a-f]{12}$/);

  const resident = await another();
  await resident.setViewportSize(PHONE);
  await resident.goto(`${base()}/#${path}`);
  await expect(resident.getByRole('heading', { level: 1, name: '居民需求' })).toBeVisible();
  await resident.getByRole('button', { name: '提交', exact: true }).click();
  await expect(resident.getByText('请选择类型').first()).toBeVisible();
  await look(resident, 'ask-faults');
  await resident.getByLabel('类型').selectOption({ label: '求助' });
  await resident.getByLabel('标题').fill(NAME);
  await resident.getByLabel('说明').fill('三楼楼道灯坏了，老人上下不便。');
  await resident.getByLabel('服务类别').selectOption({ index: 3 });
  await resident.getByLabel('地点').fill('渡口小区3栋');
  await resident.getByRole('textbox', { name: '希望完成' }).fill('2099-05-01');
  await resident.getByLabel('姓名').fill('周桂英');
  await resident.getByLabel('电话').fill('13900001234');
  await computeCheck(resident);
  await resident.getByRole('button', { name: '提交', exact: true }).click({ timeout: 60_000 });
  const code = resident.locator('.service-follow');
  await expect(code).toBeVisible({ timeout: 60_000 });
  const follow = (await code.textContent()) ?? '';
  expect(follow).toMatch(/^[2-9A-Z]{10}$/);
  await look(resident, 'asked');

  await go(page, '/service/need?view=waiting');
  await page.getByRole('link', { name: NAME }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('待受理');
  await look(page, 'waiting');
  await page.getByRole('button', { name: '受理上架' }).click();
  await notice(page, '已受理上架');

  const member = await another();
  await member.setViewportSize(PHONE);
  await signIn(member, MEMBER, '/service/volunteerTest/need');
  const card = member.getByRole('listitem').filter({ hasText: NAME });
  await expect(card).toBeVisible();
  await look(member, 'own-open');
  await card.getByRole('button', { name: '认领' }).click();
  await notice(member, '已认领');
  await card.getByRole('button', { name: '联系居民' }).click();
  await expect(member.getByRole('dialog')).toContainText('13900001234');
  await member.getByRole('dialog').getByRole('button', { name: '关闭' }).first().click();
  await card.getByRole('button', { name: '记录进展' }).click();
  await member.getByRole('textbox', { name: '进展' }).fill('已联系，下午上门');
  await member.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await notice(member, '已记录');
  await card.getByRole('button', { name: '办好' }).click();
  await member.getByRole('textbox', { name: '办理结果' }).fill('换好两盏灯');
  await member.getByRole('dialog').getByRole('button', { name: '办好' }).click();
  await notice(member, '已办好');
  await look(member, 'own-mine');

  await resident.getByRole('button', { name: '查办理情况' }).click();
  await resident.getByRole('textbox', { name: '查询码' }).fill(follow);
  await resident.getByRole('button', { name: '查询' }).click();
  await expect(resident.getByText('换好两盏灯')).toBeVisible();
  await look(resident, 'followed');
  await resident.getByRole('button', { name: '5星' }).click();
  await resident.getByRole('button', { name: '提交评价' }).click();
  await expect(resident.getByText('已办结')).toBeVisible();
  await look(resident, 'rated');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('已办结');
  await look(page, 'ended');
});

test('quarters have households and cadres; the poster has the code', async ({ page }) => {
  await signIn(page, GENERAL_WORKER, '/service/quarter');
  await page.getByRole('button', { name: '登记小区' }).click();
  await page.getByRole('dialog').getByLabel('小区名称').fill('渡口小区');
  await page.getByRole('dialog').getByLabel('户数').fill('320');
  await look(page, 'quarter-form');
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await notice(page, '保存成功');
  await expect(page.locator('tbody tr').first()).toContainText('渡口小区');
  await look(page, 'quarters');
  await go(page, '/service/need');
  await page.getByRole('button', { name: '需求码海报' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look(page, 'poster');
});
