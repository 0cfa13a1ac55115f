import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Seconds that the slowest files took in the last run that was measured (vitest, `--reporter=verbose`). Two workers end together when the
 * long ones begin first; a fresh checkout has no durations of its own yet.
 */
const SECONDS: Readonly<Record<string, number>> = {
  'test/http/access.http.test.ts': 300,
  'test/crash/kill.test.ts': 198,
  'test/http/newModule.http.test.ts': 155,
  'test/http/fuzz.http.test.ts': 145,
  'test/http/demo.http.test.ts': 108,
  'test/http/neighbour.http.test.ts': 86,
  'test/crash/graduates.test.ts': 84,
  'test/http/audit.http.test.ts': 75,
  'test/crash/dues.test.ts': 69,
  'test/platform/postgres.test.ts': 64,
  'test/crash/people.test.ts': 59,
  'test/crash/points.test.ts': 58,
  'test/http/outside.http.test.ts': 37,
  'test/crash/announce.test.ts': 34,
  'test/crash/sitters.test.ts': 29,
  'test/crash/restore.test.ts': 27,
  'test/crash/task.walk.test.ts': 27,
  'src/people/member/test/recordImport.http.test.ts': 24,
  'src/kernel/session/test/login.http.test.ts': 23,
  'test/unit/readerMemory.unit.test.ts': 23,
  'src/publishing/news/test/walk.http.test.ts': 22,
  'src/procedures/recruitment/test/walks.http.test.ts': 21,
  'test/crash/upgrade.test.ts': 21,
  'test/unit/spreadsheet.unit.test.ts': 20,
  'src/kernel/permission/test/roles.http.test.ts': 20,
  'src/people/org/test/termSheets.http.test.ts': 19,
  'src/procedures/recruitment/test/meetings.http.test.ts': 18,
  'src/assessment/fourColour/test/keptWalks.http.test.ts': 18,
  'src/kernel/system/test/chain.http.test.ts': 18,
  'src/procedures/dues/test/walks.http.test.ts': 18,
  'src/people/member/test/merge.http.test.ts': 16,
  'test/unit/exportMark.unit.test.ts': 15,
  'src/procedures/dues/test/carried.http.test.ts': 15,
  'src/people/member/test/import.http.test.ts': 15,
  'src/people/org/test/changes.http.test.ts': 15,
  'src/people/org/test/changeBelongings.http.test.ts': 13,
  'src/procedures/recruitment/test/steps.http.test.ts': 12,
  'test/http/canaries.http.test.ts': 11,
  'src/people/org/test/changeKinds.http.test.ts': 11,
  'src/life/tasks/test/peopleMore.http.test.ts': 11,
  'test/http/security.http.test.ts': 10,
  'src/procedures/departure/test/race.http.test.ts': 10,
  'src/people/member/test/bulk.http.test.ts': 10,
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
