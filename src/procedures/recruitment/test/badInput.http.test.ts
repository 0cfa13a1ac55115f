import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { submitStep } from '#procedures/recruitment/contract.steps.ts';
import { type FactField, STEPS } from '#procedures/recruitment/rules/steps.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { factsOf, readyBranch } from './factory.ts';
import { standAt } from './standing.ts';

let t: TestApp;
let branch: Caller;
let people: { full: string[]; talker: string };
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  people = await readyBranch(t);
});
afterAll(() => t.close());

/** What no field of a kind may hold. */
const WRONG: Readonly<Record<FactField['kind'], readonly unknown[]>> = {
  line: ['长'.repeat(1001)],
  text: ['长'.repeat(1001)],
  whole: ['-1', '3.5', '三', '100000'],
  day: ['2026-02-30', '明天'],
  choice: ['别的'],
  people: [['999999999']],
  time: ['25:00', '15点'],
};

/** Everything that a step could have written. */
const stored = async (fileId: string) =>
  (
    await sql<{ all: string }>`
      select json_build_array(
        (select to_json(f) from development_file f where f.id = ${fileId}),
        (select json_agg(s order by s.no) from development_step s where s.file_id = ${fileId}),
        (select json_agg(p order by p.id) from development_paper p where p.file_id = ${fileId}),
        (select count(*) from member_ledger), (select count(*) from todo), (select count(*) from notice),
        (select count(*) from development_form))::text as all`.execute(t.db)
  ).rows[0]?.all;

test.each(STEPS.map(({ no, title }) => [no, title] as const))(
  'step %i %s names each field that is empty or wrong in Chinese, and writes nothing',
  async (no) => {
    const { fileId } = await standAt(t.db, ORGS.branchA11, people, no, no);
    const { fields, vote } = STEPS[no - 1] ?? { fields: [] };
    const { version } = (await branch.get(`/api/fzdy/file/${fileId}`)).data;
    const before = await stored(fileId);
    const faultsOf = async (facts: object, handledOn: string | undefined = '2026-01-05') => {
      const answer = await branch.call(submitStep, { fileId, no, version, facts, papers: [], handledOn } as never);
      expect(answer.code, answer.text).not.toBe(200);
      expect(await stored(fileId)).toBe(before);
      return (answer.data?.fields ?? {}) as Record<string, string>;
    };
    const good = factsOf(no, people);

    const empty = await faultsOf({}, '2099-01-01');
    for (const { name, required, label } of fields)
      if (required) expect(empty[name], name).toMatch(new RegExp(`^请(填写|选择)${label}`));
    // A vote's day is its meeting's.
    expect(empty[vote ? 'vote' : 'handledOn']).toMatch(vote ? /^请先登记支部大会/ : /不能晚于今天$/);

    const most = Math.max(0, ...fields.map(({ kind }) => WRONG[kind].length));
    for (let nth = 0; nth < most; nth++) {
      const wrong = fields.flatMap(({ name, kind }) =>
        WRONG[kind][nth] === undefined ? [] : [[name, WRONG[kind][nth]]],
      );
      const told = await faultsOf({ ...good, ...Object.fromEntries(wrong) });
      for (const [name] of wrong as [string, unknown][])
        expect(told[name], `${name} ${nth}`).toMatch(/^[\u4e00-\u9fff]/);
    }
  },
);
