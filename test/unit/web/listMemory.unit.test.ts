import { beforeEach, expect, it, vi } from 'vitest';
import {
  clearListMemory,
  clearOtherModules,
  getListMemory,
  moduleOfPath,
  placeOf,
  rememberPlace,
  setListMemory,
} from '#platform/web/list/listMemory.ts';

/** As much of the browser's storage as the memory uses; entries are its own enumerable properties. */
class Storage {
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? ((this as unknown as Record<string, string>)[key] ?? null) : null;
  }
  setItem(key: string, value: string): void {
    Object.assign(this, { [key]: value });
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', new Storage());
});

it('names the module of a path by its first segment, below /affairs by the second', () => {
  expect(moduleOfPath('/affairs/member/browse/7')).toBe('/affairs/member');
  expect(moduleOfPath('/sys/logs')).toBe('/sys');
  expect(moduleOfPath('/')).toBe('/');
});

it('keeps filters and place within the module and forgets them when it is left', () => {
  setListMemory('/affairs/member', { keyWords: '谭志远' });
  rememberPlace('/affairs/member', '?q=abc');
  clearOtherModules('/affairs/member/browse/7');
  expect(getListMemory('/affairs/member')).toEqual({ keyWords: '谭志远' });
  expect(placeOf('/affairs/member')).toBe('/affairs/member?q=abc');
  clearOtherModules('/affairs/organization');
  expect(getListMemory('/affairs/member')).toEqual({});
  expect(placeOf('/affairs/member')).toBe('/affairs/member');
});

it('keeps what stands below /archive/article, but not for another role, and touches nothing else', () => {
  sessionStorage.setItem('session-token', 't');
  setListMemory('/archive/article', { title: '学习' });
  setListMemory('/archive/circleFriends', { title: '春游' });
  clearOtherModules('/sys/logs');
  expect(getListMemory('/archive/article')).toEqual({ title: '学习' });
  expect(getListMemory('/archive/circleFriends')).toEqual({});
  clearListMemory();
  expect(getListMemory('/archive/article')).toEqual({});
  expect(sessionStorage.getItem('session-token')).toBe('t');
});
