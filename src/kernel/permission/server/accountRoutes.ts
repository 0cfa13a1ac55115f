import * as sheet from '#kernel/permission/contract.accountSheet.ts';
import * as groups from '#kernel/permission/contract.groups.ts';
import * as online from '#kernel/permission/contract.online.ts';
import * as requests from '#kernel/permission/contract.requests.ts';
import * as accounts from '#kernel/permission/contract.ts';
import { confirmPassword } from '#kernel/session/server/confirm.ts';
import type { Ctx } from '#platform/server/context.ts';
import { type Binding, bind } from '#platform/server/http/bind.ts';
import { bindSheets } from '#platform/server/records/sheets.ts';
import { findPeople, getAccount, listAccountHistory, listAccounts } from './service/account.ts';
import { grantRole, previewEffect, revokeRole } from './service/accountGrant.ts';
import { accountSheets } from './service/accountSheet.ts';
import { countSlips, printSlips } from './service/accountSlips.ts';
import { disable, enable, removeFactor, resetPassword, unlock } from './service/accountState.ts';
import { createAccount, update } from './service/accountWrite.ts';
import { addGroup, editGroup, getGroup, groupEffect, listGroups, removeGroup } from './service/group.ts';
import { endOnline, listOnline } from './service/online.ts';
import {
  createRequest,
  decideRequest,
  findRequestDecider,
  firstPassword,
  getRequest,
  listRequests,
  withdrawRequest,
} from './service/request.ts';
import { addType, editType, listTypes, removeType, toGive } from './service/type.ts';

/** Acts that give somebody rights or a password ask for the own password again. */
const confirmed = (ctx: Ctx, { password }: { password?: string | undefined }) => confirmPassword(ctx, password);

/** Accounts, requests for them, user types and user groups. */
export const accountRoutes: readonly Binding[] = [
  bind(accounts.listAccounts, listAccounts),
  bind(accounts.getAccount, (ctx, { id }) => getAccount(ctx, id)),
  bind(accounts.accountHistory, listAccountHistory),
  bind(accounts.findPeople, (ctx, { keyWords }) => findPeople(ctx, keyWords)),
  bind(accounts.createAccount, createAccount, confirmed),
  bind(accounts.updateAccount, update, async (ctx, { phonenumber, password }) => {
    if (phonenumber !== undefined) await confirmPassword(ctx, password);
  }),
  bind(accounts.accountEffect, previewEffect),
  bind(accounts.grantRole, grantRole, confirmed),
  bind(accounts.revokeRole, revokeRole),
  bind(accounts.disableAccount, (ctx, { id, reason }) => disable(ctx, id, reason)),
  bind(accounts.enableAccount, (ctx, { id }) => enable(ctx, id)),
  bind(accounts.unlockAccount, (ctx, { id }) => unlock(ctx, id)),
  bind(accounts.resetPassword, (ctx, { id }) => resetPassword(ctx, id), confirmed),
  bind(accounts.removeFactor, (ctx, { id }) => removeFactor(ctx, id), confirmed),
  ...bindSheets(accountSheets, sheet.ACCOUNT_IMPORT, confirmed),
  bind(sheet.countSlips, countSlips),
  bind(sheet.printSlips, printSlips, confirmed),
  bind(online.listOnline, listOnline),
  bind(online.endOnline, endOnline),
  bind(requests.listRequests, listRequests),
  bind(requests.getRequest, (ctx, { id }) => getRequest(ctx, id)),
  bind(requests.requestDecider, findRequestDecider),
  bind(requests.createRequest, createRequest),
  bind(requests.decideRequest, decideRequest, confirmed),
  bind(requests.withdrawRequest, (ctx, { id }) => withdrawRequest(ctx, id)),
  bind(requests.firstPassword, (ctx, { id }) => firstPassword(ctx, id), confirmed),
  bind(groups.rightsToGive, toGive),
  bind(groups.listTypes, listTypes),
  bind(groups.createType, addType),
  bind(groups.updateType, editType),
  bind(groups.removeType, (ctx, { id, deleteReason }) => removeType(ctx, id, deleteReason)),
  bind(groups.listGroups, listGroups),
  bind(groups.getGroup, (ctx, { id }) => getGroup(ctx, id)),
  bind(groups.groupEffect, groupEffect),
  bind(groups.createGroup, addGroup, confirmed),
  bind(groups.updateGroup, editGroup, confirmed),
  bind(groups.removeGroup, (ctx, { id, deleteReason }) => removeGroup(ctx, id, deleteReason)),
];
