import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { download } from '#platform/web/call/api.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { Tabs } from '#platform/web/records/Tabs.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { noValue } from '#platform/web/show/none.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { exportFloating, type FloatingRow, listFloating, listFloatingAudits } from '../../contract.floating.ts';
import { FLOATING_STATES, type FloatingState, SETTINGS, type Setting } from '../../rules.floating.ts';
import { DeleteFloating } from './DeleteFloating.tsx';
import { FLOATING_DETAILS, FLOATING_FORM, FLOATING_LIST, FloatingTag } from './floatingParts.tsx';
import '../org.css';
import '#platform/web/records/records.css';

const KEEP = ['tab'];
const SEARCH = { name: 'name', placeholder: '组织、上级或流入地区' };

/** Of an organisation without an application, its record. */
const pathOf = (row: FloatingRow) =>
  row.applicationId
    ? pathWithQuery(FLOATING_DETAILS, { id: row.applicationId })
    : `/affairs/organization/browseOrganization/${row.orgId}`;

const name: Column<FloatingRow> = {
  key: 'name',
  title: '组织名称',
  width: 220,
  card: 'title',
  cell: (row) => (
    <RowLink to={pathOf(row)} title={row.name}>
      {row.name}
    </RowLink>
  ),
};
const parent: Column<FloatingRow> = {
  key: 'parentName',
  title: '上级党组织',
  width: 170,
  cell: (row) => row.parentName,
};
const region: Column<FloatingRow> = {
  key: 'region',
  title: '流入地区',
  width: 150,
  card: 'line',
  cell: (row) => row.region || noValue,
  filter: { kind: 'choice', name: 'setting', options: optionsOf(SETTINGS) },
  filterTitle: '依托单位',
};
const people: readonly Column<FloatingRow>[] = [
  { key: 'secretaryName', title: '书记', width: 84, card: 'line', cell: (row) => row.secretaryName || noValue },
  {
    key: 'memberCount',
    title: '流动党员',
    width: 84,
    align: 'right',
    cell: (row) => (row.memberCount === null ? noValue : `${row.memberCount}人`),
  },
];
const state: Column<FloatingRow> = {
  key: 'state',
  title: '状态',
  width: 100,
  card: 'side',
  cell: (row) => <FloatingTag state={row.state} />,
};

const columns: readonly Column<FloatingRow>[] = [
  name,
  parent,
  region,
  ...people,
  {
    key: 'contact',
    title: '联系人',
    width: 150,
    cell: (row) => [row.contact, row.phone].filter(Boolean).join(' ') || noValue,
  },
  { ...state, filter: { kind: 'choice', name: 'state', options: optionsOf(FLOATING_STATES) } },
];
const auditColumns: readonly Column<FloatingRow>[] = [
  name,
  parent,
  region,
  ...people,
  {
    key: 'askedAt',
    title: '申请',
    width: 220,
    card: 'line',
    cell: (row) => `${row.askingName} ${row.askedBy} ${row.askedAt ? dateTime(row.askedAt) : ''}`,
  },
  {
    ...state,
    filter: {
      kind: 'choice',
      name: 'view',
      options: [
        { value: 'open', label: '待审核' },
        { value: 'done', label: '已审核' },
      ],
    },
  },
];

/** `/affairs/organization/mobileOrgList`: organisations of floating members, and what waits for the own decision. */
export default function FloatingList() {
  const session = useSession();
  const navigate = useNavigate();
  const { search } = useLocation();
  const [removing, setRemoving] = useState<FloatingRow | null>(null);
  const audits = may(session, 'org:floatingAudit');
  const tab = audits && readQuery(search, ['tab']).tab === 'audit' ? 'audit' : 'list';
  const acts = (row: FloatingRow) => <RowActs row={row} onRemove={setRemoving} />;
  const note = ({ toAudit }: { toAudit: number }) => toAudit > 0 && `${toAudit}个待您审核`;
  return (
    <div className="list-page">
      <PageHead>
        {may(session, 'org:floating') && (
          <ButtonLink look="primary" icon="plus" to={FLOATING_FORM}>
            申请设立
          </ButtonLink>
        )}
      </PageHead>
      {audits && (
        <div className="card floating-tabs">
          <Tabs
            label="流动党组织"
            tabs={[
              { key: 'list', label: '流动党组织' },
              { key: 'audit', label: '审核' },
            ]}
            current={tab}
            onPick={(key) =>
              navigate(pathWithQuery(FLOATING_LIST, { tab: key === 'list' ? undefined : key }), { replace: true })
            }
            panel="floating-panel"
          />
        </div>
      )}
      <div id="floating-panel" {...(audits ? { role: 'tabpanel', 'aria-label': TITLES[tab] } : {})}>
        {tab === 'list' ? (
          <PlainList<FloatingRow, { toAudit: number }>
            key="list"
            caption="流动党组织"
            endpoint={listFloating}
            columns={columns}
            search={SEARCH}
            unit="个"
            keep={KEEP}
            note={note}
            tools={({ values, total }) =>
              Boolean(total) && (
                <Button
                  size="compact"
                  icon="export"
                  // The client has shown why it failed.
                  onClick={() => download(exportFloating, filterOf(values)).catch(() => {})}
                >
                  导出
                </Button>
              )
            }
            acts={acts}
            empty={{
              title: '还没有流动党组织',
              text: '流动党员较多的地方，可依托园区、商会、行业协会、驻外地办事机构设立，由上级党委审核。',
            }}
          />
        ) : (
          <PlainList<FloatingRow, { toAudit: number }>
            key="audit"
            caption="流动党组织审核"
            endpoint={listFloatingAudits}
            columns={auditColumns}
            search={SEARCH}
            unit="个"
            keep={KEEP}
            note={note}
            acts={acts}
            empty={{ title: '没有需要审核的申请', text: '下级党组织申请设立流动党员党组织后，在这里审核。' }}
          />
        )}
      </div>
      {removing && <DeleteFloating row={removing} onClose={() => setRemoving(null)} />}
    </div>
  );
}

const TITLES = { list: '流动党组织', audit: '审核' };

/** What the list is filtered by, as the export asks for it. */
const filterOf = ({ name, setting, state }: Readonly<Record<string, string | undefined>>) => ({
  ...(name ? { name } : {}),
  ...(setting ? { setting: setting as Setting } : {}),
  ...(state ? { state: state as FloatingState } : {}),
});

function RowActs({ row, onRemove }: { row: FloatingRow; onRemove: (row: FloatingRow) => void }) {
  return (
    <span className="row-acts">
      <ButtonLink look="row" to={pathOf(row)}>
        {row.can.audit ? '审核' : '查看'}
      </ButtonLink>
      {row.can.edit && (
        <ButtonLink look="row" to={pathWithQuery(FLOATING_FORM, { id: row.applicationId })}>
          修改
        </ButtonLink>
      )}
      {row.can.remove && (
        <Button look="row" onClick={() => onRemove(row)}>
          删除
        </Button>
      )}
    </span>
  );
}
