/** How a case stands. */
export const CASE_STATES = {
  asked: '待审核',
  published: '已发布',
  returned: '未采用',
  recalled: '已撤回',
  withdrawn: '已撤下',
} as const;
export type CaseState = keyof typeof CASE_STATES;
export const CASE_STATE_NAMES = Object.keys(CASE_STATES) as [CaseState, ...CaseState[]];

/** What a material has to be for a case of it. */
interface Material {
  method: number;
  review: number;
  /** Of a case that there is already. */
  caseState: CaseState | null;
}

/** What keeps a material from becoming a case; empty: nothing. */
export function caseFault({ method, review, caseState }: Material): string {
  if (method !== 2) return '这一项没有资料';
  if (review !== 1) return '审核通过的资料才能作为优秀案例';
  if (caseState === 'asked') return '这份资料的案例正在审核';
  return caseState === 'published' ? '这份资料的案例已经发布' : '';
}
