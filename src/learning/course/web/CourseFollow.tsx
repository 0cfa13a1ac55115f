import { Link, useLocation } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { getCourse } from '../contract.course.ts';
import { COURSES } from '../rules.course.ts';
import { Followed } from './pickers.follow.tsx';

/** 课程跟踪: who has not begun, how far the others are, who is late. */
export default function CourseFollow() {
  const { id } = readQuery(useLocation().search, ['id']);
  const courseQuery = useCall(getCourse, id === undefined ? null : { id }, { quiet: true, staleTime: 0 });
  useTitle(courseQuery.data?.title);
  if (id === undefined)
    return (
      <Empty title="请先选择课程" act={<Link to={pathWithQuery(COURSES.home, { tab: 'manage' })}>去课程管理</Link>}>
        从课程列表点“跟踪”进入。
      </Empty>
    );
  return <RecordLoader query={courseQuery}>{(course) => <Followed course={course} />}</RecordLoader>;
}
