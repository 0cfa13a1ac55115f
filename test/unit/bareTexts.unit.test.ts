import { expect, test } from 'vitest';
import type { z } from 'zod';
import { callsOfModules } from '#platform/server/module.ts';
import { serverModules } from '#rooms/server.ts';

interface Def {
  type: string;
  checks?: { _zod: { def: { check: string; maximum?: number } } }[];
  [part: string]: unknown;
}
const defOf = (schema: z.core.$ZodType) => schema._zod.def as unknown as Def;

/** Every text within an input that comes in as it was typed: neither brought into the form in which it is kept nor held to a pattern. */
function bareIn(schema: z.core.$ZodType, place: string, seen: Set<unknown>): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const def = defOf(schema);
  const within = (part: unknown, name: string) => bareIn(part as z.core.$ZodType, `${place}${name}`, seen);
  if (def.type === 'string') {
    const checks = (def.checks ?? []).map((one) => one._zod.def);
    const own = typeof (def as { format?: unknown }).format === 'string';
    return own || checks.some(({ check }) => check === 'overwrite' || check === 'string_format') ? [] : [place];
  }
  const parts: [unknown, string][] = [
    [def.innerType, ''],
    [def.in, ''],
    [def.element, '[]'],
    [def.valueType, '{}'],
    [def.left, ''],
    [def.right, ''],
    ...((def.options as unknown[] | undefined) ?? []).map((one): [unknown, string] => [one, '']),
    ...((def.items as unknown[] | undefined) ?? []).map((one): [unknown, string] => [one, '[]']),
    ...Object.entries((def.shape as Record<string, unknown> | undefined) ?? {}).map(
      ([name, one]): [unknown, string] => [one, `.${name}`],
    ),
  ];
  return parts.flatMap(([part, name]) =>
    typeof part === 'object' && part !== null && '_zod' in part ? within(part, name) : [],
  );
}

/** What no person words, by its name: marks that machines make, ids, keys of lists and addresses, which a call looks up as they are. */
const MARKS = new Set(
  (
    'smsCode uuid proof ticket randstr isParty workorgId uriPrefix challenge status timestamp keys[] add[] give[] limit[] kind author sign ' +
    'action fileMd5 jindutiao chunk chunkSize appId field returnTo code query orgId files[] columns[] fields[] op period token paperId ' +
    'memberId dict follow source dimension hash digits playing item holds screen key appQr officialQr picture city[] fromTime'
  ).split(' '),
);
/** What another reader takes: numbers, cells of sheets by their column, HTML as it is cleaned, names of files as they are stored. */
const READ = new Set(
  'points breach cap good fair plain self from cells{} idCardNo head content rich body subtitles fileName'.split(' '),
);
/** A screen tells what it played, in the words that it was given. */
const TOLD_BACK = ['POST /api/terminal/box/playLog .rows[].title'];

test('no call takes a text as it was typed', () => {
  const bare = callsOfModules(serverModules).flatMap(({ method, path, input }) =>
    bareIn(input, `${method} ${path} `, new Set()),
  );
  const nameOf = (place: string) => place.slice(place.lastIndexOf('.') + 1);
  expect(
    bare.filter((place) => !TOLD_BACK.includes(place) && !MARKS.has(nameOf(place)) && !READ.has(nameOf(place))),
  ).toEqual([]);
  // The walk sees what it looks for.
  const names = new Set(bare.map(nameOf));
  expect([...MARKS, ...READ].filter((name) => !names.has(name))).toEqual([]);
});
