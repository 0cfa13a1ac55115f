import { Link, useLocation, useNavigate } from 'react-router';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { type LeaderRow, listLeaders } from '../contract.leader.ts';
import { StateMark } from './parts.tsx';
import { PATHS } from './paths.ts';
import './event.css';

const WORDS = { ok: '达标', due: '待完成', missing: '缺', exempt: '免开', none: '' } as const;
const THIS = new Date().getFullYear();
const COLUMNS: readonly Column<LeaderRow>[] = [
  { key: 'name', title: '姓名', width: 100, card: 'title', cell: (row) => row.name },
  { key: 'org', title: '党组织', width: 240, card: 'line', cell: (row) => row.orgName },
  { key: 'posts', title: '职务', width: 110, card: 'line', cell: (row) => row.posts },
  {
    key: 'lecture',
    title: '讲党课',
    width: 130,
    card: 'line',
    filterTitle: '还缺',
    filter: {
      kind: 'choice',
      name: 'lacks',
      options: [
        { value: 'lecture', label: '书记没有讲党课' },
        { value: 'dual', label: '没有参加所在支部' },
      ],
    },
    cell: (row) =>
      row.lectureState === 'none' ? (
        row.lectures > 0 ? (
          `${row.lectures}次`
        ) : (
          noValue
        )
      ) : (
        <StateMark state={row.lectureState} name={WORDS[row.lectureState]} extra={`（${row.lectures}次）`} />
      ),
  },
  {
    key: 'dual',
    title: '参加所在支部组织生活',
    width: 230,
    card: 'line',
    cell: (row) => {
      const counts = `应到${row.due}次，已到${row.present}次`;
      if (row.dualState === 'none') return <span className="muted">{counts}</span>;
      return <StateMark state={row.dualState} name={WORDS[row.dualState]} extra={`（${counts}）`} />;
    },
  },
  {
    key: 'branch',
    title: '所在党支部',
    width: 220,
    card: 'line',
    cell: (row) => <Link to={PATHS.year(row.branchId)}>{row.branchName}</Link>,
  },
];
const KEPT = ['tab', 'orgId', 'year', 'own'];
const YEARS = [THIS, THIS - 1, THIS - 2].map(String);

/** 领导班子: the lectures of secretaries and what leaders went to at their own branches in a year. */
export function LeaderList() {
  const { orgId, year = String(THIS), own } = readQuery(useLocation().search, ['orgId', 'year', 'own']);
  const navigate = useNavigate();
  return (
    <div className="list-page">
      <PageHead title="领导班子组织生活" />
      <fieldset className="life-types">
        <legend className="visually-hidden">年份</legend>
        {YEARS.map((one) => (
          <Button
            key={one}
            size="compact"
            className={one === year ? 'chosen' : undefined}
            aria-pressed={one === year}
            onClick={() => navigate(PATHS.leaders(orgId, one, own))}
          >
            {one}年
          </Button>
        ))}
      </fieldset>
      <PlainList<LeaderRow, { clauses: string[] }>
        caption="领导班子组织生活"
        endpoint={listLeaders}
        columns={COLUMNS}
        keep={KEPT}
        unit="人"
        inputOf={({ tab: _tab, view: _view, ...values }) => ({
          ...values,
          year,
          ...(orgId ? { orgId } : {}),
          ...(own ? { own } : {}),
        })}
        note={({ clauses }) =>
          clauses.length > 0 && <span className="muted">{clauses.join('。')}。任职后的第一个完整年度起要求。</span>
        }
        acts={(row) => (
          <ButtonLink look="row" to={PATHS.year(row.branchId)}>
            查看支部年度
          </ButtonLink>
        )}
        empty={{
          title: '没有班子成员',
          text: '党委、党工委的现任班子登记后，这里列出每个人讲党课和参加所在支部的情况。',
        }}
      />
    </div>
  );
}
