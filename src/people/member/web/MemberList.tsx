import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { UrgeButton } from '#kernel/message/web/pickers.tsx';
import { OrgSideTree } from '#people/org/web/pickers.tsx';
import { keyOf, useAct, useCall } from '#platform/web/call/hooks.ts';
import { type MenuAct, MoreActs } from '#platform/web/dialogs/Menu.tsx';
import { BelowTick } from '#platform/web/list/BelowTick.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { type ListContext, ListPage } from '#platform/web/list/ListPage.tsx';
import type { ListState } from '#platform/web/list/useListState.ts';
import { copyText } from '#platform/web/press/copy.ts';
import { useOneAtATime } from '#platform/web/press/oneAtATime.ts';
import { useUndo } from '#platform/web/press/undo.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { getImport } from '../contract.import.ts';
import { listMembers, type MemberRow, sortMember, viewCounts } from '../contract.ts';
import { partyGroupCalls } from '../nouns/partyGroup.ts';
import { BulkActs } from './bulk/BulkActs.tsx';
import { DeleteMember } from './DeleteMember.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import { memberColumns, nameOf } from './memberColumns.tsx';
import { OpenPhonesDialog, OpenPhonesNote, useColumnsWithPhones, useOpenPhones } from './openPhones.tsx';
import { QueryDialog } from './query/QueryDialog.tsx';
import { QueryNote, useQueryColumn } from './query/QueryNote.tsx';
import './member.css';

const PATH = '/affairs/member';
/** As many registration forms as one print run takes. */
const MOST_PRINTED = 50;

const VIEWS = [
  { value: '', label: '全部人员' },
  { value: 'members', label: '党员' },
  { value: 'probationDue', label: '预备期将满' },
  { value: 'incomplete', label: '信息不完整' },
  { value: 'politicalBirthday', label: '本月政治生日' },
  { value: 'over70', label: '70岁以上党员' },
  { value: 'floating', label: '流动党员' },
  { value: 'gone', label: '历史人员' },
];

