import { sql } from 'kysely';
import type { Endpoint } from '#platform/contract.ts';
import { callsOf } from '#platform/noun/calls.ts';
import type { Field } from '#platform/noun/fields.ts';
import type { AnyNoun } from '#platform/noun/noun.ts';
import { insertNoun } from '#platform/server/noun/queries.ts';
import type { ServedNoun } from '#platform/server/noun/serve.ts';
import { serverModules } from '#rooms/server.ts';
import type { TestApp } from '../support/app.ts';
import { ORGS } from '../support/fixture.ts';

/** The nouns of the kit; their samples, own rows and targets follow from what they declare. */
const served: readonly ServedNoun[] = serverModules.flatMap(({ nouns = [] }) => nouns);

/** The row of a noun that the own rows give to an organisation. */
export const nounRowOf = (orgId: string) => String(700_000 + Number(orgId));

const typed = ({ required, initial, kind, options }: Field, memberId: string): string | boolean => {
  if (options.sample !== undefined) return options.sample;
  if (!required) return initial;
  return {
    line: '试',
    text: '试',
    whole: '1',
    day: '2026-01-01',
    choice: '1',
    oneOf: '1',
    flag: false,
    organisation: '',
    refers: options.refers === 'member' ? memberId : '',
    files: '',
    rich: '<p>试</p>',
  }[kind];
};

/** A good input for a new row, as its form would send it. */
export const nounForm = ({ is }: AnyNoun, orgId: string, memberId: string): Record<string, string | boolean> => ({
  ...Object.fromEntries(Object.entries(is.fields).map(([name, field]) => [name, typed(field, memberId)])),
  orgId,
});

/** A good input of a noun's call; undefined where the call is no noun's. */
export function nounSample(
  endpoint: Endpoint,
  { orgId, memberId }: { orgId: string; memberId: string },
): Record<string, unknown> | undefined {
  const of = served.find(({ calls }) => callsOf(calls).includes(endpoint));
  if (!of) return undefined;
  const { calls, noun } = of;
  const id = nounRowOf(orgId);
  if (endpoint === calls.create) return nounForm(noun, orgId, memberId);
  if (endpoint === calls.update) {
    const people = Object.entries(noun.is.fields).filter(([, { kind }]) => kind === 'refers');
    return {
      id,
      version: 1,
      orgId,
      ...Object.fromEntries(people.map(([name, field]) => [name, typed(field, memberId)])),
    };
  }
  if (endpoint === calls.remove) return { id, deleteReason: '试' };
  if (endpoint === calls.exports) return { orgId, purpose: '试' };
  return endpoint === calls.list ? {} : { id };
}

/** A row of every noun whose ids the matrix walks by itself, of every organisation. */
export async function makeNounRows(t: TestApp): Promise<void> {
  const memberId = t.fixture.members.branchA11?.[0] ?? '0';
  for (const { noun, calls } of served) {
    if (!String(calls.get.targets?.id).startsWith('noun:')) continue;
    for (const { id, code } of Object.values(ORGS)) {
      const made = await insertNoun(t.db, noun, noun.form.parse(nounForm(noun, id, memberId)), code, '试');
      await sql`update ${sql.table(noun.is.table)} set id = ${nounRowOf(id)} where id = ${made}`.execute(t.db);
    }
  }
}
