import { sql } from 'kysely';
import type { binFrom } from '#platform/server/bin/recycle.ts';
import { within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';

type Bin = Parameters<typeof binFrom>[0];

/** Deleted drafts of changes of the tree. */
export const changesBin: Bin = {
  from: sql`org_change t join organisation o on o.id = t.org_id`,
  name: sql`t.number`,
  orgCode: sql`t.org_code`,
  where: (_ctx, scope) => sql`t.erased_at is null and ${within(scope, 't.org_code')}`,
};

/** Deleted terms of leadership. */
export const termsBin: Bin = {
  from: sql`org_term t join organisation o on o.id = t.org_id and o.deleted_at is null`,
  name: sql`o.name || '第' || t.number || '届'`,
  named: (word) => textHolds(sql`o.name`, word),
  where: (_ctx, scope) => sql`t.erased_at is null and ${within(scope, 'o.code')}`,
  locks: 'o, t',
};

/** Deleted applications of organisations of floating members. */
export const floatingBin: Bin = {
  from: sql`floating_org t join organisation o on o.id = t.asking_org_id`,
  name: sql`t.name`,
  where: (_ctx, scope) => sql`t.erased_at is null and ${within(scope, 'o.code')}`,
};

/** Units `t` that lack a credit code which they should have. */
export const LACKS_CODE = sql`t.credit_code is null and not t.no_code`;