/** 党员信息, members and those on the way: the tree at the left, views, filters, the rows, and what can be done with them. */
export default function MemberList() {
  const session = useSession();
  const navigate = useNavigate();
  const move = useAct(sortMember);
  const [removing, setRemoving] = useState<MemberRow | null>(null);
  const [exporting, setExporting] = useState<ListContext<MemberRow> | null>(null);
  const [building, setBuilding] = useState<ListState | null>(null);
  const { search } = useLocation();
  const params = readQuery(search, ['view']);
  const phones = useOpenPhones();
  const [phoning, setPhoning] = useState<readonly MemberRow[] | null>(null);
  const columns = useColumnsWithPhones(useColumnsOf(search), phones.numbers);
  const mayWrite = may(session, 'member:write');

  const offerBack = useUndo(sortMember, sortMember);
  const client = useQueryClient();
  const one = useOneAtATime(() => client.refetchQueries({ queryKey: keyOf(listMembers), type: 'active' }));
  /** `passed`: the neighbour that the person goes past; the two change places again to take it back. */
  const shift = (row: MemberRow, beforeId: string | null, passed: string, up: boolean) =>
    one(async () => {
      await move.mutateAsync({ id: row.id, beforeId });
      offerBack(
        `${nameOf(row)}已${up ? '上移' : '下移'}`,
        up ? { id: passed, beforeId: row.id } : { id: row.id, beforeId: passed },
      );
    });
  const menu = (row: MemberRow, list: ListContext<MemberRow>): MenuAct[] => {
    const acts: MenuAct[] = [
      { label: '查看档案', icon: 'eye', run: () => navigate(`${PATH}/browse/${row.id}`) },
      {
        label: '变更记录',
        icon: 'clock',
        run: () => navigate(pathWithQuery(`${PATH}/browse/${row.id}`, { tab: 'timeline' })),
      },
      { label: '打印登记表', icon: 'print', run: () => navigate(pathWithQuery(`${PATH}/print`, { ids: row.id })) },
    ];
    const { up, down } = placesOf(row, list);
    if (row.can.edit && may(session, 'member:sort')) {
      if (up !== undefined) acts.push({ label: '上移一位', icon: 'top', run: () => shift(row, up, up, true) });
      if (down)
        acts.push({ label: '下移一位', icon: 'down', run: () => shift(row, down.beforeId, down.passed, false) });
    }
    if (row.can.remove) {
      acts.push({ label: `删除 ${nameOf(row)}`, icon: 'trash', danger: true, run: () => setRemoving(row) });
    }
    return acts;
  };

  return (
    <>
      <ListPage<MemberRow>
        title="党员信息"
        path={PATH}
        endpoint={listMembers}
        columns={columns}
        search={{ name: 'keyWords', placeholder: '姓名、身份证号、手机号' }}
        unit="人"
        views={{ list: VIEWS, counts: viewCounts }}
        side={{
          label: () => '选择组织',
          content: (state) => <MemberTree state={state} />,
        }}
        note={({ state, rows }) => (
          <>
            {state.values.queryId && <QueryNote id={state.values.queryId} state={state} />}
            <OpenPhonesNote phones={phones} rows={rows} />
          </>
        )}
        acts={(list) => (
          <>
            {(params.view === 'probationDue' || params.view === 'incomplete') && <UrgeButton code={params.view} />}
            <MoreActs
              label="党员信息"
              acts={[
                { label: '组合条件', icon: 'filter', run: () => setBuilding(list.state) },
                ...(may(session, 'member:reveal') && !phones.open
                  ? [
                      {
                        label: '查看手机号',
                        icon: 'phone' as const,
                        refused: list.rows.some(({ phonenumber }) => phonenumber !== '') ? null : '本页没有登记手机号',
                        run: () => setPhoning(list.rows),
                      },
                    ]
                  : []),
              ]}
            />
            {list.state.values.view === 'politicalBirthday' && (
              <ButtonLink icon="bell" to={`${PATH}/politicalBirthday`}>
                发送祝福
              </ButtonLink>
            )}
            {may(session, 'member:import') && (
              <ButtonLink icon="import" to={`${PATH}/import`}>
                导入
              </ButtonLink>
            )}
            {may(session, 'member:export') && (
              <Button icon="export" onClick={() => setExporting(list)}>
                导出
              </Button>
            )}
            {mayWrite && (
              <ButtonLink
                look="primary"
                icon="plus"
                to={pathWithQuery(`${PATH}/edit/add`, { orgId: list.state.values.orgId })}
              >
                新增党员
              </ButtonLink>
            )}
          </>
        )}
        row={{
          label: nameOf,
          href: (row) => `${PATH}/browse/${row.id}`,
          editHref: (row) => (row.can.edit ? `${PATH}/edit/${row.id}` : null),
          menu,
        }}
        bulk={(chosen, list) => (
          <>
            {!chosen.all && (
              <>
                <Button
                  size="compact"
                  disabled={chosen.count > MOST_PRINTED}
                  title={chosen.count > MOST_PRINTED ? `一次最多打印${MOST_PRINTED}份` : undefined}
                  onClick={() =>
                    navigate(pathWithQuery(`${PATH}/print`, { ids: chosen.rows.map((row) => row.id).join(',') }))
                  }
                >
                  打印登记表
                </Button>
                <Button size="compact" onClick={() => copyRows(chosen.rows)}>
                  复制名单
                </Button>
              </>
            )}
            <BulkActs chosen={chosen} list={list} />
            {chosen.all && may(session, 'member:export') && (
              <Button size="compact" onClick={() => setExporting(list)}>
                导出全部
              </Button>
            )}
          </>
        )}
        empty={{
          title: '这个组织还没有党员',
          text: '可以新增一人，或用表格一次导入。',
          act: mayWrite && <ButtonLink to={`${PATH}/import`}>导入党员</ButtonLink>,
        }}
      />
      {removing && <DeleteMember member={removing} onClose={() => setRemoving(null)} />}
      {building && (
        <QueryDialog
          id={null}
          orgId={building.values.orgId}
          onUse={(queryId) => building.change({ queryId })}
          onClose={() => setBuilding(null)}
        />
      )}
      {phoning && <OpenPhonesDialog phones={phones} rows={phoning} onClose={() => setPhoning(null)} />}
      {exporting && <ExportDialog list={exporting} onClose={() => setExporting(null)} />}
    </>
  );
}

