import { useState } from 'react';
import { Case, Cases } from '../gallery/Case.tsx';
import { Gantt } from './Gantt.tsx';
import type { GanttTask } from './layout.ts';

const NINE: readonly GanttTask[] = [
  { id: '1', title: '谈话提醒', startDate: '2026-11-16', endDate: '2026-11-18', progress: 1 },
  { id: '2', title: '收缴十一月份党费并核对台账', startDate: '2026-11-24', endDate: '2026-11-17', progress: 0.5 },
  {
    id: '3',
    title: '起止颠倒的任务自动对调，名称超过十八个字时截断',
    startDate: '2026-11-20',
    endDate: '2026-11-19',
    progress: 0,
  },
];
const ELEVEN: readonly GanttTask[] = [
  ...NINE,
  { id: '4', title: '主题党日筹备', startDate: '2026-11-23 09:00', endDate: '2026-11-26 12:00', progress: 0.3 },
];
const YEAR: readonly GanttTask[] = [
  { id: '1', title: '发展党员工作', startDate: 1767196800, endDate: 1798646400, progress: 0.8 },
  { id: '2', title: '民主评议党员', startDate: '2026-10-08', endDate: '2026-12-20', progress: 0.4 },
  { id: '3', title: '上年度遗留事项', startDate: '2025-11-01', endDate: '2026-02-10', progress: 0.9 },
  { id: '4', title: '下年度计划', startDate: '2027-01-05', endDate: '2027-02-01', progress: 0 },
];
const WHOLE_YEAR = { from: '2026-01-01', to: '2026-12-31' };

/** Charts of nine days, of eleven, of a year that clips, and of nothing. */
export default function GanttGallery() {
  const [opened, setOpened] = useState('');
  return (
    <Cases>
      <Case title="九天：按周显示" wide>
        <Gantt caption="九天的任务" tasks={NINE} onOpen={setOpened} />
        <p className="field-hint">{opened ? `打开了第${opened}项` : '点击名称打开任务'}</p>
      </Case>
      <Case title="十一天：月和日" wide>
        <Gantt caption="十一天的任务" tasks={ELEVEN} />
      </Case>
      <Case title="一年：开始早于所示日期的截去" wide>
        <Gantt caption="全年的任务" tasks={YEAR} window={WHOLE_YEAR} />
      </Case>
      <Case title="没有任务" wide>
        <Gantt caption="没有任务的图" tasks={[]} />
      </Case>
    </Cases>
  );
}
