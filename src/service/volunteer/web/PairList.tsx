import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useOrgSide } from '#people/org/web/pickers.nouns.tsx';
import type { ReplyOf } from '#platform/contract.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { optionsOf } from '#platform/web/list/options.ts';
import type { ListState } from '#platform/web/list/useListState.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';

import { noValue } from '#platform/web/show/none.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { exportPairs, listPairs, type PairRow } from '../contract.pair.ts';
import { DIFFICULTIES, PAIR_KINDS, PAIR_VIEWS } from '../rules.pair.ts';
import PairView from './PairView.tsx';
import { lastColumns, nameColumn, pairName, stateColumn } from './pairColumns.tsx';
import { isId, PATHS } from './paths.ts';
import './volunteer.css';

const TABS = [{ value: '', label: '全部' }, ...optionsOf(PAIR_VIEWS)];

const COLUMNS: readonly Column<PairRow>[] = [
  nameColumn,
  stateColumn,
  {
    key: 'kind',
    title: '类型',
    width: 96,
    card: 'line',
    cell: (row) => row.kindName,
    filter: { kind: 'choice', name: 'kind', options: optionsOf(PAIR_KINDS) },
  },
  {
    key: 'orgName',
    title: '申请党组织',
    width: 160,
    notLarge: true,
    cell: (row) => <span title={row.orgName}>{row.orgName}</span>,
  },
  {
    key: 'otherName',
    title: '社区（村）党组织',
    width: 160,
    card: 'line',
    cell: (row) => <span title={row.otherName}>{row.otherName}</span>,
  },
  {
    key: 'difficulty',
    title: '困难类型',
    width: 100,
    startsHidden: true,
    cell: (row) => row.difficultyName || noValue,
    filter: { kind: 'choice', name: 'difficulty', options: optionsOf(DIFFICULTIES) },
    moreFilter: true,
  },
  ...lastColumns,
];

/** `/service/volunteer/pair`: the pairs at either end, what waits first; `?id=` one of them. */
export default function PairList() {
  const { id } = readQuery(useLocation().search, ['id']);
  return isId(id) ? <PairView key={id} id={id} /> : <Listed />;
}

const FILTERS = ['orgId', 'view', 'kind', 'difficulty'];

function Listed() {
  const navigate = useNavigate();
  const session = useSession();
  const side = useOrgSide();
  const start = useAct(exportPairs, { quiet: true });
  const [exported, setExported] = useState<ListState['values'] | null>(null);
  return (
    <>
      <ListPage<PairRow, ReplyOf<typeof listPairs>>
        title="结对管理"
        path={PATHS.pairs}
        endpoint={listPairs}
        columns={COLUMNS}
        search={{ name: 'keyWords', placeholder: '组织或姓名' }}
        unit="对"
        views={{ list: TABS, counts: ({ counts }) => counts }}
        {...(side ? { side } : {})}
        acts={({ state }) => (
          <>
            <Button icon="export" aria-haspopup="dialog" onClick={() => setExported(state.values)}>
              导出
            </Button>
            {may(session, 'volunteer:write') && (
              <ButtonLink look="primary" icon="plus" to={PATHS.pairAsk}>
                申请结对
              </ButtonLink>
            )}
          </>
        )}
        note={(_list, answer) =>
          answer && answer.total > 0 ? (
            <p className="service-listed">
              今年走访{answer.visits}次；结对中满90天没有走访的列在“久未走访”，30天内到期的列在“快到期”。
            </p>
          ) : null
        }
        row={{
          label: pairName,
          href: (row) => PATHS.pair(row.id),
          editHref: () => null,
          menu: (row) => [
            {
              label: row.can.decide ? '审核' : '详情',
              icon: row.can.decide ? 'check' : 'eye',
              run: () => navigate(PATHS.pair(row.id)),
            },
          ],
        }}
        empty={{
          title: '还没有结对',
          text: '单位党组织与社区、村党组织共建，或党员帮扶困难家庭，点“申请结对”，由对方审核。',
        }}
      />
      {exported && (
        <StartDialog
          title="导出结对台账"
          example="季度走访检查"
          onStart={({ purpose = '' }) =>
            start.mutateAsync({
              ...Object.fromEntries(FILTERS.flatMap((name) => (exported[name] ? [[name, exported[name]]] : []))),
              purpose,
            })
          }
          onClose={() => setExported(null)}
        >
          按现在的筛选，每对一行，不含身份证号和电话。
        </StartDialog>
      )}
    </>
  );
}
