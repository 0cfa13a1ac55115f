import type { RecordImporting } from '#platform/web/records/RecordImportList.tsx';
import { DEVELOPMENT_IMPORT, DEVELOPMENT_SHEETS } from '../contract.imports.ts';
import { PATHS } from './paths.ts';

/** The import of past steps, trainings and inspections. */
export const developmentImport: RecordImporting = {
  calls: DEVELOPMENT_IMPORT,
  kinds: DEVELOPMENT_SHEETS,
  named: '人员姓名',
  path: PATHS.imports,
  finding: '按身份证号找到人员正在进行的发展档案',
};
