import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { sm2 } from 'sm-crypto-v2';
import { isSeated, seat } from './kept.ts';
import { go } from './test.ts';

/** Of what each worker has one, this worker's; where one serves all, that one. */
function own(list: string | undefined): string {
  const all = (list ?? '').split(' ');
  return all[Number(process.env.TEST_PARALLEL_INDEX ?? 0)] ?? all[0] ?? '';
}

/** The address of this worker's server (server.ts). */
export const base = () => own(process.env.BASE_URL);

/** The data folder of this worker's server. */
export const dataFolder = () => own(process.env.DATA_OF_RUN);

/** Of every account of the demo. */
export const PASSWORD = 'Party2026';

/** Sign-ins of this worker so far. */
let turns = 0;

/** A session of this worker's, the window that has it, and the role that it was opened in. */
interface Held {
  name: string;
  token: string;
  window: Page;
  role: string;
}
const held: Held[] = [];

/** The role that a session stands in; empty where it has ended. */
async function roleOf(token: string): Promise<string> {
  const answer = await fetch(`${base()}/api/getInfo`, { headers: { authorization: token } });
  const { code, data } = await answer.json();
  if (code !== 200) return '';
  const { roleId, workOrgId, currentUserRoleOrgId } = data.user;
  return [roleId, workOrgId, currentUserRoleOrgId].join();
}

/**
 * A session for a window: one that a window of an earlier journey has left as it was opened, else a new one, asked for as the login page
 * asks. What a password costs is paid once for each account, unless a journey has it twice at once.
 */
async function sessionFor(window: Page, name: string): Promise<string> {
  for (const one of held.filter((one) => one.name === name && one.window.isClosed())) {
    if ((await roleOf(one.token)) === one.role) {
      one.window = window;
      return one.token;
    }
    held.splice(held.indexOf(one), 1);
  }
  const { publicKey } = (await (await fetch(`${base()}/api/getFrontEndConfig`)).json()).data;
  const password = sm2.doEncrypt(JSON.stringify({ p: PASSWORD, t: Date.now(), n: randomUUID() }), publicKey, 1);
  const answer = await fetch(`${base()}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: name, password }),
  });
  const { data, msg } = (await answer.json()) as { data: { token?: string } | null; msg: string };
  const token = data?.token ?? '';
  expect(token, msg).not.toBe('');
  held.push({ name, token, window, role: await roleOf(token) });
  return token;
}

/**
 * Signs in with a demo account and opens a path, for journeys whose subject is not the login: the product opens once, signed in.
 */
export async function signIn(page: Page, name: string, path = '/'): Promise<void> {
  if (isSeated(page, name)) return goOn(page, path);
  const token = await sessionFor(page, name);
  // Where the product is open, another hash alone would not open it anew.
  if (page.url().startsWith(base())) await page.goto('about:blank');
  await page.addInitScript(beginSession, { token, origin: base(), done: `journey-${++turns}` });
  await page.goto(`${base()}/#${path}`);
  await expect(page.locator('main.main, main.bare').first()).toBeVisible();
  seat(page, name);
}

/** Goes on in a window that is signed in (kept.ts): to the path, or to the home that the session opens with. */
async function goOn(page: Page, path: string): Promise<void> {
  await go(page, path);
  await expect(page.getByRole('heading', { name: '您访问的页面不存在' })).toHaveCount(0);
  await expect(page.locator('main.main, main.bare').first()).toBeVisible();
}

/** Runs in the page before the product, which finds the session there: once, since a journey may end it and open the product again. */
function beginSession({ token, origin, done }: { token: string; origin: string; done: string }): void {
  if (window.top !== window || location.origin !== origin || localStorage.getItem(done) !== null) return;
  localStorage.setItem(done, '');
  sessionStorage.clear();
  sessionStorage.setItem('session-token', token);
}

/** Signs in by the login page, as people do, and waits for the page that follows. */
export async function signInByPage(page: Page, name: string, path = '/'): Promise<void> {
  await page.goto(`${base()}/#/login?redirect=${encodeURIComponent(path)}`);
  await page.getByPlaceholder('请输入身份证号或账号').fill(name);
  await page.getByPlaceholder('请输入密码').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.locator('main.main, main.bare').first()).toBeVisible();
}
