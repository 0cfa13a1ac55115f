import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { beijingDay } from '#platform/time/days.ts';
import { yearsOf } from '#platform/time/periods.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { listWeak, type WeakRow } from '../contract.weak.ts';
import { WEAK_STATES } from '../rules.weak.ts';
import { WeakCandidates } from './WeakCandidates.tsx';
import { WeakFilePage } from './WeakFilePage.tsx';
import { WEAK, WeakTag } from './weakParts.tsx';
import './fourColour.css';

const COLUMNS: readonly Column<WeakRow>[] = [
  {
    key: 'name',
    title: '党组织',
    width: 200,
    card: 'title',
    cell: (row) => <Link to={pathWithQuery(WEAK, { id: row.id })}>{row.name}</Link>,
  },
  {
    key: 'state',
    title: '状态',
    width: 120,
    card: 'tag',
    cell: (row) => (
      <>
        <WeakTag {...row} />
        {row.isLate && <span className="tag bad">超期</span>}
      </>
    ),
    filter: {
      kind: 'choice',
      name: 'state',
      options: optionsOf(WEAK_STATES),
    },
  },
  { key: 'parent', title: '上级党组织', width: 160, card: 'line', cell: (row) => row.parentName },
  {
    key: 'year',
    title: '列入年度',
    width: 84,
    cell: (row) => `${row.year}年`,
    filter: {
      kind: 'choice',
      name: 'year',
      options: yearsOf(beijingDay()).map((year) => ({ value: String(year), label: `${year}年` })),
    },
  },
  {
    key: 'criteria',
    title: '列入原因',
    width: 300,
    card: 'line',
    cell: (row) => row.criteria.map(({ label }) => label).join('、'),
  },
  {
    key: 'people',
    title: '联系领导、驻点干部',
    width: 180,
    cell: (row) => [row.leader, row.cadre].filter(Boolean).join('、') || <span className="muted">—</span>,
  },
  {
    key: 'due',
    title: '期限',
    width: 150,
    card: 'line',
    cell: (row) => (row.closedOn ? `${row.closedOn}销号` : (row.dueOn ?? <span className="muted">—</span>)),
  },
];

/** 软弱涣散党组织整顿: the files with their states; whom the platform finds by the criteria; one file with what can be done. */
export default function Weak() {
  const session = useSession();
  const { id } = readQuery(useLocation().search, ['id']);
  const [looking, setLooking] = useState(false);
  if (id) return <WeakFilePage id={id} />;
  return (
    <div className="list-page">
      <PageHead title="软弱涣散党组织整顿">
        {may(session, 'colour:manage') && (
          <Button look="primary" onClick={() => setLooking(true)}>
            排查列入
          </Button>
        )}
      </PageHead>
      <PlainList<WeakRow, { counts: number[] }>
        caption="软弱涣散党组织"
        endpoint={listWeak}
        columns={COLUMNS}
        search={{ name: 'keyWords', placeholder: '组织名称' }}
        unit="个"
        note={({ counts }) =>
          Object.values(WEAK_STATES)
            .map((label, state) => `${label}${counts[state] ?? 0}`)
            .join('　')
        }
        acts={(row) => (
          <ButtonLink look="row" to={pathWithQuery(WEAK, { id: row.id })}>
            查看档案
          </ButtonLink>
        )}
        empty={{
          title: '没有列入的党组织',
          text: '上级党组织每年按条件排查，符合的都列入，不设名额；列入后在这里整顿、销号。',
        }}
      />
      {looking && <WeakCandidates onClose={() => setLooking(false)} />}
    </div>
  );
}
