import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { ALL_ORG_RECORDS } from '#people/org/contract.records.ts';
import { orgOfSheet } from '#people/org/rules.recordSheet.ts';
import { type ImportRules, recordSheet } from '#platform/server/records/import.ts';
import type { Sheets } from '#platform/server/records/sheets.ts';
import { findOrgs } from './sheetOrgs.ts';
import { termSheet } from './termSheet.ts';

const rules: ImportRules = { owner: orgOfSheet, names: (ctx) => dictionaryNames(ctx.services), find: findOrgs };

/** The tabs of organisations' records, and their terms, as sheets. */
export const orgSheets: Sheets = {
  prefix: 'orgRecord',
  fileKind: 'org.recordImport',
  kinds: [...ALL_ORG_RECORDS.map((sort) => recordSheet(sort, rules)), termSheet],
};
