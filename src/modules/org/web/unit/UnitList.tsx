import { useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useDict } from '#modules/dictionary/web/pickers.ts';
import type { MenuAct } from '#platform/web/dialogs/Menu.tsx';
import { Icon } from '#platform/web/icons.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import type { ListState } from '#platform/web/list/useListState.ts';
import { may, useSession } from '#platform/web/session.ts';
import { listUnits, type UnitRow } from '../../contract.unit.ts';
import { OrgTree, useOrg } from '../pickers.tsx';
import { DeleteUnit } from './DeleteUnit.tsx';
import '../org.css';

const PATH = '/affairs/company';
const none = <span className="muted">—</span>;

const LACKING = [
  { value: 'creditCode', label: '统一社会信用代码' },
  { value: 'staffCount', label: '在岗职工人数' },
  { value: 'establishment', label: '建立党组织情况' },
];

/** 单位信息: the units of the organisations below the chosen one. */
export default function UnitList() {
  const session = useSession();
  const navigate = useNavigate();
  const [removing, setRemoving] = useState<UnitRow | null>(null);
  const natures = useDict('0011')['0011'];
  const columns = useMemo(() => unitColumns(natures), [natures]);
  const menu = (row: UnitRow): MenuAct[] => [
    { label: '查看详情', icon: 'eye', run: () => navigate(`${PATH}/browseCompany/${row.id}`) },
    {
      label: '查看所属党组织',
      icon: 'organisation',
      run: () => navigate(`/affairs/organization/browseOrganization/${row.orgId}`),
    },
    ...(row.can.remove
      ? [{ label: `删除 ${row.name}`, icon: 'trash', danger: true, run: () => setRemoving(row) } satisfies MenuAct]
      : []),
  ];
  return (
    <>
      <ListPage<UnitRow>
        title="单位信息"
        path={PATH}
        endpoint={listUnits}
        columns={columns}
        search={{ name: 'name', placeholder: '单位名称' }}
        unit="个"
        side={{ label: () => '选择组织', content: (state) => <UnitSide state={state} /> }}
        acts={({ state }) =>
          may(session, 'org:write') && (
            <Link className="button primary" to={`${PATH}/addCompany/${state.values.orgId ?? session.user.workOrgId}`}>
              <Icon name="plus" />
              新增单位
            </Link>
          )
        }
        row={{
          label: (row) => row.name,
          href: (row) => `${PATH}/browseCompany/${row.id}`,
          editHref: (row) => (row.can.edit ? `${PATH}/editCompany/${row.id}` : null),
          menu,
        }}
        empty={{ title: '这里没有单位', text: '党组织所在的机关、企业、村和社区等在这里登记，可在右上角新增。' }}
      />
      {removing && <DeleteUnit unit={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

function unitColumns(natures: readonly { value: string; label: string }[]): readonly Column<UnitRow>[] {
  return [
    {
      key: 'name',
      title: '单位名称',
      width: 240,
      always: true,
      card: 'title',
      cell: (row) => (
        <RowLink to={`${PATH}/browseCompany/${row.id}`} title={row.name}>
          {row.name}
        </RowLink>
      ),
    },
    {
      key: 'nature',
      title: '单位性质',
      width: 150,
      card: 'tag',
      cell: (row) => <span className="tag">{row.natureName}</span>,
      filter: { kind: 'choice', name: 'nature', options: natures },
    },
    {
      key: 'creditCode',
      title: '统一社会信用代码',
      width: 190,
      card: 'line',
      cell: (row) => row.creditCode ?? (row.noCode ? '没有' : <span className="org-warn">未填</span>),
      filter: { kind: 'choice', name: 'lacking', options: LACKING },
      filterTitle: '缺少内容',
    },
    { key: 'orgName', title: '所属党组织', width: 200, card: 'line', cell: (row) => row.orgName },
    {
      key: 'staffCount',
      title: '在岗职工',
      width: 88,
      align: 'right',
      card: 'side',
      cell: (row) => row.staffCount?.toLocaleString('en-US') ?? none,
    },
    { key: 'manager', title: '负责人', width: 90, notLarge: true, cell: (row) => row.manager || none },
    { key: 'phone', title: '联系电话', width: 120, notLarge: true, cell: (row) => row.phone || none },
    { key: 'isLegal', title: '法人单位', width: 84, startsHidden: true, cell: (row) => (row.isLegal ? '是' : '否') },
  ];
}

function UnitSide({ state }: { state: ListState }) {
  const org = useOrg(state.values.orgId);
  const openIds = useMemo(() => org.path.slice(0, -1).map(({ id }) => id), [org.path]);
  return (
    <OrgTree
      count="organisations"
      selectedId={org.id}
      openIds={openIds}
      onSelect={(node) => state.change({ orgId: node.id })}
    />
  );
}
