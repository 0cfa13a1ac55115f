import { ROOM_ORDER } from '../../scripts/check/structure.ts';
import type { TestApp } from '../support/app.ts';
import { makeNounRows } from './nouns.ts';
import type { OwnRows } from './owners.ts';
import type { MakeRows } from './sampleIds.ts';

const rooms = import.meta.glob<{ makeRows: MakeRows }>('../../src/*/*/test/rows.ts', { eager: true });

/** Makes the rows of all rooms by SQL, the lowest first, as they stand while nobody acts. */
export async function makeOwnRows(t: TestApp): Promise<OwnRows> {
  const rows: OwnRows = {};
  await makeNounRows(t);
  for (const room of ROOM_ORDER) await rooms[`../../src/${room}/test/rows.ts`]?.makeRows(t, rows);
  return rows;
}
