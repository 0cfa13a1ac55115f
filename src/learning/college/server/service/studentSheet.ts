import { STUDENT_SHEET } from '#learning/college/contract.student.ts';
import {
  lackingStudentHeads,
  readStudentHeads,
  readStudentLine,
  type StudentLine,
  studentTemplate,
} from '#learning/college/rules.sheet.ts';
import { placeWords } from '#learning/college/rules.ts';
import { personFault } from '#people/member/rules/recordSheet.ts';
import { peopleOf, type SheetPerson } from '#people/member/server/index.ts';
import { idCardIndex } from '#people/member/server/rowMapper.ts';
import { plainOrgName } from '#people/org/rules.ts';
import { faultOfLine, type SheetColumn, type SheetFault } from '#platform/records/recordSheet.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import type { CheckedLine, SheetBatch, SheetKind, Sheets } from '#platform/server/records/sheets.ts';
import type { Line } from '#platform/server/spreadsheet/encrypted.ts';
import * as queries from '../queries/student.ts';

const studentSheet: SheetKind = {
  decides: null,
  ...STUDENT_SHEET,
  template: async () => studentTemplate,
  known: ['人员姓名', '身份证号', '人员类别'],
  read: readStudentHeads,
  lacking: lackingStudentHeads,
  check,
  undo,
};

/** The sheets of a college's roster. */
export const studentSheets: Sheets = { prefix: 'college', fileKind: 'college.studentImport', kinds: [studentSheet] };

/** What is wrong between a line and whom its id card names. */
function personFaults({ key, said }: StudentLine, person: SheetPerson | undefined): SheetFault[] {
  if (key === null) return [];
  if (!person) return [personFault.idCard('党员库里没有这个人，请先在党员信息或发展党员里登记')];
  const faults: SheetFault[] = [];
  if ((said.name ?? '').replace(/\s/g, '') !== person.name.replace(/\s/g, ''))
    faults.push(personFault.name(`与登记的“${person.name}”不一致`));
  const org = said.orgName ?? '';
  if (org !== '' && plainOrgName(org) !== plainOrgName(person.orgName))
    faults.push(personFault.org(`该人员登记在“${person.orgName}”`, [person.orgName]));
  return faults;
}

type Fresh = queries.PlaceFields & { memberId: string };

const alike = (a: queries.PlaceFields, b: queries.PlaceFields) =>
  a.jobType === b.jobType && a.number === b.number && a.suspended === b.suspended && placeWords(a) === placeWords(b);

async function check(ctx: Ctx, columns: readonly SheetColumn[], lines: readonly Line[], lock: boolean) {
  const day = await todayOf(ctx.db);
  const read = lines.map(({ cells }) => readStudentLine(columns, cells, day));
  const indexes = read.map(({ key }) => (key === null ? null : idCardIndex(ctx.vault, key)));
  const indexByHex = new Map(indexes.flatMap((index) => (index ? [[index.toString('hex'), index] as const] : [])));
  const people = await peopleOf(ctx.db, ctx.scope, [...indexByHex.values()], lock);
  const found = new Map(people.map((person) => [person.index.toString('hex'), person]));
  const standing = await queries.placesOf(
    ctx.db,
    people.map(({ id }) => id),
  );
  const fresh: Fresh[] = [];
  const checked = lines.map((line, at): CheckedLine => {
    const one = read[at] as StudentLine;
    const person = found.get(indexes[at]?.toString('hex') ?? '');
    const faults = [...one.faults, ...personFaults(one, person)];
    const lineAndName = { line, name: one.said.name ?? '' };
    if (!person || faults.length > 0) return { ...lineAndName, faults, state: 'bad' };
    const there = standing.get(person.id);
    if (there && alike(there, one.place)) return { ...lineAndName, faults, state: 'same' };
    if (there)
      return {
        ...lineAndName,
        faults: [faultOfLine(`已在名册里（${placeWords(there)}），请在名册里修改`)],
        state: 'bad',
      };
    const place = { ...one.place, memberId: person.id };
    standing.set(person.id, place);
    fresh.push(place);
    return { ...lineAndName, faults, state: 'new' };
  });
  return { lines: checked, write: (batch: SheetBatch) => write(ctx, people, fresh, batch) };
}

async function write(ctx: Ctx, people: readonly SheetPerson[], fresh: readonly Fresh[], batch: SheetBatch) {
  await queries.insertPlaces(ctx.db, fresh, ctx.session.accountName, batch.id);
  const person = new Map(people.map((one) => [one.id, one]));
  for (const { memberId, ...place } of fresh) {
    const { name = '', orgCode = '' } = person.get(memberId) ?? {};
    const changes = { place: [null, placeWords(place)] as [unknown, unknown] };
    ctx.audit({ type: 'collegePerson', id: memberId, name, orgCode, changes, reason: `导入${batch.fileName}` });
  }
}

async function undo(ctx: Ctx, batch: SheetBatch): Promise<number> {
  const gone = await queries.dropBatch(ctx.db, ctx.scope, batch.id);
  for (const one of gone) ctx.audit({ type: 'collegePerson', ...one, reason: `撤销导入 ${batch.fileName}` });
  return gone.length;
}
