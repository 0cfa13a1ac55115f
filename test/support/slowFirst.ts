import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Seconds that the slowest files took in the last run that was measured (docs/testing.md). Two workers end together when the
 * long ones begin first; a fresh checkout has no durations of its own yet.
 */
const SECONDS: Readonly<Record<string, number>> = {
  'test/http/fuzz.http.test.ts': 166,
  'test/http/access.http.test.ts': 72,
  'test/http/newModule.http.test.ts': 28,
  'src/modules/org/test/changeKinds.http.test.ts': 22,
  'test/platform/postgres.test.ts': 22,
  'test/http/demo.http.test.ts': 21,
  'src/modules/org/test/changes.http.test.ts': 19,
  'test/http/outside.http.test.ts': 16,
  'test/http/audit.http.test.ts': 15,
  'src/modules/org/test/changeBelongings.http.test.ts': 14,
  'src/modules/system/test/chain.http.test.ts': 13,
  'test/http/neighbour.http.test.ts': 13,
  'src/modules/permission/test/roles.http.test.ts': 11,
  'src/modules/session/test/login.http.test.ts': 11,
  'test/unit/readerMemory.unit.test.ts': 10,
  'test/unit/exportMark.unit.test.ts': 7,
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
