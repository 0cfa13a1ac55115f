import { expect, type Page } from '@playwright/test';
import pg from 'pg';
import { runningUrl } from '#platform/server/postgres/embedded.ts';
import { more } from './support/menu.ts';
import { ADMIN, BASE_WORKER, BRANCH_WORKER, COUNTY, GENERAL_WORKER, MEMBER } from './support/people.ts';
import { dataFolder, signIn } from './support/signIn.ts';
import { ask, go, test } from './support/test.ts';
import { look, meOf, send } from './support/workflow.ts';

const notice = (page: Page, text: string | RegExp) =>
  expect(page.locator('.notice', { hasText: text }).first()).toBeVisible();
/** Beijing's minute, an hour from now: longer than the readings take on any machine. */
const inAnHour = () =>
  new Date(Date.now() + 3_600_000).toLocaleString('sv', { timeZone: 'Asia/Shanghai' }).slice(0, 16);

/** The hour has come for a text that waits for it. */
async function hourCame(id: string): Promise<void> {
  const client = new pg.Client({ connectionString: runningUrl(dataFolder()) ?? '' });
  await client.connect();
  const { rowCount } = await client.query(
    `update archive_article set publish_at = now() where id = $1 and publish_at > now()`,
    [id],
  );
  await client.end();
  expect(rowCount).toBe(1);
}
const TEMPORARY = { reason: '试用后停用' };

/** The same page as others see it: dark, in large letters, printed. */
async function otherLooks(page: Page, name: string): Promise<void> {
  await page.evaluate(() => Object.assign(document.documentElement.dataset, { theme: 'dark' }));
  await page.screenshot({ path: `.cache/screens/${name}-dark.png` });
  await page.evaluate(() => Object.assign(document.documentElement.dataset, { theme: 'light', size: 'large' }));
  await page.screenshot({ path: `.cache/screens/${name}-large.png` });
  await page.evaluate(() => Object.assign(document.documentElement.dataset, { size: 'normal' }));
  await page.emulateMedia({ media: 'print' });
  await page.screenshot({ path: `.cache/screens/${name}-print.png`, fullPage: true });
  await page.emulateMedia({ media: 'screen' });
}

