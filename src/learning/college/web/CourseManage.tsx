import { Link } from 'react-router';
import { restoreRecycled } from '#kernel/system/contract.ts';
import { removeCourse } from '#learning/course/contract.course.ts';
import { STATES } from '#learning/course/rules.course.ts';
import { useRemove } from '#platform/web/dialogs/useRemove.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { type CollegeCourseRow, listCollegeCourses } from '../contract.course.ts';
import { COLLEGE, GRADES, termWords } from '../rules.ts';
import { noValue, optionsFromWords, termOptions, useActHere } from './parts.tsx';

const TONES = { 0: 'tag', 1: 'tag ok', 2: 'tag warn' } as const;

const COLUMNS: readonly Column<CollegeCourseRow>[] = [
  {
    key: 'title',
    title: '课程名称',
    width: 220,
    card: 'title',
    cell: (row) => <Link to={pathWithQuery(COLLEGE.course, { id: row.id })}>{row.title}</Link>,
  },
  {
    key: 'state',
    title: '状态',
    width: 80,
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
    key: 'term',
    title: '学期',
    width: 175,
    card: 'line',
    cell: (row) => termWords(row.term),
    filter: { kind: 'choice', name: 'term', options: termOptions() },
  },
  {
    key: 'who',
    title: '学习对象',
    width: 210,
    card: 'line',
    filterTitle: '年级',
    cell: (row) => row.audienceText,
    filter: { kind: 'choice', name: 'grade', options: optionsFromWords(GRADES) },
  },
  { key: 'required', title: '修习', width: 60, cell: (row) => (row.isRequired ? '必修' : '选修') },
  { key: 'chapters', title: '章数', width: 60, align: 'right', cell: (row) => row.chapters },
  {
    key: 'people',
    title: '学完/学员',
    width: 100,
    align: 'right',
    card: 'line',
    cell: (row) => (row.people ? `${row.finished}/${row.people}` : noValue),
  },
  { key: 'ends', title: '截止日期', width: 105, cell: (row) => row.endsOn ?? noValue },
];

/** 课程管理 of a college: its courses by term and grade. */
export default function CourseManage() {
  const writes = may(useSession(), 'edu:write');
  const { refresh } = useActHere(removeCourse, [listCollegeCourses]);
  const removal = useRemove({
    call: removeCourse,
    restore: restoreRecycled,
    kind: 'course',
    consequence: () => '课程进入回收站，30天内可以恢复。',
    onDeleted: refresh,
  });
  return (
    <div className="list-page college-page">
      <PageHead title="课程管理">
        {writes && (
          <ButtonLink look="primary" icon="plus" to={COLLEGE.courseForm}>
            新增课程
          </ButtonLink>
        )}
      </PageHead>
      <PlainList<CollegeCourseRow>
        caption="学院课程"
        endpoint={listCollegeCourses}
        columns={COLUMNS}
        search={{ name: 'keyWords', placeholder: '课程名称' }}
        unit="门"
        actsWidth={120}
        acts={(row) => (
          <>
            {row.can.edit && (
              <ButtonLink look="row" to={pathWithQuery(COLLEGE.courseForm, { id: row.id })}>
                编辑
              </ButtonLink>
            )}
            {row.can.remove && (
              <Button look="row" onClick={() => removal.ask({ id: row.id, name: row.title })}>
                删除
              </Button>
            )}
          </>
        )}
        empty={{ title: '没有学院课程', text: '点“新增课程”，选学期和学习对象，把视频、文档、考试排成章节。' }}
      />
      {removal.dialog}
    </div>
  );
}
