import * as calls from '#platform/lists/listCalls.ts';
import { bind } from '#platform/server/http/bind.ts';
import type { ServerModule } from '#platform/server/module.ts';
import * as service from './service.ts';
import { listsTables } from './tables.ts';

export const listsModule: ServerModule = {
  name: 'lists',
  tables: listsTables,
  routes: [
    bind(calls.listViews, (ctx, { page }) => service.listViews(ctx, page)),
    bind(calls.saveView, (ctx, input) => service.saveView(ctx, input)),
    bind(calls.removeView, (ctx, { id }) => service.removeView(ctx, id)),
    bind(calls.listTables, (ctx) => service.listTables(ctx)),
    bind(calls.keepTable, (ctx, input) => service.keepTable(ctx, input)),
  ],
};
