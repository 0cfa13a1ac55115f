import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { Button, ButtonLink, IconButton, Pressable } from '#platform/web/ui/Button.tsx';
import { pressedFaults } from '../../scripts/check/structure.ts';

const page = 'src/life/tasks/web/Page.tsx';

test.each([
  ['<button type="button" className="button">保存</button>', '<button'],
  ['<Link className="button primary" to="/x">新增</Link>', 'ButtonLink'],
  ['<Link to={pathOf(() => 1)} className="row-act">查看</Link>', 'ButtonLink'],
])('the check refuses %s', (source, fault) => {
  expect(pressedFaults(page, source).join()).toContain(fault);
});

test('the check lets the kit be, and what only names a button', () => {
  expect(pressedFaults('src/platform/web/ui/Button.tsx', '<button type="button" />')).toEqual([]);
  expect(pressedFaults(page, '<Button>保存</Button><Link className="word-count" to="/x" />')).toEqual([]);
});

test('a button has the classes of its look, sends nothing unless it says so, and keeps its icon before its words', () => {
  expect(renderToStaticMarkup(createElement(Button, null, '取消'))).toBe(
    '<button class="button" type="button">取消</button>',
  );
  const save = createElement(Button, { submit: true, look: 'primary', size: 'compact', icon: 'check' }, '保存');
  expect(renderToStaticMarkup(save)).toMatch(
    /^<button class="button primary compact" type="submit"><svg class="icon".*<\/svg>保存<\/button>$/,
  );
  expect(renderToStaticMarkup(createElement(Button, { look: 'row', danger: true, className: 'up' }, '删除'))).toBe(
    '<button class="row-act danger up" type="button">删除</button>',
  );
});

test('an icon alone has a name; without a look it is as its place draws it', () => {
  const close = renderToStaticMarkup(createElement(IconButton, { icon: 'close', label: '关闭' }));
  expect(close).toMatch(/^<button aria-label="关闭" type="button"><svg/);
  expect(renderToStaticMarkup(createElement(Pressable, { className: 'tile' }, '一'))).toBe(
    '<button class="tile" type="button">一</button>',
  );
});

test('a link that looks like a button leads to its page', () => {
  const link = createElement(ButtonLink, { to: '/a', look: 'outline' }, '看');
  expect(renderToStaticMarkup(createElement(MemoryRouter, null, link))).toBe(
    '<a class="button outline" href="/a" data-discover="true">看</a>',
  );
});
