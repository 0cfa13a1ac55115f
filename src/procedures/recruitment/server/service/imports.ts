import { personFault } from '#people/member/rules/recordSheet.ts';
import { peopleOf, type SheetPerson } from '#people/member/server/index.ts';
import { idCardIndex } from '#people/member/server/rowMapper.ts';
import { plainOrgName } from '#people/org/rules.ts';
import { ownMatterRefusal } from '#platform/oneself.ts';
import type { SheetColumn, SheetFault } from '#platform/records/recordSheet.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { notFound } from '#platform/server/errors.ts';
import type { CheckedLine, SheetBatch, SheetKind, Sheets } from '#platform/server/records/sheets.ts';
import type { Line } from '#platform/server/spreadsheet/encrypted.ts';
import { DEVELOPMENT_SHEETS } from '#procedures/recruitment/contract.imports.ts';
import { rulesVersionOn } from '#procedures/recruitment/rules/days.ts';
import { findingsAt } from '#procedures/recruitment/rules/findings.ts';
import type { Facts } from '#procedures/recruitment/rules/path.ts';
import {
  type DevelopmentLine,
  knownHeads,
  lackingHeads,
  NOTE_KINDS,
  readDevelopmentLine,
  readHeads,
  type SheetName,
  sheetColumnFault,
  sheetTemplate,
} from '#procedures/recruitment/rules/sheets.ts';
import { stepName } from '#procedures/recruitment/rules/steps.ts';
import { type FileRecord, findFile } from '../queries/file.ts';
import * as queries from '../queries/imports.ts';
import * as writes from '../queries/write.ts';
import { afterDone } from './effects.ts';
import { knownFault } from './steps.ts';
import { failedFindings, loadWholeFile, logFile, MISSING, saveFileState, stateChange, withStep } from './wholeFile.ts';

/** The sheets of 发展党员: past steps, trainings, inspections. */
export const developmentSheets: Sheets = {
  prefix: 'development',
  fileKind: 'recruitment.import',
  kinds: DEVELOPMENT_SHEETS.map(({ kind, label }): SheetKind => {
    const sheet = kind as SheetName;
    return {
      kind,
      label,
      decides: '导入发展党员材料',
      template: async () => sheetTemplate(sheet),
      known: knownHeads(sheet),
      read: (heads) => readHeads(sheet, heads),
      lacking: (columns) => lackingHeads(sheet, columns),
      check: (ctx, columns, lines, lock) => check(ctx, sheet, columns, lines, lock),
      undo,
    };
  }),
};

/** What is wrong between a line and whom its id card names. */
function personFaults(
  ctx: Ctx,
  { key, said }: DevelopmentLine,
  person: SheetPerson | undefined,
  file?: FileRecord,
): SheetFault[] {
  if (key === null) return [];
  if (!person) return [personFault.idCard('您管理的范围内没有这个身份证号的人员')];
  const faults: SheetFault[] = [];
  if (person.id === ctx.session.memberId) faults.push(personFault.name(ownMatterRefusal('导入发展党员材料')));
  const name = (said.name ?? '').replace(/\s/g, '');
  if (name !== '' && name !== person.name.replace(/\s/g, ''))
    faults.push(personFault.name(`与登记的“${person.name}”不一致`));
  const org = said.orgName ?? '';
  if (org !== '' && plainOrgName(org) !== plainOrgName(person.orgName))
    faults.push(personFault.org(`该人员登记在“${person.orgName}”`, [person.orgName]));
  if (!file) faults.push(personFault.idCard('没有正在进行的发展档案'));
  return faults;
}

interface Fresh {
  file: FileRecord;
  line: DevelopmentLine;
}
/** Days by the step that they are of, or by what notes they are of. */
type Standing = Map<string, string>;

async function check(
  ctx: Ctx,
  sheet: SheetName,
  columns: readonly SheetColumn[],
  lines: readonly Line[],
  lock: boolean,
) {
  const day = await todayOf(ctx.db);
  const read = lines.map(({ cells }) => readDevelopmentLine(sheet, columns, cells, day));
  const indexes = read.map(({ key }) => (key === null ? null : idCardIndex(ctx.vault, key)));
  const indexByHex = new Map(indexes.flatMap((index) => (index ? [[index.toString('hex'), index] as const] : [])));
  // Files before people, as every act of a file holds them.
  const seen = await peopleOf(ctx.db, ctx.scope, [...indexByHex.values()], false);
  const files = await queries.runningFilesOf(
    ctx.db,
    ctx.scope,
    seen.map(({ id }) => id),
    lock,
  );
  const people = lock ? await peopleOf(ctx.db, ctx.scope, [...indexByHex.values()], true) : seen;
  const found = new Map(people.map((person) => [person.index.toString('hex'), person]));
  const ids = [...files.values()].map(({ id }) => id);
  const standing: Standing = new Map();
  if (sheet === 'note')
    for (const one of await queries.notesOfFiles(ctx.db, ids))
      standing.set(`${one.fileId}.${one.kind}.${one.day}`, one.content);
  else
    for (const one of await queries.filledSteps(ctx.db, ids))
      if (one.state !== 'ready') standing.set(`${one.fileId}.${one.no}`, one.day ?? '');
  const fresh: Fresh[] = [];
  const checked = lines.map((line, at): CheckedLine => {
    const one = read[at] as DevelopmentLine;
    const person = found.get(indexes[at]?.toString('hex') ?? '');
    const file = person && files.get(person.id);
    const faults = [...one.faults, ...personFaults(ctx, one, person, file)];
    const lineAndName = { line, name: one.said.name ?? '' };
    if (!file || faults.length > 0) return { ...lineAndName, faults, state: 'bad' };
    const verdict = sheet === 'note' ? noteVerdict(file, one, standing) : stepVerdict(sheet, file, one, standing);
    if (typeof verdict !== 'string') return { ...lineAndName, faults: [verdict], state: 'bad' };
    if (verdict === 'new') fresh.push({ file, line: one });
    return { ...lineAndName, faults, state: verdict as 'new' | 'same' };
  });
  return { lines: checked, write: (batch: SheetBatch) => write(ctx, sheet, fresh, batch) };
}

