import { useState } from 'react';
import { Link } from 'react-router';
import { restoreRecycled } from '#kernel/system/contract.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { useRemove } from '#platform/web/dialogs/useRemove.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { noValue } from '#platform/web/show/none.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { type CourseRow, listCourses, removeCourse, withdrawCourse } from '../contract.course.ts';
import { COURSES, STATES } from '../rules.course.ts';
import './course.css';

const KEPT = ['tab'];
const TONES = { 0: 'tag', 1: 'tag ok', 2: 'tag warn' } as const;

/** 课程管理: every course of the scope, in every state. */
export function CourseDesk() {
  const removal = useRemove({
    call: removeCourse,
    restore: restoreRecycled,
    kind: 'course',
    consequence: () => '课程进入回收站，30天内可以恢复。',
  });
  const withdraw = useAct(withdrawCourse, { quiet: true });
  const [taken, setTaken] = useState<CourseRow | null>(null);
  const columns: readonly Column<CourseRow>[] = [
    {
      key: 'title',
      title: '课程名称',
      width: 220,
      card: 'title',
      cell: (row) => (
        <Link to={pathWithQuery(row.can.edit ? COURSES.form : COURSES.follow, { id: row.id })}>{row.title}</Link>
      ),
    },
    {
      key: 'state',
      title: '状态',
      width: 90,
      card: 'tag',
      cell: (row) => (
        <span className={TONES[row.state as keyof typeof TONES]}>{STATES[row.state as keyof typeof STATES]}</span>
      ),
      filter: {
        kind: 'choice',
        name: 'state',
        options: optionsOf(STATES),
      },
    },
    {
      key: 'required',
      title: '修习',
      width: 80,
      cell: (row) => (row.isRequired ? '必修' : '选修'),
    },
    { key: 'chapters', title: '章数', width: 60, align: 'right', cell: (row) => row.chapters },
    { key: 'hours', title: '学时', width: 60, align: 'right', cell: (row) => row.hours || noValue },
    {
      key: 'people',
      title: '学完 / 学员',
      width: 120,
      align: 'right',
      card: 'line',
      cell: (row) => (row.people ? `${row.finished} / ${row.people}` : noValue),
    },
    { key: 'ends', title: '截止日期', width: 110, card: 'line', cell: (row) => row.endsOn ?? noValue },
    { key: 'org', title: '所属组织', width: 140, card: 'line', cell: (row) => row.orgName },
  ];
  return (
    <>
      <PlainList<CourseRow>
        caption="课程管理"
        endpoint={listCourses}
        columns={columns}
        search={{ name: 'keyWords', placeholder: '课程名称' }}
        keep={KEPT}
        unit="门"
        inputOf={({ tab: _tab, ...values }) => values}
        actsWidth={170}
        acts={(row) => (
          <>
            {row.state !== 0 && (
              <ButtonLink look="row" to={pathWithQuery(COURSES.follow, { id: row.id })}>
                跟踪
              </ButtonLink>
            )}
            {row.can.edit && (
              <ButtonLink look="row" to={pathWithQuery(COURSES.form, { id: row.id })}>
                编辑
              </ButtonLink>
            )}
            {row.can.withdraw && (
              <Button look="row" onClick={() => setTaken(row)}>
                下架
              </Button>
            )}
            {row.can.remove && (
              <Button look="row" onClick={() => removal.ask({ id: row.id, name: row.title })}>
                删除
              </Button>
            )}
          </>
        )}
        empty={{ title: '还没有课程', text: '点“新增课程”，把视频、文档、考试排成章节。' }}
      />
      {removal.dialog}
      {taken && (
        <ReasonDialog
          title={`下架 ${taken.title}`}
          act="下架"
          label="下架原因"
          onDone={async (reason) => {
            await withdraw.mutateAsync({ id: taken.id, reason });
          }}
          onClose={() => setTaken(null)}
        >
          学过的章节和学时都保留；没有学完的人会收到通知。修改后可以再发布。
        </ReasonDialog>
      )}
    </>
  );
}
