import { expect } from '@playwright/test';
import { graveFaults } from './support/axe.ts';
import { test } from './support/test.ts';

test('contrast is judged where a look is met first: another colour, ground, fading or state is another look', async ({
  page,
}) => {
  const show = (body: string) => page.setContent(`<html lang="zh"><title>对比</title><main>${body}</main></html>`);
  const faults = () => graveFaults(page, { colours: true, within: ['main'] });
  await show('<p style="color: #333">党员</p>');
  expect(await faults()).toEqual([]);
  for (const pale of [
    '<p style="color: #bbb">党员</p>',
    '<div style="background: #555"><p style="color: #333">党员</p></div>',
    '<div style="opacity: 0.4"><p style="color: #333">党员</p></div>',
    '<div style="background: rgb(200 200 200 / 0.2)"><p style="color: #999">党员</p></div>',
    '<div style="background: #333"><div style="background: #eee"><p style="color: #ccc">党员</p></div></div>',
  ]) {
    await show(`<p style="color: #333">党员</p>${pale}`);
    expect((await faults()).join(), pale).toContain('color-contrast');
    // The same look once more says nothing new.
    expect(await faults(), pale).toEqual([]);
  }
  // What is disabled may be pale; what is not may not, though it looks alike.
  await show('<button disabled style="color: #aaa; background: #fff">提交</button>');
  expect(await faults()).toEqual([]);
  await show('<button style="color: #aaa; background: #fff">提交</button>');
  expect((await faults()).join()).toContain('color-contrast');
});