function stepVerdict(
  sheet: SheetName,
  file: FileRecord,
  { no, day }: DevelopmentLine,
  standing: Standing,
): 'new' | 'same' | SheetFault {
  const at = (field: string, text: string) => sheetColumnFault(sheet, sheet === 'training' ? 'day' : field, text);
  if (no > file.paperUntil)
    return at(
      'no',
      file.paperUntil === 0
        ? '档案从第1步办起，没有要补录的步骤，请在办理页登记'
        : `只能补录到${stepName(file.paperUntil)}，以后的步骤请在办理页登记`,
    );
  const key = `${file.id}.${no}`;
  const there = standing.get(key);
  if (there === day) return 'same';
  if (there !== undefined) return at('day', `${stepName(no)}已登记为 ${there}，登记有误请申请更正`);
  const known = knownFault(file, no, day);
  if (known) return at('day', known);
  standing.set(key, day);
  return 'new';
}

function noteVerdict(
  file: FileRecord,
  { kind, day, text }: DevelopmentLine,
  standing: Standing,
): 'new' | 'same' | SheetFault {
  const key = `${file.id}.${kind}.${day}`;
  const there = standing.get(key);
  if (there === text) return 'same';
  if (there !== undefined) return sheetColumnFault('note', 'day', `这一天已登记了${NOTE_KINDS[kind]}`);
  standing.set(key, text);
  return 'new';
}

async function write(ctx: Ctx, sheet: SheetName, fresh: readonly Fresh[], batch: SheetBatch): Promise<void> {
  const why = `导入${batch.fileName}`;
  const by = ctx.session.accountName;
  for (const list of Map.groupBy(fresh, ({ file }) => file.id).values()) {
    const [first] = list;
    if (!first) continue;
    const { file } = first;
    if (sheet === 'note') {
      for (const { line } of list) {
        const { kind, day, text: content } = line;
        const id = await writes.addNote(ctx.db, file.id, { kind, day, content, by });
        await queries.stampNote(ctx.db, id, batch.id);
        logFile(ctx, file, { note: [null, `${day} ${NOTE_KINDS[kind]}`] }, why);
      }
      await saveFileState(ctx, file.id);
      continue;
    }
    let { path } = await loadWholeFile(ctx, file);
    for (const { line } of [...list].sort((a, b) => a.line.no - b.line.no)) {
      const { no, day, decided, days, hours, text: opinion } = line;
      const facts: Facts = sheet === 'training' ? { days, hours } : {};
      path = withStep(path, no, { state: 'done', day, decided: decided || null, facts });
      await writes.writeStep(ctx.db, file.id, no, {
        state: 'done',
        handledOn: day,
        handledBy: by,
        orgId: ctx.session.orgId,
        opinion,
        facts,
        ruleVersion: rulesVersionOn(day, path.settings),
        warnings: failedFindings(findingsAt(path, no)),
        sent: { by: ctx.session.accountId, name: by, approverOrgId: null, generalOrgId: null },
        decided: decided === '' ? null : { on: decided, by, decision: { decision: 'agree' } },
        returnNote: '',
      });
      await queries.stampStep(ctx.db, file.id, no, batch.id);
      logFile(ctx, file, stateChange(no, 'ready', 'done'), why);
    }
    // The day of the application is the person's as well.
    if (list.some(({ line }) => line.no === 1)) await afterDone(ctx, file.id, 1);
    else await saveFileState(ctx, file.id);
  }
}

/** Takes back what a sheet filled in and nobody has touched since. */
async function undo(ctx: Ctx, batch: SheetBatch): Promise<number> {
  const why = `撤销导入 ${batch.fileName}`;
  let removed = 0;
  for (const id of await queries.filesWrittenBy(ctx.db, ctx.scope, batch.id)) {
    const file = await findFile(ctx.db, ctx.scope, id);
    if (!file) throw notFound(MISSING);
    const steps = await queries.clearSteps(ctx.db, id, batch.id);
    const notes = await queries.removeNotes(ctx.db, id, batch.id);
    for (const no of steps) logFile(ctx, file, stateChange(no, 'done', 'ready'), why);
    if (notes > 0) logFile(ctx, file, { note: [`${notes}条考察或思想汇报`, null] }, why);
    removed += steps.length + notes;
    await saveFileState(ctx, id);
  }
  return removed;
}
