import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { publishCourse, withdrawCourse } from '#learning/course/contract.course.ts';
import { Followed } from '#learning/course/web/pickers.follow.tsx';
import { hoursWords } from '#learning/course/web/pickers.parts.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { Line } from '#platform/web/field/record.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { type CollegeCourse, getCollegeCourse, listCollegeCourses } from '../contract.course.ts';
import { COLLEGE, termWords } from '../rules.ts';
import { useActHere } from './parts.tsx';
import '#platform/web/records/records.css';

const ALSO = [listCollegeCourses, getCollegeCourse];

/** 课程详情: what a course is, for whom, and how far its people are. */
export default function CourseView() {
  const { id } = readQuery(useLocation().search, ['id']);
  const collegeCourseQuery = useCall(getCollegeCourse, id === undefined ? null : { id }, { quiet: true, staleTime: 0 });
  useTitle(collegeCourseQuery.data?.title);
  if (id === undefined)
    return (
      <Empty title="请先选择课程" act={<Link to={COLLEGE.courses}>去课程管理</Link>}>
        从课程列表点课程名称进入。
      </Empty>
    );
  return <RecordLoader query={collegeCourseQuery}>{(course) => <View course={course} />}</RecordLoader>;
}

function View({ course }: { course: CollegeCourse }) {
  const publish = useActHere(publishCourse, ALSO, false);
  const withdraw = useActHere(withdrawCourse, ALSO);
  const [openDialog, setOpenDialog] = useState<'publish' | 'withdraw' | null>(null);
  const close = () => setOpenDialog(null);
  return (
    <>
      <Followed
        course={course}
        at={COLLEGE.course}
        form={COLLEGE.courseForm}
        acts={
          <>
            {course.can.withdraw && <Button onClick={() => setOpenDialog('withdraw')}>下架</Button>}
            {course.can.publish && (
              <Button look="primary" onClick={() => setOpenDialog('publish')}>
                发布课程
              </Button>
            )}
          </>
        }
      >
        <section className="card college-facts" aria-label="课程">
          <dl className="record-fields">
            <Line label="学期">{termWords(course.term)}</Line>
            <Line label="学习对象">{course.audienceText}</Line>
            <Line label="修习方式">{course.isRequired ? '必修' : '选修'}</Line>
            <Line label="截止日期">{course.endsOn ?? '不设期限'}</Line>
            <Line label="学完另计">{course.hours > 0 ? hoursWords(course.hours) : '不另计学时'}</Line>
            <Line label="开课组织">{course.orgName}</Line>
            {course.intro && (
              <Line label="简介" wide>
                {course.intro}
              </Line>
            )}
          </dl>
        </section>
      </Followed>
      {openDialog === 'publish' && (
        <PublishDialog
          course={course}
          onPublish={() => publish.run({ id: course.id, version: course.version })}
          onClose={close}
        />
      )}
      {openDialog === 'withdraw' && (
        <ReasonDialog
          title={`下架 ${course.title}`}
          act="下架"
          label="下架原因"
          onDone={async (reason) => {
            await withdraw.run({ id: course.id, reason });
          }}
          onClose={close}
        >
          学过的章节和学时都保留；没有学完的人会收到通知。修改后可以再发布。
        </ReasonDialog>
      )}
    </>
  );
}

function PublishDialog({
  course,
  onPublish,
  onClose,
}: {
  course: CollegeCourse;
  onPublish: () => Promise<{ people: number }>;
  onClose: () => void;
}) {
  return (
    <ConfirmDialog
      title={`发布 ${course.title}`}
      icon="check"
      act="发布"
      onConfirm={async () => {
        const { people } = await onPublish();
        emit('notice', { kind: 'success', text: course.isRequired ? `已发布，列入${people}人` : '已发布' });
      }}
      onClose={onClose}
    >
      {course.isRequired
        ? `学习对象是${course.audienceText}：都列入学员，并发通知和待办。以后入册的人在截止前自动加入。`
        : `学习对象是${course.audienceText}：自己报名学习。`}
    </ConfirmDialog>
  );
}
