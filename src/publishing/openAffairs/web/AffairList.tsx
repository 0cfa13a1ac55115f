import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ORG_SIDE } from '#people/org/web/pickers.nouns.tsx';
import { download } from '#platform/web/call/api.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import type { ListState } from '#platform/web/list/useListState.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { useSession } from '#platform/web/session/session.ts';

import { noValue } from '#platform/web/show/none.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { type AffairRow, exportAffairs, listAffairs } from '../contract.ts';
import { KINDS, PHASE_NAMES, PHASES, periodText } from '../rules.ts';
import { BoardDialog } from './BoardDialog.tsx';
import { KIND_OPTIONS, PhaseTag } from './parts.tsx';
import { PATHS } from './paths.ts';
import './openAffairs.css';

const COLUMNS: readonly Column<AffairRow>[] = [
  {
    key: 'title',
    title: '标题',
    width: 270,
    always: true,
    card: 'title',
    cell: (row) => (
      <RowLink to={PATHS.detail(row.id)} title={row.title}>
        {row.title}
      </RowLink>
    ),
  },
  {
    key: 'phase',
    title: '状态',
    width: 110,
    card: 'tag',
    cell: (row) => (
      <>
        <PhaseTag phase={row.phase} />
        {row.isShown && row.phase !== 'open' && row.phase !== 'ended' && <span className="tag ok">原版公开中</span>}
      </>
    ),
    filter: { kind: 'choice', name: 'phase', options: PHASE_NAMES.map((value) => ({ value, label: PHASES[value] })) },
  },
  { key: 'orgName', title: '公开组织', width: 160, card: 'line', cell: (row) => row.orgName },
  {
    key: 'kind',
    title: '公开类别',
    width: 136,
    startsHidden: true,
    cell: (row) => KINDS[row.kind],
    filter: { kind: 'choice', name: 'kind', options: KIND_OPTIONS },
  },
  { key: 'itemName', title: '公开项目', width: 150, card: 'line', cell: (row) => row.itemName },
  { key: 'period', title: '期次', width: 146, card: 'line', cell: (row) => periodText(row.period) },
  { key: 'shownUntil', title: '公开至', width: 104, cell: (row) => (row.isShown ? row.shownUntil : null) ?? noValue },
  {
    key: 'unanswered',
    title: '待答复',
    width: 76,
    align: 'right',
    cell: (row) => (row.unanswered > 0 ? <span className="open-late">{row.unanswered}条</span> : noValue),
  },
  { key: 'updateDate', title: '最近修改', width: 136, notLarge: true, cell: (row) => dateTime(row.updateDate) },
  {
    key: 'view',
    title: '待办',
    width: 0,
    filterOnly: true,
    cell: () => null,
    filter: {
      kind: 'choice',
      name: 'view',
      options: [
        { value: 'decide', label: '待我审批' },
        { value: 'unanswered', label: '意见待答复' },
      ],
    },
  },
];

/** 三务公开: what the organisations below the chosen one work on and have published. */
export default function AffairList() {
  const session = useSession();
  const navigate = useNavigate();
  const [board, setBoard] = useState<string | null>(null);
  return (
    <>
      <ListPage<AffairRow>
        title="三务公开"
        path={PATHS.list}
        endpoint={listAffairs}
        columns={COLUMNS}
        search={{ name: 'title', placeholder: '标题' }}
        unit="件"
        side={ORG_SIDE}
        acts={({ state, total }) => (
          <>
            <Button icon="link" onClick={() => setBoard(state.values.orgId ?? session.user.workOrgId)}>
              公开栏
            </Button>
            <Button
              icon="export"
              disabled={!total}
              // The client has shown why it failed.
              onClick={() => download(exportAffairs, filterOf(state)).catch(() => {})}
            >
              导出台账
            </Button>
            <ButtonLink
              look="primary"
              icon="plus"
              to={pathWithQuery(PATHS.edit('add'), { orgId: state.values.orgId ?? session.user.workOrgId })}
            >
              新增公开
            </ButtonLink>
          </>
        )}
        row={{
          label: (row) => row.title,
          href: (row) => PATHS.detail(row.id),
          editHref: (row) => (row.can.edit ? PATHS.edit(row.id) : null),
          menu: (row) => [
            {
              label: row.can.decide ? '去审批' : '查看详情',
              icon: row.can.decide ? 'check' : 'eye',
              run: () => navigate(PATHS.detail(row.id)),
            },
            {
              label: '历次版本',
              icon: 'clock',
              run: () => navigate(pathWithQuery(PATHS.detail(row.id), { tab: 'versions' })),
            },
          ],
        }}
        empty={{
          title: '这里还没有公开事项',
          text: '点“新增公开”起草，送审同意后公开；“应公开清单”列出到期要公开的。',
        }}
      />
      {board && <BoardDialog orgId={board} onClose={() => setBoard(null)} />}
    </>
  );
}

const filterOf = ({ values }: ListState) => {
  const { orgId, searchRange, title, kind, phase } = values as Record<string, never>;
  return { orgId, searchRange, title, kind, phase };
};
