import * as groups from '#kernel/permission/contract.groups.ts';
import * as requests from '#kernel/permission/contract.requests.ts';
import * as accounts from '#kernel/permission/contract.ts';
import { confirmPassword } from '#kernel/session/server/confirm.ts';
import type { Ctx } from '#platform/server/context.ts';
import { type Binding, bind } from '#platform/server/http/bind.ts';
import { account, history, accounts as listAccounts, people } from './service/account.ts';
import { effect, grant, revoke } from './service/accountGrant.ts';
import { disable, enable, removeFactor, reset, unlock } from './service/accountState.ts';
import { create, update } from './service/accountWrite.ts';
import { addGroup, dropGroup, editGroup, group, groupEffect, groups as listGroups } from './service/group.ts';
import { ask, decide, decider, firstPassword, requests as listRequests, request, withdraw } from './service/request.ts';
import { addType, dropType, editType, toGive, types } from './service/type.ts';

/** Acts that give somebody rights or a password ask for the own password again. */
const confirmed = (ctx: Ctx, { password }: { password: string }) => confirmPassword(ctx, password);

/** Accounts, requests for them, user types and user groups. */
export const accountRoutes: readonly Binding[] = [
  bind(accounts.listAccounts, listAccounts),
  bind(accounts.getAccount, (ctx, { id }) => account(ctx, id)),
  bind(accounts.accountHistory, history),
  bind(accounts.findPeople, (ctx, { keyWords }) => people(ctx, keyWords)),
  bind(accounts.createAccount, create, confirmed),
  bind(accounts.updateAccount, update, async (ctx, { phonenumber, password }) => {
    if (phonenumber !== undefined) await confirmPassword(ctx, password);
  }),
  bind(accounts.accountEffect, effect),
  bind(accounts.grantRole, grant, confirmed),
  bind(accounts.revokeRole, revoke),
  bind(accounts.disableAccount, (ctx, { id, reason }) => disable(ctx, id, reason)),
  bind(accounts.enableAccount, (ctx, { id }) => enable(ctx, id)),
  bind(accounts.unlockAccount, (ctx, { id }) => unlock(ctx, id)),
  bind(accounts.resetPassword, (ctx, { id }) => reset(ctx, id), confirmed),
  bind(accounts.removeFactor, (ctx, { id }) => removeFactor(ctx, id), confirmed),
  bind(requests.listRequests, listRequests),
  bind(requests.getRequest, (ctx, { id }) => request(ctx, id)),
  bind(requests.requestDecider, decider),
  bind(requests.createRequest, ask),
  bind(requests.decideRequest, decide, confirmed),
  bind(requests.withdrawRequest, (ctx, { id }) => withdraw(ctx, id)),
  bind(requests.firstPassword, (ctx, { id }) => firstPassword(ctx, id), confirmed),
  bind(groups.rightsToGive, toGive),
  bind(groups.listTypes, types),
  bind(groups.createType, addType),
  bind(groups.updateType, editType),
  bind(groups.removeType, (ctx, { id, deleteReason }) => dropType(ctx, id, deleteReason)),
  bind(groups.listGroups, listGroups),
  bind(groups.getGroup, (ctx, { id }) => group(ctx, id)),
  bind(groups.groupEffect, groupEffect),
  bind(groups.createGroup, addGroup, confirmed),
  bind(groups.updateGroup, editGroup, confirmed),
  bind(groups.removeGroup, (ctx, { id, deleteReason }) => dropGroup(ctx, id, deleteReason)),
];
