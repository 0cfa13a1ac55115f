import { type ImportKind, recordImportCalls } from '#platform/records/recordImport.ts';
import { getFile, listFiles, overview } from './contract.ts';

/** Steps that lie before whoever came as 补录, a line each. */
export const STEP_SHEET: ImportKind = {
  kind: 'step',
  label: '以往步骤',
  hint: '只补录建档以前已经办过的步骤；人员先登记，按身份证号找到。已经登记的日期要改，请申请更正。',
};
/** 集中培训 of step 11. */
export const TRAINED_SHEET: ImportKind = {
  kind: 'training',
  label: '集中培训',
  hint: '补录建档以前参加的发展对象集中培训（第11步）：结束日期、天数和学时。',
};
/** 考察 and 思想汇报. */
export const NOTE_SHEET: ImportKind = {
  kind: 'note',
  label: '考察和思想汇报',
  hint: '每半年的考察、每季度的思想汇报，一次一行。',
};
export const DEVELOPMENT_SHEETS = [STEP_SHEET, TRAINED_SHEET, NOTE_SHEET];

export const DEVELOPMENT_IMPORT = recordImportCalls(DEVELOPMENT_SHEETS, {
  path: '/api/fzdy/imports',
  of: '发展党员档案',
  access: 'recruit:write',
  target: 'developmentBatch',
  stale: () => [getFile, listFiles, overview],
});