/** The columns, and while the address asks for one import, 党小组 or day of ages, its filter: the way there is the end of the import itself. */
function useColumnsOf(search: string): readonly Column<MemberRow>[] {
  const { importId, queryId, groupId, ageDay } = readQuery(search, ['importId', 'queryId', 'groupId', 'ageDay']);
  const query = useQueryColumn(queryId);
  const { data } = useCall(getImport, importId === undefined ? null : { id: importId }, { quiet: true });
  const { data: group } = useCall(partyGroupCalls.get, groupId === undefined ? null : { id: groupId }, { quiet: true });
  return useMemo(() => {
    const groups: Column<MemberRow>[] = groupId
      ? [
          {
            key: 'groupId',
            title: '党小组',
            width: 0,
            filterOnly: true,
            cell: () => null,
            filter: { kind: 'choice', name: 'groupId', options: [{ value: groupId, label: group?.name ?? '本组' }] },
          },
        ]
      : [];
    if (ageDay)
      groups.push({
        key: 'ageDay',
        title: '年龄截至',
        width: 0,
        filterOnly: true,
        cell: () => null,
        filter: { kind: 'choice', name: 'ageDay', options: [{ value: ageDay, label: ageDay }] },
      });
    if (!importId) return [...groups, query, ...memberColumns];
    const filter: Column<MemberRow> = {
      key: 'importId',
      title: '导入',
      width: 0,
      filterOnly: true,
      cell: () => null,
      filter: { kind: 'choice', name: 'importId', options: [{ value: importId, label: data?.fileName ?? '本批人员' }] },
    };
    return [filter, ...groups, query, ...memberColumns];
  }, [importId, data?.fileName, groupId, group?.name, ageDay, query]);
}

/**
 * Before whom a person moves by one place up or down within the branch (null is its end) and whom it passes; undefined: no
 * such place, or it is not on this page. Only the list's own order can be moved in.
 */
function placesOf(row: MemberRow, { state, rows, total }: ListContext<MemberRow>) {
  if (state.values.sort) return {};
  const at = rows.findIndex((one) => one.id === row.id);
  const [before, next, after] = [rows[at - 1], rows[at + 1], rows[at + 2]];
  const isEnd = total !== null && state.page * state.size >= total;
  const up = before?.orgId === row.orgId ? before.id : undefined;
  if (next?.orgId !== row.orgId) return { up };
  const passed = next.id;
  if (after) return { up, down: { passed, beforeId: after.orgId === row.orgId ? after.id : null } };
  return { up, down: isEnd ? { passed, beforeId: null } : undefined };
}

/** Name, category, branch and day of joining with tabs between, as a spreadsheet takes them; masked numbers stay out. */
async function copyRows(rows: readonly MemberRow[]) {
  const lines = rows.map((row) => [
    nameOf(row),
    row.genderName,
    row.personCategoryName,
    row.orgName,
    row.admissionDate ?? '',
  ]);
  await copyText(
    [['姓名', '性别', '人员类别', '所在党支部', '入党日期'], ...lines].map((line) => line.join('\t')).join('\n'),
    `已复制${rows.length}人，可直接粘贴到表格`,
  );
}

function MemberTree({ state }: { state: ListState }) {
  return (
    <>
      <p className="tree-heading">组织名称后为党员数（正式和预备党员）</p>
      <OrgSideTree state={state} count="members" />
      <BelowTick state={state} />
    </>
  );
}