test('a text is read by three, waits for its hour and is announced, urged and confirmed', async ({ page, another }) => {
  const title = `渡口夜校开课 ${Date.now()}`;
  const [first, second, third, admin] = [await another(), await another(), await another(), await another()];
  const readers = [
    [first, GENERAL_WORKER],
    [second, BASE_WORKER],
    [third, COUNTY],
  ] as const;
  const people: string[] = [];
  for (const [window, account] of readers) {
    await signIn(window, account, '/affairs/approval');
    people.push((await meOf(window)).accountId);
  }
  await signIn(admin, ADMIN, '/sys/workflow');
  const orgId = (await ask(second, '/api/getInfo')).data.user.workOrgId;
  const steps = ['初审', '复审', '终审'].map((name, at) => ({
    kind: 'approver',
    id: `n${at + 1}`,
    name,
    who: { kind: 'people', accountIds: [people[at]] },
    mode: 'any',
    timeout: null,
  }));
  const process = await send(admin, '/api/workflow/process', {
    kind: 'archive',
    name: '三审三校',
    orgId,
    definition: { steps, sameSigner: false },
  });
  await send(admin, '/api/workflow/process/publish', { id: process.id, version: 1 });
  try {
    await signIn(page, BRANCH_WORKER, '/archive/article');
    await page.getByRole('link', { name: '新增文章' }).click();
    await page.getByRole('combobox', { name: '栏目' }).selectOption({ label: '基层党建' });
    await page.getByRole('textbox', { name: '标题' }).fill(title);
    await page.getByRole('textbox', { name: '正文' }).click();
    await page.keyboard.type('夜校每周三晚上开课，报名电话１３８ ００００ ２３４５。');
    await expect(page.getByText(/手机号138\*{4}2345/).first()).toBeVisible();
    await look(page, 'news-write');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    const id = /view\/(\d+)/.exec(page.url())?.[1] ?? '';
    // Whoever sends it in without a reason is refused; covered, it goes.
    await page.getByRole('button', { name: '送审', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: '仍要公开，送审' }).click();
    await expect(page.locator('.field-fault')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: '编辑' }).click();
    await page.getByRole('button', { name: '一键遮盖', exact: true }).click();
    await expect(page.getByText(/手机号138\*{4}2345/)).toHaveCount(0);
    await page.getByRole('textbox', { name: '发布时间' }).fill(inAnHour());
    await page.keyboard.press('ControlOrMeta+s');
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await page.getByRole('button', { name: '送审', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: '送审', exact: true }).click();
    await notice(page, '已送审');
    const member = await another({ viewport: { width: 390, height: 844 } });
    await signIn(member, MEMBER, `/newsInformation/article/view/${id}`);
    await expect(member.getByText(/没有找到/)).toBeVisible();
    const instance = (await ask(page, `/api/zhhd/djArchive/${id}`)).data.instanceId;
    for (const [at, [window]] of readers.entries()) {
      await go(window, `/affairs/approval/matter/${instance}`);
      await expect(window.getByText(title).first()).toBeVisible();
      if (at === 0) await look(window, 'news-first-reading');
      await window.keyboard.press('1');
      await expect(window.getByRole('button', { name: '同意', exact: true }).last()).toBeFocused();
      await window.keyboard.press('Enter');
      await expect(window.getByText(new RegExp(`同意：.*${title}`)).first()).toBeVisible();
    }
    await page.reload();
    await expect(page.getByText('待发布').first()).toBeVisible();
    await look(page, 'news-waits');
    expect((await ask(member, `/api/zhhd/djArchive/news?id=${id}`)).code).not.toBe(200);
    await hourCame(id);
    await expect
      .poll(async () => (await ask(member, `/api/zhhd/djArchive/news?id=${id}`)).code, {
        timeout: 200_000,
        intervals: [2000],
      })
      .toBe(200);
    await member.reload();
    await expect(member.getByRole('heading', { name: title })).toBeVisible();
    await expect(member.getByText(/\*{4}/).first()).toBeVisible();
    await member.screenshot({ path: '.cache/screens/news-read-phone.png', fullPage: true });
    await go(page, `/newsInformation/article/view/${id}`);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await look(page, 'news-read');
    await otherLooks(page, 'news-read');
  } finally {
    await send(admin, '/api/workflow/process/retire', { id: process.id, ...TEMPORARY });
  }

  // The same matter as an announcement: to confirm, urged, confirmed, counted.
  const sentence = '我已知道开课时间';
  const told = `${title}的通知`;
  await go(page, '/archive/announcement?tab=manage');
  const { user } = (await ask(page, '/api/getInfo')).data;
  await go(page, `/archive/announcement/add/add/${user.workOrgId}`);
  await page.getByRole('textbox', { name: '标题' }).fill(told);
  await page.getByRole('textbox', { name: '正文' }).click();
  await page.keyboard.type('夜校本周三晚上七点在党群服务中心开课，请互相转告。');
  await page.getByRole('textbox', { name: '确认语' }).fill(sentence);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('heading', { name: told })).toBeVisible();
  const noticeId = /manage\/(\d+)/.exec(page.url())?.[1] ?? '';
  await page.getByRole('button', { name: '发布', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click();
  await notice(page, '已发布');
  await go(page, `/archive/announcement/receipts/${noticeId}`);
  await expect
    .poll(async () => (await ask(page, `/api/zhhd/announcement/receipts?id=${noticeId}`)).data.urgeable, {
      timeout: 60_000,
    })
    .toBeGreaterThan(0);
  await page.reload();
  await page.getByRole('button', { name: /^催读\d+人/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^催读\d+人/ })
    .click();
  await notice(page, '已催读');
  await look(page, 'news-receipts');
  const phone = await another({ viewport: { width: 390, height: 844 } });
  await signIn(phone, MEMBER, `/archive/announcement/view/${noticeId}`);
  const confirm = phone.getByRole('button', { name: sentence });
  await confirm.scrollIntoViewIfNeeded();
  await expect(confirm).toBeEnabled();
  await confirm.click();
  await notice(phone, '已确认');
  await phone.screenshot({ path: '.cache/screens/news-confirmed-phone.png', fullPage: true });
  await page.reload();
  await expect(page.getByText('已读').first()).toBeVisible();
  await otherLooks(page, 'news-receipts');
  // The receipt list on paper: who is to know it, by name.
  await more(page, '打印回执单');
  const paper = page.getByRole('dialog').getByRole('button', { name: '下载PDF' });
  await expect(paper).toBeVisible();
  const [pdf] = await Promise.all([page.waitForEvent('download'), paper.click()]);
  expect(pdf.suggestedFilename()).toMatch(/\.pdf$/);
  await page.screenshot({ path: '.cache/screens/news-receipts-paper.png' });
  await page.keyboard.press('Escape');
  // Somebody beside it reads none of both.
  const stranger = await another();
  await signIn(stranger, '420599198309100098', `/archive/announcement/view/${noticeId}`);
  await expect(stranger.getByText(/没有找到|不是发给/)).toBeVisible();
});
