import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { MenuAct } from '#platform/web/dialogs/Menu.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { optionsOf } from '#platform/web/list/options.ts';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import type { ListState } from '#platform/web/list/useListState.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { type ChangeRow, listChanges } from '../../contract.changes.ts';
import { CHANGE_KINDS, CHANGE_STATES } from '../../rules.changes.ts';
import { BRANCH_TYPES } from '../../rules.ts';
import { BelowLink } from '../BelowLink.tsx';
import { OrgSideTree } from '../pickers.tsx';
import { ChangeTag } from './ChangeTag.tsx';
import { DeleteChange } from './DeleteChange.tsx';

const PATH = '/affairs/organization/change';
const number = (row: ChangeRow, n: number) => (row.state === 'draft' ? noValue : n.toLocaleString('en-US'));

const COLUMNS: readonly Column<ChangeRow>[] = [
  {
    key: 'number',
    title: '文号',
    width: 200,
    always: true,
    card: 'title',
    cell: (row) => (
      <RowLink to={`${PATH}/browse/${row.id}`} title={row.number}>
        {row.number}
      </RowLink>
    ),
  },
  {
    key: 'kindName',
    title: '变更种类',
    width: 96,
    card: 'line',
    cell: (row) => row.kindName,
    filter: { kind: 'choice', name: 'type', options: optionsOf(CHANGE_KINDS) },
  },
  { key: 'orgName', title: '涉及组织', width: 240, card: 'line', cell: (row) => row.orgName },
  {
    key: 'state',
    title: '状态',
    width: 112,
    card: 'tag',
    cell: (row) => <ChangeTag state={row.state} />,
    filter: { kind: 'choice', name: 'state', options: optionsOf(CHANGE_STATES) },
  },
  { key: 'issuedOn', title: '发文日期', width: 110, card: 'side', cell: (row) => row.issuedOn },
  { key: 'orgCount', title: '组织数', width: 80, align: 'right', cell: (row) => number(row, row.orgCount) },
  { key: 'memberCount', title: '人员数', width: 80, align: 'right', cell: (row) => number(row, row.memberCount) },
  { key: 'officeName', title: '发文组织', width: 200, cell: (row) => row.officeName },
];

/** 组织变更: the documents that changed the tree or are to change it, the latest on top. */
export default function ChangeList() {
  const session = useSession();
  const navigate = useNavigate();
  const [removing, setRemoving] = useState<ChangeRow | null>(null);
  const menu = (row: ChangeRow): MenuAct[] => [
    { label: '查看详情', icon: 'eye', run: () => navigate(`${PATH}/browse/${row.id}`) },
    {
      label: '查看组织',
      icon: 'organisation',
      run: () => navigate(`/affairs/organization/browseOrganization/${row.orgId}`),
    },
    ...(row.can.remove
      ? [{ label: '删除文件', icon: 'trash' as const, danger: true, run: () => setRemoving(row) }]
      : []),
  ];
  return (
    <>
      <ListPage<ChangeRow>
        title="组织变更"
        path={PATH}
        endpoint={listChanges}
        columns={COLUMNS}
        search={{ name: 'number', placeholder: '文号' }}
        unit="份"
        side={{ label: () => '选择组织', content: (state) => <Side state={state} /> }}
        acts={({ state }) =>
          may(session, 'org:change') && (
            <BelowLink
              orgId={session.user.workOrgId}
              to={pathWithQuery(`${PATH}/add`, { orgId: state.values.orgId })}
              fits={({ type }) => !BRANCH_TYPES.includes(type)}
            >
              <Icon name="plus" />
              起草变更文件
            </BelowLink>
          )
        }
        row={{
          label: (row) => row.number,
          href: (row) => `${PATH}/browse/${row.id}`,
          editHref: (row) => (row.can.edit ? `${PATH}/edit/${row.id}` : null),
          menu,
        }}
        empty={{
          title: '这里没有组织变更文件',
          text: '设立、更名、隶属调整、合并、分设、升格和撤销，都凭文件办理，先预览再执行。',
        }}
      />
      {removing && <DeleteChange change={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

function Side({ state }: { state: ListState }) {
  return (
    <>
      <OrgSideTree state={state} count="organisations" selectedId={state.values.orgId ?? null} />
      {state.values.orgId && (
        <div className="tree-foot">
          <Button look="link" size="compact" onClick={() => state.change({ orgId: undefined })}>
            显示全部文件
          </Button>
        </div>
      )}
    </>
  );
}
