import type { ReactNode } from 'react';

import type { FileRow, Step } from '../contract.ts';

/** Of a paper, in words. */
export const PAPER_STATES = { missing: '待交', pending: '待审', passed: '通过', returned: '退回' } as const;

/** 还剩69天, 超期3天; told in words, colour only confirms. */
export function DaysLeft({ days }: { days: number | null }) {
  if (days === null) return <span className="muted">—</span>;
  if (days < 0) return <span className="fz-late">超期{-days}天</span>;
  return <span className={days <= 30 ? 'fz-soon' : ''}>{days === 0 ? '今天到期' : `还剩${days}天`}</span>;
}

/** What is to be done next of a running file. */
export const nextText = ({ isEnding, step, nextAct }: FileRow): string =>
  isEnding ? nextAct : `第${step}步 ${nextAct}`;

/** A line of `fz-lines`: what it is, and the value. */
export function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Whose desk a step that was sent up is at. */
export const waitingDesk = ({
  general,
  generalOn,
  approver,
  process,
}: Pick<Step, 'general' | 'generalOn' | 'approver' | 'process'>): string => {
  if (process === 'running') return `已报送，正在按审批流程办理，流程办完后由${approver}集体讨论决定。`;
  if (process === 'returned') return '审批流程退回，请补正后重新报送。';
  return general !== '' && generalOn === null
    ? `已报送，等待${general}审议，再由${approver}决定。`
    : `已报送，等待${approver}决定。`;
};
