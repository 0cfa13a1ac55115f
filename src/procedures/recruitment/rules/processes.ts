/** What of 发展党员 may run on an approval process, by its kind in the engine. */
export const PROCESSES = {
  'development.step8': '列为发展对象',
  'development.step13': '发展对象预审',
  'development.step17': '接收预备党员',
  'development.step24': '预备党员转正',
  'development.extension': '延长预备期',
  'development.revocation': '取消预备党员资格',
  'development.ending': '终止培养',
  'development.correction': '发展党员更正',
} as const;
export type ProcessKind = keyof typeof PROCESSES;

/** Those of a step of a file. */
export const STEP_PROCESSES: readonly ProcessKind[] = [
  'development.step8',
  'development.step13',
  'development.step17',
  'development.step24',
  'development.extension',
  'development.revocation',
];

/** The kind of a step that the superior decides; of the last one by what the general meeting proposed. */
export function processOf(no: number, proposal: string | undefined): ProcessKind | null {
  if (no === 8) return 'development.step8';
  if (no === 13) return 'development.step13';
  if (no === 17) return 'development.step17';
  if (no !== 24) return null;
  if (proposal === 'extend') return 'development.extension';
  return proposal === 'revoke' ? 'development.revocation' : 'development.step24';
}
