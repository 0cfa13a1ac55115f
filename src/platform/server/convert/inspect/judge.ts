import { Refused } from '#platform/server/spreadsheet/limits.ts';
import { type Family, isOle, isZip, nameOfBytes } from './kinds.ts';
import { inspectOle } from './ole.ts';
import { inspectOoxml, inspectReferences } from './ooxml.ts';

/**
 * Checks an office file before a program opens it: its content must be what its ending promises, and it must load nothing from
 * elsewhere.
 * @param wanted the expected kind; `references`: a docx, xlsx or pptx whose kind was checked before
 * @throws Refused with a phrase that quotes nothing of the file
 */
export async function judgeOfficeFile(bytes: Buffer, wanted: Family | 'references'): Promise<void> {
  if (wanted === 'references') return inspectReferences(bytes);
  const isOld = wanted.length === 3;
  if (isOld && isOle(bytes)) return inspectOle(bytes, wanted);
  if (!isOld && isZip(bytes)) return inspectOoxml(bytes, wanted);
  const name = nameOfBytes(bytes.subarray(0, 1024));
  throw new Refused(`文件内容${name === '' ? '' : `是 ${name}，`}不是 ${wanted.toUpperCase()}`);
}
