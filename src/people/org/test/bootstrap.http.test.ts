import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passwordFault } from '#kernel/safeCenter/rules.ts';
import { type LoginApp, startLoginApp } from '#kernel/session/test/factory.ts';
import { ensureAdministrator } from '#people/org/server/bootstrap.ts';

let t: LoginApp;
beforeAll(async () => {
  t = await startLoginApp();
});
afterAll(() => t.close());

test('where accounts exist nothing is made', async () => {
  expect(await ensureAdministrator(t.services)).toBeNull();
});

test('an empty installation gets a root and an administrator, once, who must change the password', async () => {
  await sql`truncate session, account_role, account, member, organisation cascade`.execute(t.db);
  const answers = await Promise.all([ensureAdministrator(t.services), ensureAdministrator(t.services)]);
  const passwords = answers.filter((answer) => answer !== null);
  expect(passwords).toHaveLength(1);
  const password = passwords[0] ?? '';
  expect(passwordFault(password, { isLogin: () => false, idCard: null, name: '' }, 'spec')).toBeNull();
  const { rows } = await sql`select code, type, parent_id, child_count from organisation`.execute(t.db);
  expect(rows).toEqual([{ code: '0001', type: 10, parent_id: null, child_count: 0 }]);

  const { data } = await t.login('admin', password);
  const admin = t.withToken(data.token);
  const info = await admin.get('/api/getInfo');
  expect(info.data).toMatchObject({ user: { ifCompelChangePwd: true, userName: '系统管理员' } });
  expect(info.data.isHintChangePasswordInfo).toContain('修改密码');
  const change = { oldPassword: t.encrypt(password), password: t.encrypt('Xiazhou88') };
  expect((await admin.post('/api/sys/user/changeCurrentPwd', change)).code).toBe(200);
  const next = t.withToken((await t.login('admin', 'Xiazhou88')).data.token);
  expect((await next.get('/api/getInfo')).data.user.ifCompelChangePwd).toBe(false);
});
