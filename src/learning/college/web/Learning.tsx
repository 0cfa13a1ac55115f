import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { COURSES } from '#learning/course/rules.course.ts';
import { CourseCard } from '#learning/course/web/pickers.parts.tsx';
import { PHASES, pointsText, RECORDS } from '#learning/exam/rules.ts';
import { PATHS } from '#learning/exam/web/pickers.paths.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { Pager } from '#platform/web/list/Pager.tsx';
import { Tabs } from '#platform/web/records/Tabs.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader, Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { type OwnPlace, ownCollegeCourses, ownPlace } from '../contract.course.ts';
import { COLLEGE, IDENTITIES, JOB_TYPES, termWords, wordOf } from '../rules.ts';
import '#platform/web/records/records.css';
import './college.css';

const PAGE = 12;
const VIEWS = {
  open: {
    label: '要学的课程',
    title: '没有要学的课程',
    text: '学院发布课程后，属于您年级、班级或职务的会出现在这里。',
  },
  offered: { label: '可选修', title: '没有可以选修的课程', text: '面向您的选修课会列在这里，自己报名学习。' },
  finished: { label: '已学完', title: '还没有学完的课程', text: '学完的课程和取得的学时会列在这里。' },
  tests: { label: '考试', title: '没有学院的考试', text: '学院发布考试后，属于您的会出现在这里。' },
} as const;
type View = keyof typeof VIEWS;

/** 在线学习: the courses and tests of the person's class or post, term by term. */
export default function Learning() {
  const ownPlaceQuery = useCall(ownPlace, {}, { quiet: true, staleTime: 0 });
  return <RecordLoader query={ownPlaceQuery}>{(own) => <Mine own={own} />}</RecordLoader>;
}

function Mine({ own }: { own: OwnPlace }) {
  const navigate = useNavigate();
  const session = useSession();
  const { tab: wantedTab, term } = readQuery(useLocation().search, ['tab', 'term']);
  const tab = (wantedTab !== undefined && wantedTab in VIEWS ? wantedTab : 'open') as View;
  const go = (next: { tab?: string; term?: string }) =>
    navigate(
      pathWithQuery(COLLEGE.learning, {
        tab: (next.tab ?? tab) === 'open' ? undefined : (next.tab ?? tab),
        term: (next.term ?? term) || undefined,
      }),
      { replace: true },
    );
  const tests = own.tests.filter((one) => term === undefined || one.term === term);
  if (own.place === null && own.terms.length === 0)
    return (
      <div className="list-page college-page">
        <PageHead title="在线学习" />
        <div className="card">
          <Empty
            title="您不在学院的名册里"
            act={
              may(session, 'dj:sxzy:*') ? (
                <Link to={COLLEGE.courses}>去课程管理</Link>
              ) : (
                <Link to={COURSES.mine}>去我的学习</Link>
              )
            }
          >
            学院党委把您列入学生或教职工名册以后，您年级、班级或职务的课程和考试会列在这里。
          </Empty>
        </div>
      </div>
    );
  return (
    <div className="list-page college-page">
      <PageHead title="在线学习">
        {own.terms.length > 0 && (
          <span className="field-box">
            <select aria-label="学期" value={term ?? ''} onChange={(event) => go({ term: event.target.value })}>
              <option value="">全部学期</option>
              {own.terms.map((one) => (
                <option key={one} value={one}>
                  {termWords(one)}
                </option>
              ))}
            </select>
            <Icon name="down" size={14} />
          </span>
        )}
      </PageHead>
      {own.place && (
        <section className="card college-sums" aria-label="我在学院">
          <span className="college-tools">
            <span className="tag">{wordOf(JOB_TYPES, own.place.jobType)}</span>
            <strong>{own.place.words}</strong>
            {own.place.number && <span className="muted">{own.place.number}</span>}
            <span className={own.place.identity === 2 ? 'tag red' : 'tag'}>
              {wordOf(IDENTITIES, own.place.identity)}
            </span>
            {own.place.isSuspended && <span className="tag warn">休学或停职中</span>}
          </span>
        </section>
      )}
      <Tabs
        label="在线学习"
        tabs={Object.entries(VIEWS).map(([key, { label }]) => ({
          key,
          label,
          ...(key === 'tests' && tests.length > 0 ? { count: tests.length } : {}),
        }))}
        current={tab}
        panel="college-learning"
        onPick={(key) => go({ tab: key })}
      />
      <div id="college-learning" role="tabpanel" className="course-panel" aria-label={VIEWS[tab].label}>
        {tab === 'tests' ? <Tests tests={tests} /> : <Courses key={`${tab}:${term}`} view={tab} term={term} />}
      </div>
    </div>
  );
}

function Nothing({ view }: { view: View }) {
  return (
    <div className="card">
      <Empty title={VIEWS[view].title}>{VIEWS[view].text}</Empty>
    </div>
  );
}

function Courses({ view, term }: { view: Exclude<View, 'tests'>; term: string | undefined }) {
  const [page, setPage] = useState(1);
  const input = { view, pageNum: page, pageSize: PAGE, ...(term ? { term } : {}) };
  const ownCollegeCoursesQuery = useCall(ownCollegeCourses, input, { quiet: true, staleTime: 0 });
  if (!ownCollegeCoursesQuery.data) return <Waiting query={ownCollegeCoursesQuery} lines={4} />;
  const { rows, total } = ownCollegeCoursesQuery.data;
  if (total === 0) return <Nothing view={view} />;
  return (
    <>
      <ul className="course-cards">
        {rows.map((row) => (
          <CourseCard key={row.id} row={row} place={termWords(row.term)} />
        ))}
      </ul>
      {total > PAGE && <Pager page={page} size={PAGE} total={total} onPage={setPage} unit="门" capped={false} />}
    </>
  );
}

function Tests({ tests }: { tests: OwnPlace['tests'] }) {
  if (tests.length === 0) return <Nothing view="tests" />;
  return (
    <ul className="card college-list" aria-label="考试">
      {tests.map((one) => {
        const toSit = one.phase === 1 && one.record < 2;
        return (
          <li key={one.id}>
            <span>
              <Link to={PATHS.take(one.id)}>{one.title}</Link>
              <br />
              <span className="muted small">
                {termWords(one.term)}　{dateTime(one.opensAt)} 至 {dateTime(one.closesAt)}，{one.minutes}分钟
              </span>
            </span>
            <span className="college-tools">
              {one.score === null ? (
                <span className="tag">
                  {one.phase === 0
                    ? PHASES[0]
                    : one.record === 3
                      ? '成绩未公布'
                      : RECORDS[one.record as keyof typeof RECORDS]}
                </span>
              ) : (
                <span className={one.passed ? 'tag ok' : 'tag warn'}>
                  {pointsText(one.score)}分，{one.passed ? '及格' : '不及格'}
                </span>
              )}
              <ButtonLink look={toSit ? 'primary' : 'normal'} size="compact" to={PATHS.take(one.id)}>
                {toSit ? (one.record === 1 ? '继续考试' : '去考试') : '查看'}
              </ButtonLink>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
