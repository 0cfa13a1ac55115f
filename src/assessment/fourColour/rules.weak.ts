/** 软弱涣散: why an organisation is listed. Some the platform finds itself, the others people know (domain.md 6.4). */
export const CRITERIA = {
  noSecretary: '书记空缺',
  lifeMissed: '组织生活不按规定开展',
  noRecruit: '两年没有发展党员',
  lowScore: '年度考核靠后',
  weakSecretary: '书记不胜任现职',
  petitions: '矛盾突出、群众集中反映问题',
  satisfaction: '群众满意度低于60%',
  other: '其他软弱涣散情形',
} as const;
export type Criterion = keyof typeof CRITERIA;
/** Those that the platform finds. */
export const FOUND = ['noSecretary', 'lifeMissed', 'noRecruit', 'lowScore'] as const satisfies readonly Criterion[];
export const isCriterion = (code: string): code is Criterion => Object.hasOwn(CRITERIA, code);

export const WEAK_STATES = { 0: '已列入', 1: '整顿中', 2: '申请销号', 3: '已销号', 4: '反弹' } as const;
export type WeakState = keyof typeof WEAK_STATES;

/** What may be done with a file, from which states, and where it leads. */
export const WEAK_ARROWS = {
  start: { from: [0, 4], to: 1 },
  apply: { from: [1], to: 2 },
  close: { from: [2], to: 3 },
  return: { from: [2], to: 1 },
  relapse: { from: [3], to: 4 },
} as const satisfies Record<string, { from: readonly WeakState[]; to: WeakState }>;
export type WeakAct = keyof typeof WEAK_ARROWS;

export const mayAct = (act: WeakAct, state: WeakState): boolean =>
  (WEAK_ARROWS[act].from as readonly WeakState[]).includes(state);
