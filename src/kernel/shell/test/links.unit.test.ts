import { expect, test } from 'vitest';
import { messengerOf, packageVersion } from '#kernel/shell/rules.ts';
import { saveRoleLinks } from '#kernel/shell/web/roleLinks.ts';

function storage(): Storage & { kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    length: 0,
    key: () => null,
    clear: () => kept.clear(),
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  };
}

const user = (roleId: number, idCardNo: string) => ({
  user: {
    userId: '1',
    userName: '周敏',
    roleId,
    roleName: '',
    roleUrl: '/partyBranch',
    workOrgId: '7',
    workOrg: { orgCode: '0001', name: '渡口第一党支部' },
    reportCode: '7-0123456789ab',
    loginCount: 2,
    ifCompelChangePwd: false,
    idCardNo,
    threeInOneRole: null,
  },
});

test('party workers get the two links, masked; any other role has them cleared', () => {
  const store = storage();
  saveRoleLinks(user(3, '420599198510010051'), 'https://dj.example', store);
  expect([...store.kept.keys()]).toEqual(['floating-party', 'double-report']);
  const first = JSON.parse(store.kept.get('floating-party') ?? '{}');
  expect(first.url).toBe('https://dj.example/#/report-in/7-0123456789ab');
  expect(first.idCardNo).toBe('420***********0051');
  expect([...store.kept.values()].join(' ')).not.toContain('420599198510010051');
  saveRoleLinks(user(2, '420***********0051'), 'https://dj.example', store);
  expect(store.kept.size).toBe(0);
});

test('the version at the end of a package name', () => {
  expect(packageVersion('party-1.20.3.apk')).toBe('1.20.3');
  expect(packageVersion('party_v2.0.apk')).toBe('2.0');
  expect(packageVersion('party.apk')).toBeNull();
  expect(packageVersion('party-3.apk')).toBeNull();
});

test('messaging applications are told by their browsers, and other browsers are left alone', () => {
  expect(messengerOf('Mozilla/5.0 (Linux; Android 12) Chrome/107 Mobile MicroMessenger/8.0.30')).toBe('微信');
  expect(messengerOf('Mozilla/5.0 (Linux; Android 12) MQQBrowser/6.2 Mobile QQ/8.9.28')).toBe('QQ');
  expect(messengerOf('Mozilla/5.0 (iPhone) AliApp(DingTalk/7.0) Mobile')).toBe('钉钉');
  expect(messengerOf('Mozilla/5.0 (Linux; Android 12) MQQBrowser/13.6 Mobile Safari/537.36')).toBeNull();
  expect(messengerOf('Mozilla/5.0 (Windows NT 10.0) Chrome/130 Safari/537.36')).toBeNull();
});
