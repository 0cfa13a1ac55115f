import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { Pager } from '#platform/web/list/Pager.tsx';
import { Tabs } from '#platform/web/records/Tabs.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { ownCourses } from '../contract.learn.ts';
import { COURSES } from '../rules.course.ts';
import { CourseDesk } from './CourseDesk.tsx';
import { CourseCard } from './pickers.parts.tsx';
import '#platform/web/records/records.css';

const PAGE = 12;
const OWN = {
  open: { label: '我的课程', title: '没有要学的课程', text: '党组织发布必修课程后会出现在这里，并发通知提醒您。' },
  offered: { label: '可选修', title: '没有可以选修的课程', text: '您所在的党组织和上级发布的选修课会列在这里。' },
  finished: { label: '已学完', title: '还没有学完的课程', text: '学完的课程和取得的学时会列在这里。' },
} as const;
type View = keyof typeof OWN;

/** 课程: what the person learns, may choose, has learnt; for those who organise it, all courses of their scope. */
export default function CourseHome() {
  const session = useSession();
  const navigate = useNavigate();
  const { tab: wantedTab } = readQuery(useLocation().search, ['tab']);
  const writes = may(session, 'edu:write');
  const tabs = [
    ...(Object.keys(OWN) as View[]).map((key) => ({ key: key as string, label: OWN[key].label as string })),
    ...(writes ? [{ key: 'manage', label: '课程管理' }] : []),
  ];
  const tab = tabs.find(({ key }) => key === wantedTab)?.key ?? 'open';
  return (
    <div className="list-page">
      <PageHead title="课程">
        {writes && (
          <ButtonLink look="primary" icon="plus" to={COURSES.form}>
            新增课程
          </ButtonLink>
        )}
      </PageHead>
      <Tabs
        label="课程"
        tabs={tabs}
        current={tab}
        panel="course-list"
        onPick={(key) =>
          navigate(pathWithQuery(COURSES.home, { tab: key === 'open' ? undefined : key }), { replace: true })
        }
      />
      <div
        id="course-list"
        role="tabpanel"
        className="course-panel"
        aria-label={tabs.find(({ key }) => key === tab)?.label ?? ''}
      >
        {tab === 'manage' ? <CourseDesk /> : <Own key={tab} view={tab as View} />}
      </div>
    </div>
  );
}

function Own({ view }: { view: View }) {
  const [page, setPage] = useState(1);
  const ownCoursesQuery = useCall(ownCourses, { view, pageNum: page, pageSize: PAGE }, { quiet: true, staleTime: 0 });
  if (!ownCoursesQuery.data) return <Waiting query={ownCoursesQuery} lines={4} />;
  const { rows, total } = ownCoursesQuery.data;
  if (total === 0) {
    return (
      <div className="card">
        <Empty title={OWN[view].title}>{OWN[view].text}</Empty>
      </div>
    );
  }
  return (
    <>
      <ul className="course-cards">
        {rows.map((row) => (
          <CourseCard key={row.id} row={row} place={`${row.orgName} · ${row.chapters}章`} />
        ))}
      </ul>
      {total > PAGE && <Pager page={page} size={PAGE} total={total} onPage={setPage} unit="门" capped={false} />}
    </>
  );
}
