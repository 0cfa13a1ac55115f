import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { plainOrgName } from '#people/org/rules.ts';
import type { ReadLine, SheetFault } from '#platform/records/recordSheet.ts';
import type { Ctx } from '#platform/server/context.ts';
import { type FoundOwner, type ImportRules, recordSheet } from '#platform/server/records/import.ts';
import type { Sheets } from '#platform/server/records/sheets.ts';
import { ALL_RECORDS } from '../../contract.records.ts';
import { ORG_COLUMN } from '../../rules/importColumns.ts';
import { personFault, personOfSheet } from '../../rules/recordSheet.ts';
import { loadRecordContexts } from '../queries/around.ts';
import { peopleOf, type SheetPerson } from '../queries/sheetOwners.ts';
import { idCardIndex } from '../rowMapper.ts';

const rules: ImportRules = {
  owner: personOfSheet,
  names: (ctx) => dictionaryNames(ctx.services),
  find,
  around: (ctx, ids) => loadRecordContexts(ctx.db, ids),
};

/** The tabs of people's records as sheets. */
export const memberSheets: Sheets = {
  prefix: 'record',
  fileKind: 'member.recordImport',
  kinds: ALL_RECORDS.map((sort) => recordSheet(sort, rules)),
};

/** The people by the id cards of the lines; a person outside the scope is not there. */
async function find(ctx: Ctx, lines: readonly ReadLine[], lock: boolean): Promise<FoundOwner[]> {
  const indexes = lines.map(({ key }) => (key === null ? null : idCardIndex(ctx.vault, key)));
  const indexByHex = new Map(indexes.flatMap((index) => (index ? [[index.toString('hex'), index] as const] : [])));
  const people = await peopleOf(ctx.db, ctx.scope, [...indexByHex.values()], lock);
  const found = new Map(people.map((person) => [person.index.toString('hex'), person]));
  return lines.map((line, at) => {
    const person = found.get(indexes[at]?.toString('hex') ?? '');
    const owner = person && { id: person.id, name: person.name, orgCode: person.orgCode };
    return { owner, faults: faultsOf(line, person) };
  });
}

/** Whether the line speaks of whom its id card says. */
function faultsOf({ key, said }: ReadLine, person: SheetPerson | undefined): SheetFault[] {
  if (key === null) return [];
  if (!person) return [personFault.idCard('您管理的范围内没有这个身份证号的人员')];
  const { name = '', [ORG_COLUMN]: orgName = '' } = said;
  const faults: SheetFault[] = [];
  if (name !== '' && name.replace(/\s/g, '') !== person.name.replace(/\s/g, '')) {
    faults.push(personFault.name(`与登记的“${person.name}”不一致`));
  }
  if (orgName !== '' && plainOrgName(orgName) !== plainOrgName(person.orgName)) {
    faults.push(personFault.org(`该人员登记在“${person.orgName}”`, [person.orgName]));
  }
  return faults;
}
