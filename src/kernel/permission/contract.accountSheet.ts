import { z } from 'zod';
import { encryptedPassword } from '#kernel/session/contract.ts';
import { count, data, endpoint, file, id } from '#platform/contract.ts';
import { recordImportCalls } from '#platform/records/recordImport.ts';
import { accountHistory, findPeople, getAccount, listAccounts } from './contract.ts';
import { ACCOUNT_SHEET } from './rules.accountSheet.ts';

declare module '#platform/contract.ts' {
  interface TargetKinds {
    accountBatch: true;
  }
}

/** Slips that one call prints: each password costs a tenth of a second. */
export const MOST_SLIPS = 100;

/** Accounts that are opened, stopped and moved by a sheet. */
export const ACCOUNT_IMPORT = recordImportCalls([ACCOUNT_SHEET], {
  path: '/api/sys/user/sheets',
  of: '账号表',
  access: 'account:write',
  target: 'accountBatch',
  confirmed: encryptedPassword,
  stale: () => [listAccounts, getAccount, accountHistory, findPeople, countSlips],
});

export const countSlips = endpoint({
  method: 'GET',
  path: '/api/sys/user/sheets/waiting',
  summary: '一次账号表导入里还没有人登录过的新账号：没印过密码条的、印过的、不能办理的',
  access: 'account:reset',
  scope: 'org',
  targets: { id: 'accountBatch' },
  silent: true,
  input: z.object({ id }),
  reply: data(
    z.object({
      /** Accounts for which no slip was printed yet. */
      fresh: z.number(),
      /** The others, at most a hundred together: the first and the last line of the sheet, and how many accounts. */
      printed: z.array(z.object({ from: z.number(), to: z.number(), count: z.number() })),
      /** Accounts that the session may not act upon; no name where its scope does not know them. */
      left: z.array(z.object({ rowNo: z.number(), name: z.string(), reason: z.string() })),
    }),
  ),
});

/** Not idempotent: what is printed is kept nowhere, and printing again (`againFrom`) gives other passwords. */
export const printSlips = endpoint({
  method: 'POST',
  path: '/api/sys/user/sheets/slips',
  summary: '打印初始密码条：为新账号发放临时密码，只印这一次，登录后必须修改',
  access: 'account:reset',
  scope: 'org',
  targets: { id: 'accountBatch' },
  audit: '发放临时密码',
  pii: true,
  atOnce: 2,
  input: z.object({
    id,
    /** From this line on, those that were printed before; left out, those that were not. */
    againFrom: count.pipe(z.int().min(1)).optional(),
    password: encryptedPassword,
  }),
  reply: file,
  stale: () => [countSlips, listAccounts, getAccount, accountHistory],
});
