import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { UrgeButton } from '#kernel/message/web/pickers.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import type { MenuAct } from '#platform/web/dialogs/Menu.tsx';
import { type ListContext, ListPage } from '#platform/web/list/ListPage.tsx';
import type { ListState } from '#platform/web/list/useListState.ts';
import { useUndo } from '#platform/web/press/undo.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { listOrgs, type OrgRow, sortOrg } from '../contract.ts';
import { BelowLink } from './BelowLink.tsx';
import { DeleteOrg } from './DeleteOrg.tsx';
import { ExportOrgs } from './ExportOrgs.tsx';
import { orgColumns } from './orgColumns.tsx';
import { OrgSideTree } from './pickers.tsx';
import { siblingsOf } from './siblings.ts';
import './org.css';

const PATH = '/affairs/organization';

/** 组织信息: the tree at the left, the organisations below the chosen one at the right. */
export default function OrgList() {
  const session = useSession();
  const navigate = useNavigate();
  const move = useAct(sortOrg);
  const offerBack = useUndo(sortOrg, sortOrg);
  const [removing, setRemoving] = useState<OrgRow | null>(null);
  const [exporting, setExporting] = useState<ListContext<OrgRow> | null>(null);

  const moving = useRef(Promise.resolve());
  /** One after the other: each asks for the order that the one before has made. */
  const shift = (row: OrgRow, by: -1 | 1) => {
    // The client has shown why one failed.
    moving.current = moving.current.then(() => place(row, by)).catch(() => {});
  };
  const place = async (row: OrgRow, by: -1 | 1) => {
    const ids = await siblingsOf(row);
    const at = ids.indexOf(row.id);
    const beforeId = by < 0 ? ids[at - 1] : at + 1 < ids.length ? (ids[at + 2] ?? null) : undefined;
    if (at < 0 || beforeId === undefined) {
      emit('notice', { kind: 'info', text: by < 0 ? '已经是同级第一个' : '已经是同级最后一个' });
      return;
    }
    await move.mutateAsync({ id: row.id, beforeId });
    // The two change places again to take it back.
    const passed = ids[at + by] ?? '';
    offerBack(
      `${row.name}已${by < 0 ? '上移' : '下移'}`,
      by < 0 ? { id: passed, beforeId: row.id } : { id: row.id, beforeId: passed },
    );
  };
  const menu = (row: OrgRow, { state }: ListContext<OrgRow>): MenuAct[] => {
    const acts: MenuAct[] = [
      { label: '查看详情', icon: 'eye', run: () => navigate(`${PATH}/browseOrganization/${row.id}`) },
    ];
    if (may(session, 'member:read')) {
      acts.push({
        label: '查看党员',
        icon: 'members',
        run: () => navigate(pathWithQuery('/affairs/member', { orgId: row.id })),
      });
    }
    if (row.can.addChild) {
      acts.push({ label: '新增下级组织', icon: 'plus', run: () => navigate(`${PATH}/addOrganization/${row.id}`) });
    }
    if (row.can.change) {
      acts.push({
        label: '起草组织变更',
        icon: 'link',
        run: () => navigate(pathWithQuery(`${PATH}/change/add`, { orgId: row.id })),
      });
    }
    // The order among siblings shows where they stand alone; all levels together stand in the order of their codes.
    const ordered = state.values.searchRange === 'onlyChild' && !state.values.sort;
    if (ordered && row.can.edit && row.parentId && may(session, 'org:sort')) {
      acts.push({ label: '上移一位', icon: 'top', run: () => shift(row, -1) });
      acts.push({ label: '下移一位', icon: 'down', run: () => shift(row, 1) });
    }
    if (row.can.remove) {
      acts.push({
        label: `删除 ${row.shortName || row.name}`,
        icon: 'trash',
        danger: true,
        run: () => setRemoving(row),
      });
    }
    return acts;
  };
  return (
    <>
      <ListPage<OrgRow>
        title="组织信息"
        path={PATH}
        endpoint={listOrgs}
        columns={orgColumns}
        sorts={['partyNumber', 'termExpiresOn']}
        search={{ name: 'name', placeholder: '组织名称' }}
        unit="个"
        side={{ label: () => '选择组织', content: (state) => <OrgSide state={state} /> }}
        acts={(list) => {
          const parent = list.state.values.orgId ?? session.user.workOrgId;
          return (
            <>
              {list.state.values.warning && <UrgeButton code={list.state.values.warning} />}
              <ButtonLink icon="eye" to={`${PATH}/browseOrganization/${parent}`}>
                本级详情
              </ButtonLink>
              <Button icon="export" onClick={() => setExporting(list)}>
                导出
              </Button>
              {may(session, 'org:write') && (
                <BelowLink orgId={parent} to={`${PATH}/addOrganization/${parent}`} fits={({ can }) => can.addChild}>
                  <Icon name="plus" />
                  新增下级组织
                </BelowLink>
              )}
            </>
          );
        }}
        row={{
          label: (row) => row.name,
          href: (row) => `${PATH}/browseOrganization/${row.id}`,
          editHref: (row) => (row.can.edit ? `${PATH}/editOrganization/${row.id}` : null),
          menu,
        }}
        empty={{ title: '这里没有下级组织', text: '党支部下不再设组织；党委、党总支可新增下级。' }}
      />
      {exporting && <ExportOrgs list={exporting} onClose={() => setExporting(null)} />}
      {removing && <DeleteOrg org={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

const RANGES = [
  ['', '本级和全部下级'],
  ['onlyChild', '仅直接下级'],
  ['onlySelf', '仅本级'],
] as const;

function OrgSide({ state }: { state: ListState }) {
  return (
    <>
      <OrgSideTree state={state} count="organisations" />
      <label className="tree-foot org-range">
        <span className="muted">范围</span>
        <select
          value={state.values.searchRange ?? ''}
          onChange={(event) => state.change({ searchRange: event.target.value || undefined })}
        >
          {RANGES.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}
