import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ORG_SIDE } from '#people/org/web/pickers.nouns.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { optionsOf } from '#platform/web/list/options.ts';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { listPublicity, PUBLICITY_RESULTS, PUBLICITY_STATES, type PublicityRow } from '../contract.publicity.ts';
import { Objections } from './Objections.tsx';
import { PATHS } from './paths.ts';
import './recruitment.css';

const columns = (open: (row: PublicityRow) => void): readonly Column<PublicityRow>[] => [
  {
    key: 'name',
    title: '姓名',
    width: 96,
    always: true,
    card: 'title',
    cell: (row) => <RowLink to={PATHS.work(row.fileId, row.category)}>{row.name}</RowLink>,
  },
  { key: 'orgName', title: '所在党支部', width: 170, card: 'line', cell: (row) => row.orgName },
  {
    key: 'days',
    title: '公示时间',
    width: 210,
    card: 'line',
    cell: (row) => `${row.startsOn} 至 ${row.endsOn}`,
  },
  {
    key: 'state',
    title: '状态',
    width: 110,
    card: 'tag',
    filter: {
      kind: 'choice',
      name: 'state',
      options: optionsOf(PUBLICITY_STATES),
    },
    cell: (row) => <span className={`tag ${row.state === 'over' ? 'warn' : ''}`}>{PUBLICITY_STATES[row.state]}</span>,
  },
  {
    key: 'objections',
    title: '反映',
    width: 150,
    card: 'line',
    cell: (row) =>
      row.objections === 0
        ? noValue
        : `${row.objections}条${row.unchecked > 0 ? `，${row.unchecked}条待核查` : '，已核查'}`,
  },
  {
    key: 'result',
    title: '结果',
    width: 190,
    cell: (row) => (row.result === null ? noValue : PUBLICITY_RESULTS[row.result]),
  },
  {
    key: 'page',
    title: '公示页',
    width: 84,
    cell: (row) =>
      row.state === 'running' ? (
        <Link to={PATHS.publicity(row.code)} target="_blank">
          打开
        </Link>
      ) : (
        noValue
      ),
  },
  {
    key: 'check',
    title: '核查',
    width: 140,
    card: 'line',
    cell: (row) =>
      row.can.check ? (
        <Button look="link" size="compact" onClick={() => open(row)}>
          {row.unchecked > 0 ? '核查反映' : '查看反映'}
        </Button>
      ) : row.objections > 0 ? (
        <span className="muted">由{row.approver}核查</span>
      ) : (
        noValue
      ),
  },
];

/** `publicity`: every 公示 of the scope with what was said about it; the superior checks it here. */
export function Publicities() {
  const navigate = useNavigate();
  const [opened, setOpened] = useState<PublicityRow | null>(null);
  return (
    <>
      <ListPage<PublicityRow>
        title="发展对象公示"
        path={PATHS.publicities}
        endpoint={listPublicity}
        columns={columns(setOpened)}
        search={{ name: 'name', placeholder: '姓名' }}
        unit="次"
        side={ORG_SIDE}
        row={{
          label: (row) => row.name,
          href: (row) => PATHS.work(row.fileId, row.category),
          editHref: () => null,
          menu: (row) => [{ label: '办理', icon: 'growth', run: () => navigate(PATHS.work(row.fileId, row.category)) }],
        }}
        empty={{ title: '没有公示', text: '上级同意列为发展对象后，在发展档案里发布公示，公示列在这里。' }}
      />
      {opened && <Objections row={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
