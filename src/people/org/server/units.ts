import { sql } from 'kysely';
import { serveNoun } from '#platform/server/noun/serve.ts';
import { unit, unitCalls } from '../nouns/unit.ts';
import { nounHouse } from './nounHouse.ts';

/** 单位 at work. A unit that has no credit code lacks none. */
export const units = serveNoun(unit, unitCalls, nounHouse, {
  lacks: { creditCode: sql`t.credit_code is null and not t.no_code` },
});
