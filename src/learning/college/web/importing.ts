import type { RecordImporting } from '#platform/web/records/RecordImportList.tsx';
import { STUDENT_IMPORT, STUDENT_SHEET } from '../contract.student.ts';
import { COLLEGE } from '../rules.ts';

/** The import of a college's roster. */
export const rosterImport: RecordImporting = {
  calls: STUDENT_IMPORT,
  kinds: [STUDENT_SHEET],
  named: '人员姓名',
  path: COLLEGE.imports,
  finding: '按身份证号在党员库里找到人员',
};
