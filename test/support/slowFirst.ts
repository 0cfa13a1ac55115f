import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Seconds that the slowest files took in the last run that was measured (docs/testing.md). Two workers end together when the
 * long ones begin first; a fresh checkout has no durations of its own yet.
 */
const SECONDS: Readonly<Record<string, number>> = {
  'test/http/access.http.test.ts': 328,
  'test/http/fuzz.http.test.ts': 208,
  'test/http/newModule.http.test.ts': 99,
  'test/http/neighbour.http.test.ts': 83,
  'test/http/demo.http.test.ts': 59,
  'src/modules/recruitment/test/walks.http.test.ts': 51,
  'test/http/audit.http.test.ts': 43,
  'test/http/outside.http.test.ts': 25,
  'src/modules/member/test/recordImport.http.test.ts': 24,
  'test/platform/postgres.test.ts': 20,
  'src/modules/session/test/login.http.test.ts': 19,
  'test/unit/readerMemory.unit.test.ts': 19,
  'src/modules/archive/test/walk.http.test.ts': 18,
  'test/http/canaries.http.test.ts': 14,
  'src/modules/org/test/termSheets.http.test.ts': 14,
  'src/modules/member/test/import.http.test.ts': 14,
  'src/modules/system/test/chain.http.test.ts': 14,
  'src/modules/permission/test/roles.http.test.ts': 13,
  'test/http/security.http.test.ts': 12,
  'src/modules/recruitment/test/meetings.http.test.ts': 12,
  'test/unit/spreadsheet.unit.test.ts': 12,
  'src/modules/event/test/atOnce.http.test.ts': 11,
  'src/modules/member/test/merge.http.test.ts': 11,
  'src/modules/variation/test/race.http.test.ts': 10,
  'src/modules/org/test/changeKinds.http.test.ts': 9,
  'src/modules/recruitment/test/clocks.http.test.ts': 9,
  'src/modules/member/test/bulk.http.test.ts': 9,
  'test/unit/exportMark.unit.test.ts': 9,
};

const secondsOf = ({ moduleId }: TestSpecification) =>
  Object.entries(SECONDS).find(([name]) => moduleId.endsWith(`/${name}`))?.[1] ?? 0;

/** Files that are known to be slow first, the others as Vitest has them. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rest = await super.sort(files);
    return rest.toSorted((one, other) => secondsOf(other) - secondsOf(one));
  }
}
