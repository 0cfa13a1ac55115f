import type { RecordImporting } from '#platform/web/records/RecordImportList.tsx';
import { HOURS_IMPORT, TRAINING_SHEET } from '../contract.training.ts';
import { PATHS } from './paths.ts';

/** The import of who took part in trainings. */
export const hoursImport: RecordImporting = {
  calls: HOURS_IMPORT,
  kinds: [TRAINING_SHEET],
  named: '人员姓名',
  path: PATHS.imports,
  finding: '按身份证号找到人员，按培训名称找到已登记的线下培训',
};
