import { Link, useLocation, useNavigate } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { Tabs } from '#platform/web/records/Tabs.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { type ClassRow, listClasses, type OwnClass, ownClasses } from '../contract.school.ts';
import { CLASS_STATES, SCHOOL } from '../rules.school.ts';
import { ClassState, daysOf, lessonTime } from './schoolParts.tsx';
import '#platform/web/records/records.css';
import './school.css';

const TABS = [
  { key: 'all', label: '培训班' },
  { key: 'own', label: '我的培训班' },
] as const;

/** 云党校: for workers the classes of the scope and those to nominate for; by `tab` and for everybody else the own ones. */
export default function CloudParty() {
  const session = useSession();
  const navigate = useNavigate();
  const { tab } = readQuery(useLocation().search, ['tab']);
  const works = may(session, 'dj:sxzy:*');
  const isOwn = !works || tab === 'own';
  return (
    <div className="list-page">
      <PageHead title="云党校">
        {works && !isOwn && may(session, 'school:write') && (
          <ButtonLink look="primary" icon="plus" to={SCHOOL.form}>
            新建培训班
          </ButtonLink>
        )}
      </PageHead>
      {works && (
        <Tabs
          label="云党校"
          tabs={TABS}
          current={isOwn ? 'own' : 'all'}
          panel="school-panel"
          onPick={(key) => navigate(key === 'own' ? `${SCHOOL.home}?tab=own` : SCHOOL.home, { replace: true })}
        />
      )}
      <div
        id="school-panel"
        className="school-panel"
        {...(works ? { role: 'tabpanel', 'aria-label': isOwn ? '我的培训班' : '培训班' } : {})}
      >
        {isOwn ? <Own /> : <Classes />}
      </div>
    </div>
  );
}

const COLUMNS: readonly Column<ClassRow>[] = [
  {
    key: 'title',
    title: '班名',
    width: 260,
    card: 'title',
    cell: (row) => <Link to={SCHOOL.detail(row.id)}>{row.title}</Link>,
  },
  {
    key: 'state',
    title: '状态',
    width: 110,
    card: 'tag',
    cell: (row) => <ClassState state={row.state} />,
    filter: {
      kind: 'choice',
      name: 'state',
      options: optionsOf(CLASS_STATES),
    },
  },
  { key: 'orgName', title: '主办组织', width: 200, card: 'line', cell: (row) => row.orgName },
  { key: 'days', title: '日期', width: 200, card: 'line', cell: daysOf },
  {
    key: 'learners',
    title: '学员/名额',
    width: 100,
    align: 'right',
    card: 'line',
    cell: (row) => `${row.learners}/${row.quota}`,
  },
  {
    key: 'waiting',
    title: '待审核',
    width: 80,
    align: 'right',
    cell: (row) => (row.waiting > 0 ? <b>{row.waiting}</b> : <span className="muted">—</span>),
  },
  {
    key: 'passed',
    title: '已结业',
    width: 80,
    align: 'right',
    card: 'line',
    cell: (row) => (row.state === 3 ? row.passed : <span className="muted">—</span>),
  },
];

function Classes() {
  return (
    <PlainList<ClassRow>
      caption="培训班"
      endpoint={listClasses}
      columns={COLUMNS}
      search={{ name: 'keyWords', placeholder: '班名' }}
      unit="个班"
      inputOf={({ tab: _tab, ...values }) => values}
      acts={(row) => (
        <ButtonLink look="row" to={SCHOOL.detail(row.id)}>
          {row.can.decide && row.waiting > 0 ? '审核学员' : row.can.nominate && !row.can.edit ? '推荐学员' : '查看'}
        </ButtonLink>
      )}
      empty={{
        title: '没有培训班',
        text: '点“新建培训班”：定名额，请各支部推荐学员，排课、登记出勤，结业后批量出具学习证明。',
      }}
    />
  );
}

function Own() {
  const query = useCall(ownClasses, {}, { quiet: true, staleTime: 0 });
  if (!query.data) return <Waiting query={query} />;
  if (query.data.length === 0)
    return (
      <div className="card">
        <Empty title="没有培训班">党组织推荐您参加培训班后，课表、出勤和结业情况会列在这里。</Empty>
      </div>
    );
  return (
    <div className="school-own">
      {query.data.map((one) => (
        <OwnCard key={one.id} one={one} />
      ))}
    </div>
  );
}

function OwnCard({ one }: { one: OwnClass }) {
  const next = one.lessons.filter(({ endsAt }) => new Date(endsAt).getTime() > Date.now());
  return (
    <section className="card school-own-class" aria-label={one.title}>
      <div className="school-own-head">
        <h2>{one.title}</h2>
        {one.personState === 0 ? <span className="tag warn">推荐待同意</span> : <ClassState state={one.state} />}
      </div>
      <p className="muted small">
        {one.orgName}　{daysOf(one)}
        {one.place && `　${one.place}`}
      </p>
      {one.personState === 1 && (
        <>
          <p className="school-figures">
            <span>
              出勤
              <b>
                {one.attended}/{one.lessons.length}
              </b>
              次
            </span>
            <span>
              <b>{one.hours}</b>学时
            </span>
            {one.exam && (
              <span>
                结业考试<b>{one.score ?? '—'}</b>分
              </span>
            )}
          </p>
          <p className="small">
            结业条件：{one.rule}
            {one.courses.map(({ id, name }) => (
              <span key={id}>
                ，学完
                <Link to={`/education/course/learn/${id}`}>{name}</Link>
              </span>
            ))}
          </p>
          {one.state === 3 ? (
            <p className={one.passed ? 'banner ok' : 'banner warn'}>
              {one.passed ? '已结业，' : `未能结业：${one.lacks}`}
              {one.passed && <Link to="/education/studyProves?tab=own">查看学习证明</Link>}
            </p>
          ) : (
            one.lacks && <p className="muted small">现在还差：{one.lacks}</p>
          )}
        </>
      )}
      {next.length > 0 && (
        <ul className="school-lessons" aria-label="接下来的课">
          {next.slice(0, 5).map((lesson) => (
            <li key={lesson.id}>
              <span className="muted">{lessonTime(lesson)}</span>
              <span>
                {lesson.title}
                {lesson.teacher && <small className="muted">　{lesson.teacher}</small>}
                {lesson.place && <small className="muted">　{lesson.place}</small>}
              </span>
            </li>
          ))}
        </ul>
      )}
      {one.exam && one.state < 3 && (
        <ButtonLink to={`/education/exam/take/${one.exam.id}`}>结业考试：{one.exam.name}</ButtonLink>
      )}
    </section>
  );
}
