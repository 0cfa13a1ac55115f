import { usesDictionary } from '#kernel/dictionary/server/uses.ts';
import { listStuck, stuckChoices, urgeTodos } from '#kernel/message/contract.stuck.ts';
import {
  doTogether,
  listNotices,
  listTodos,
  putOffTodo,
  receiveNotice,
  removeNotice,
  restoreNotice,
  takeBackReceipt,
  takeUpTodo,
  todoChoices,
  unreadCount,
} from '#kernel/message/contract.ts';
import { listOrgMessages, messageProgress, urge, urgePreview } from '#kernel/message/contract.urge.ts';
import { registerRecycleKind } from '#platform/server/bin/recycle.ts';
import { fillPinyin } from '#platform/server/database/fillPinyin.ts';
import { bind } from '#platform/server/http/bind.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { messageRights } from '../rules.rights.ts';
import { deliverNotices } from './outbox.ts';
import { messageStates } from './queries/waits.ts';
import { recycledNotices } from './recycle.ts';
import { changeOwn, countUnread, pageOfNotices } from './service.ts';
import * as stuck from './stuck.ts';
import { messageTables } from './tables.ts';
import * as todos from './todos.ts';
import * as service from './urge.ts';

export const messageModule: ServerModule = {
  name: 'message',
  rights: messageRights,
  tables: messageTables,
  states: messageStates,
  routes: [
    bind(listNotices, pageOfNotices),
    bind(unreadCount, (ctx, { userId }) => countUnread(ctx, userId)),
    bind(removeNotice, (ctx, input) => changeOwn(ctx, input, 'remove')),
    bind(restoreNotice, (ctx, input) => changeOwn(ctx, input, 'restore')),
    bind(receiveNotice, (ctx, input) => changeOwn(ctx, input, 'receive')),
    bind(takeBackReceipt, (ctx, input) => changeOwn(ctx, input, 'takeBack')),
    bind(listTodos, todos.pageOfTodos),
    bind(todoChoices, todos.choicesOfTodos),
    bind(putOffTodo, todos.putOff),
    bind(takeUpTodo, todos.takeUp),
    bind(doTogether, todos.doTogether),
    bind(listStuck, stuck.pageOfStuck),
    bind(stuckChoices, stuck.choicesOfStuck),
    bind(urgeTodos, stuck.urgeMany),
    bind(listOrgMessages, service.orgMessages),
    bind(messageProgress, service.progress),
    bind(urgePreview, service.preview),
    bind(urge, service.urge),
  ],
  recurring: [
    { name: 'notices', everySeconds: 2, run: deliverNotices },
    { name: 'noticePinyin', everySeconds: 60, run: ({ db }) => fillPinyin(db, 'notice') },
  ],
  announce() {
    usesDictionary('0178', { table: 'notice', column: 'type', label: '消息类型' });
    registerRecycleKind(recycledNotices);
  },
};
