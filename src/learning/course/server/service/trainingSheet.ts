import { TRAINING_SHEET } from '#learning/course/contract.training.ts';
import {
  hoursFault,
  lackingTrainingHeads,
  MOST_A_DAY,
  readTrainingHeads,
  readTrainingLine,
  type TrainingLine,
  titleFault,
  trainingTemplate,
} from '#learning/course/rules.training.ts';
import { personFault } from '#people/member/rules/recordSheet.ts';
import { peopleOf, type SheetPerson } from '#people/member/server/index.ts';
import { idCardIndex } from '#people/member/server/rowMapper.ts';
import { plainOrgName } from '#people/org/rules.ts';
import { withdrawHours } from '#people/studyHours/server/index.ts';
import { ownMatterRefusal } from '#platform/oneself.ts';
import type { SheetColumn, SheetFault } from '#platform/records/recordSheet.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import type { CheckedLine, SheetBatch, SheetKind, Sheets } from '#platform/server/records/sheets.ts';
import type { Line } from '#platform/server/spreadsheet/encrypted.ts';
import * as queries from '../queries/training.ts';
import { classMinutesOn, evidenceOf, grantTo } from './training.ts';

const trainingSheet: SheetKind = {
  ...TRAINING_SHEET,
  decides: '导入学时',
  template: async () => trainingTemplate,
  known: ['人员姓名', '身份证号', '培训名称'],
  read: readTrainingHeads,
  lacking: lackingTrainingHeads,
  check,
  undo,
};

/** The sheets of offline hours. */
export const trainingSheets: Sheets = { prefix: 'hours', fileKind: 'course.hoursImport', kinds: [trainingSheet] };

/** What is wrong between a line and whom its id card names. */
function personFaults(ctx: Ctx, { key, said }: TrainingLine, person: SheetPerson | undefined): SheetFault[] {
  if (key === null) return [];
  if (!person) return [personFault.idCard('您管理的范围内没有这个身份证号的人员')];
  const faults: SheetFault[] = [];
  if (person.id === ctx.session.memberId) faults.push(personFault.name(ownMatterRefusal('导入学时')));
  const name = (said.name ?? '').replace(/\s/g, '');
  if (name !== '' && name !== person.name.replace(/\s/g, ''))
    faults.push(personFault.name(`与登记的“${person.name}”不一致`));
  const org = said.orgName ?? '';
  if (org !== '' && plainOrgName(org) !== plainOrgName(person.orgName))
    faults.push(personFault.org(`该人员登记在“${person.orgName}”`, [person.orgName]));
  return faults;
}

interface Fresh {
  training: queries.TrainingRecord;
  id: string;
  minutes: number;
}

async function check(ctx: Ctx, columns: readonly SheetColumn[], lines: readonly Line[], lock: boolean) {
  const day = await todayOf(ctx.db);
  const read = lines.map(({ cells }) => readTrainingLine(columns, cells, day));
  // Trainings before people, as whoever changes a training holds them.
  const named = await queries.trainingsNamed(ctx.db, ctx.scope, [...new Set(read.map(({ title }) => title))], lock);
  const indexes = read.map(({ key }) => (key === null ? null : idCardIndex(ctx.vault, key)));
  const indexByHex = new Map(indexes.flatMap((index) => (index ? [[index.toString('hex'), index] as const] : [])));
  const people = await peopleOf(ctx.db, ctx.scope, [...indexByHex.values()], lock);
  const found = new Map(people.map((person) => [person.index.toString('hex'), person]));
  const standing = new Map<string, Map<string, number>>();
  const perHour = new Map<string, number>();
  for (const [only] of named.values()) {
    if (!only) continue;
    const list = await queries.peopleOf(ctx.db, only.id);
    standing.set(only.id, new Map(list.map(({ id, minutes }) => [id, minutes])));
    perHour.set(only.id, await classMinutesOn(ctx.db, only.endsOn));
  }
  const fresh: Fresh[] = [];
  const checked = lines.map((line, at): CheckedLine => {
    const one = read[at] as TrainingLine;
    const person = found.get(indexes[at]?.toString('hex') ?? '');
    const faults = [...one.faults, ...personFaults(ctx, one, person)];
    const lineAndName = { line, name: one.said.name ?? '' };
    const [training, ...others] = named.get(one.title) ?? [];
    if (one.title !== '' && !training) faults.push(titleFault('没有登记这个线下培训，请先登记并上传证明材料'));
    else if (others.length > 0) faults.push(titleFault('有几个同名的线下培训，请改成不同的名称'));
    if (!training || !person || faults.length > 0) return { ...lineAndName, faults, state: 'bad' };
    const most =
      (Math.round((Date.parse(training.endsOn) - Date.parse(training.startsOn)) / 86_400_000) + 1) * MOST_A_DAY;
    if (one.hours !== null && one.hours > most)
      return { ...lineAndName, faults: [hoursFault(`这次培训最多计${most}学时`)], state: 'bad' };
    const minutes =
      one.hours === null ? training.minutes : Math.round(one.hours * (perHour.get(training.id) ?? training.minutes));
    const there = standing.get(training.id)?.get(person.id);
    if (there === minutes) return { ...lineAndName, faults, state: 'same' };
    if (there !== undefined)
      return { ...lineAndName, faults: [hoursFault('已登记为另外的学时，请先在该培训中移出再导入')], state: 'bad' };
    standing.get(training.id)?.set(person.id, minutes);
    fresh.push({ training, id: person.id, minutes });
    return { ...lineAndName, faults, state: 'new' };
  });
  return { lines: checked, write: (batch: SheetBatch) => write(ctx, fresh, batch) };
}

async function write(ctx: Ctx, fresh: readonly Fresh[], batch: SheetBatch): Promise<void> {
  for (const list of Map.groupBy(fresh, ({ training }) => training.id).values()) {
    const [first] = list;
    if (!first) continue;
    const { training } = first;
    await queries.addPeople(ctx.db, training.id, list, ctx.session.accountName, batch.id);
    await grantTo(ctx.db, training, list);
    ctx.audit({
      type: 'training',
      id: training.id,
      name: training.title,
      orgCode: training.orgCode,
      reason: `导入${batch.fileName}：${list.length}人`,
    });
  }
}

async function undo(ctx: Ctx, batch: SheetBatch): Promise<number> {
  let removed = 0;
  for (const [trainingId, people] of await queries.writtenBy(ctx.db, ctx.scope, batch.id)) {
    const row = await queries.findTraining(ctx.db, ctx.scope, trainingId, true);
    if (!row || row.isWithdrawn) continue;
    const gone = await queries.removePeople(
      ctx.db,
      trainingId,
      people.map(({ memberId }) => memberId),
    );
    const why = `撤销导入 ${batch.fileName}`;
    await withdrawHours(ctx.db, { source: 'offline', evidence: evidenceOf(trainingId), why, persons: gone });
    ctx.audit({ type: 'training', id: row.id, name: row.title, orgCode: row.orgCode, reason: why });
    removed += gone.length;
  }
  return removed;
}
