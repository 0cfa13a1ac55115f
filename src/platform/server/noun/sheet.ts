import type { RawBuilder } from 'kysely';

import type { Field } from '#platform/noun/fields.ts';
import { type AnyNoun, besideName, fieldApplies } from '#platform/noun/noun.ts';
import { plainText } from '#platform/text/richText.ts';
import { narrowScope, type Scope, workerScope } from '../database/scope.ts';
import type { JobResult, RunningJob } from '../module.ts';
import type { SheetColumn } from '../spreadsheet/write.ts';
import { lockOrg, rowsAfter, type StoredNoun } from './queries.ts';

/** Names of dictionary values; the dictionary module's own answer fits. */
export interface Names {
  name(code: string, value: string): string;
  entries(code: string): readonly { value: string }[];
}

/** A field's value in words: for the log, a sheet, a comparison. */
export function wordsOf(field: Field, value: unknown, names: Names): string {
  if (value === null || value === undefined || value === '') return '';
  const { dictionary, labels } = field.options;
  if (dictionary) return names.name(dictionary, String(value));
  if (labels) return labels[String(value)] ?? String(value);
  if (field.kind === 'files') return `${String(value).split(',').length}个`;
  if (field.kind === 'flag') return value ? '是' : '否';
  if (field.options.rich) return plainText(String(value));
  return String(value);
}

interface NounSheet {
  kind: string;
  title: string;
  unit: string;
  columns: readonly SheetColumn[];
  rows: AsyncIterable<readonly string[]>;
  by: { name: string; org: string };
  purpose: string;
}

export interface ExportInput {
  ask: Readonly<Record<string, unknown>>;
  orgId: string | null;
  purpose: string;
  by: { name: string; org: string };
}

const CHUNK = 500;
const widthOf = ({ options, kind }: Field) =>
  kind === 'organisation' ? 30 : kind === 'text' ? 40 : Math.min(40, Math.max(12, Math.round((options.max ?? 12) / 2)));

/** Writes every field of the rows that the list shows, in tree order, chunk by chunk. */
export async function runNounExport(
  job: RunningJob,
  noun: AnyNoun,
  {
    kind,
    names,
    conditions,
    write,
  }: {
    kind: string;
    names: Names;
    conditions: (scope: Scope, ask: Readonly<Record<string, unknown>>) => readonly RawBuilder<unknown>[];
    write: (job: RunningJob, sheet: NounSheet) => Promise<JobResult>;
  },
): Promise<JobResult> {
  const { db } = job.services;
  const { is } = noun;
  const { ask, orgId, purpose, by } = job.input as unknown as ExportInput;
  const whole = workerScope(job.orgCode);
  const org = orgId === null ? null : await lockOrg(db, whole, orgId);
  const scope = orgId === null ? whole : org && narrowScope(whole, org.code);
  const fields = Object.values(is.sections).flatMap((part) =>
    part.flatMap((name): [string, Field][] => (is.fields[name] ? [[name, is.fields[name]]] : [])),
  );
  const cell = (row: StoredNoun, name: string, field: Field) => {
    if (field.beside === 'name') return String(row[besideName(name)] ?? '');
    return fieldApplies(noun, name, row) ? wordsOf(field, row[name], names) : '';
  };
  async function* rows() {
    let after: StoredNoun | null = null;
    for (let done = 0; ; ) {
      await job.progress(done, null, '正在导出');
      if (!scope) return;
      const chunk: StoredNoun[] = await rowsAfter(db, noun, conditions(scope, ask), after, CHUNK);
      for (const row of chunk) yield fields.map(([name, field]) => cell(row, name, field));
      done += chunk.length;
      after = chunk.at(-1) ?? null;
      if (chunk.length < CHUNK) return;
    }
  }
  return write(job, {
    kind,
    title: is.label,
    unit: is.measure ?? '个',
    columns: fields.map(([, field]) => ({ head: field.label, width: widthOf(field) })),
    rows: rows(),
    by,
    purpose,
  });
}
