import { expect, test } from 'vitest';
import { castBallot } from '#modules/ballot/contract.ts';
import { serverModules } from '#modules/server.ts';
import { hitUnwritten } from '#platform/server/rate.ts';

test('every call that is answered without a session has a limit by address', () => {
  const open = serverModules.flatMap(({ contract }) => contract).filter(({ access }) => access === 'public');
  expect(open.length).toBeGreaterThan(30);
  expect(open.filter(({ rate }) => rate?.by !== 'ip').map(({ path }) => path)).toEqual([]);
});

test('slips are counted without being written down, and refused over their limit', () => {
  expect(castBallot.anonymous).toBe(true);
  for (let n = 0; n < 5; n++) hitUnwritten('one', 5, 600);
  expect(() => hitUnwritten('one', 5, 600)).toThrow('操作过于频繁');
  hitUnwritten('another', 5, 600);
});
