import { serveNoun } from '#platform/server/noun/serve.ts';
import { unit, unitCalls } from '../nouns/unit.ts';
import { nounHouse } from './nounHouse.ts';
import { LACKS_CODE } from './queries/bins.ts';

/** 单位 at work. A unit that has no credit code lacks none. */
export const servedUnit = serveNoun(unit, unitCalls, nounHouse, {
  lacks: { creditCode: LACKS_CODE },
});
