import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { dataFolder } from './signIn.ts';

/** The codes for a forgotten password that the demo's server has sent so far, the last one last. */
async function smsCodes(): Promise<string[]> {
  const text = await readFile(join(dataFolder(), 'sms.txt'), 'utf8').catch(() => '');
  return [...text.matchAll(/您正在找回密码，验证码(\d{6})[^\n]*\n/g)].map((match) => match[1] ?? '');
}

/** Asks for a code and answers it once it is delivered, for which the page does not wait. */
export async function askForCode(page: Page): Promise<string> {
  const before = await smsCodes();
  await page.getByRole('button', { name: '获取验证码' }).click();
  await expect(page.getByRole('button', { name: /\d+秒后重发/ })).toBeDisabled();
  await expect.poll(async () => (await smsCodes()).length).toBe(before.length + 1);
  return (await smsCodes()).at(-1) ?? '';
}
