import { expect, type Page } from '@playwright/test';
import { graveFaults } from './axe.ts';
import { signIn } from './signIn.ts';
import { type Another, ask, askBy } from './test.ts';

export const LIST = '/affairs/approval';
/** One grey point. */
export const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Sends a call of the page's own session and answers its data. */
export async function send(page: Page, path: string, body: object, method = 'POST') {
  const answer = await askBy(page, path, body, method);
  expect(answer.code, JSON.stringify(answer)).toBe(200);
  return answer.data;
}

/** Presses Tab until the control of this name has the focus. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    if ((await focused.count()) === 0) continue;
    const found = await focused.evaluate((node) => {
      const field = node as HTMLInputElement;
      return field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? field.textContent ?? '';
    });
    if (typeof name === 'string' ? found.trim() === name : name.test(found.trim())) return;
  }
  throw new Error(`no control ${name} is reached by Tab`);
}

export async function expectClean(page: Page, name: string): Promise<void> {
  expect.soft(await graveFaults(page), name).toEqual([]);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect.soft(over, `${name}: nothing sticks out`).toBeLessThanOrEqual(0);
}

/** Looks at the page as it stands, wide and on a phone. */
export async function look(page: Page, name: string): Promise<void> {
  await expectClean(page, name);
  await page.screenshot({ path: `.cache/screens/${name}.png` });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectClean(page, `${name} on a phone`);
  await page.screenshot({ path: `.cache/screens/${name}-phone.png`, fullPage: true });
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** A second person's window. */
export async function windowOf(another: Another, account: string, path: string): Promise<Page> {
  const page = await another({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' });
  await signIn(page, account, path);
  return page;
}

interface Person {
  accountId: string;
  name: string;
}
export const meOf = async (page: Page): Promise<Person> => {
  const { user } = (await ask(page, '/api/getInfo')).data;
  return { accountId: user.userId, name: user.userName };
};

/** Publishes a process of one node at which any of these people decides. */
export async function publish(page: Page, name: string, people: readonly Person[]): Promise<string> {
  const { user } = (await ask(page, '/api/getInfo')).data;
  const who = { kind: 'people', accountIds: people.map(({ accountId }) => accountId) };
  const step = { kind: 'approver', id: 'n1', name: '街道审批', who, mode: 'any', timeout: null };
  const definition = { steps: [step], sameSigner: false };
  const { id } = await send(page, '/api/workflow/process', { kind: 'matter', name, orgId: user.workOrgId, definition });
  await send(page, '/api/workflow/process/publish', { id, version: 1 });
  return id;
}
