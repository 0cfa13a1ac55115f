import { startInstance } from '#kernel/workflow/server/service/start.ts';
import { workflowSubject } from '#kernel/workflow/server/subjects.ts';
import type { Ctx } from '#platform/server/context.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { notFound } from '#platform/server/errors.ts';
import { ASKED_FIELDS, CORRECTION_FIELDS } from '#procedures/recruitment/contract.correction.ts';
import { PROCESSES } from '#procedures/recruitment/rules/processes.ts';
import { stepName } from '#procedures/recruitment/rules/steps.ts';
import { type CorrectionRecord, findCorrection } from '../queries/correction.ts';
import { CORRECTIONS } from '../todos.ts';
import { requireUsableProcess, withWholeScope } from './process.ts';

const KIND = 'development.correction';
const GONE = '该更正申请不存在';

/** Announces corrections as what runs on approval processes. @param onEnd carries out what was decided */
export function announceCorrectionProcess(
  onEnd: (ctx: Ctx, row: CorrectionRecord, outcome: 'approved' | 'rejected' | 'withdrawn') => Promise<unknown>,
): void {
  workflowSubject(KIND, {
    label: PROCESSES[KIND],
    fields: [
      {
        key: 'field',
        label: '更正的项目',
        kind: 'choice',
        options: Object.entries(CORRECTION_FIELDS).map(([value, label]) => ({ value, label })),
      },
    ],
    url: () => CORRECTIONS,
    async view(ctx, id) {
      const row = await findCorrection(ctx.db, wholeScope, id);
      if (!row) throw notFound(GONE);
      const lines = [
        { label: '姓名', value: row.name },
        { label: '党支部', value: row.orgName },
        { label: '项目', value: row.stepNo === null ? '' : stepName(row.stepNo) },
        { label: '更正', value: ASKED_FIELDS[row.field] },
        { label: '现在登记', value: row.before || '未填写' },
        { label: '改为', value: row.after },
      ].filter(({ value }) => value !== '');
      return { lines, text: row.reason, files: row.files, checks: [] };
    },
    async onEnd(given, id, outcome) {
      const ctx = withWholeScope(given);
      const row = await findCorrection(ctx.db, wholeScope, id, true);
      if (row?.state === 'pending') await onEnd(ctx, row, outcome);
    },
  });
}

/** Puts a correction that was just asked for on its process; false: none is published, the superior's desk decides. */
export async function startCorrection(ctx: Ctx, id: string, field: string, title: string): Promise<boolean> {
  const facts = { field };
  const processId = await requireUsableProcess(ctx, KIND, facts);
  if (processId === null) return false;
  await startInstance(ctx, { kind: KIND, processId, subjectId: id, title, facts, chosen: {} });
  return true;
}
