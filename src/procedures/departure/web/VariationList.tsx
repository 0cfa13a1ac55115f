import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useOrgSide } from '#people/org/web/pickers.nouns.tsx';
import type { ReplyOf } from '#platform/contract.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import type { MenuAct } from '#platform/web/dialogs/Menu.tsx';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import type { ListState } from '#platform/web/list/useListState.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { exportVariations } from '../contract.export.ts';
import { listVariations, type VariationRow, VIEWS, type View } from '../contract.ts';
import { PATHS } from './paths.ts';

type Answer = ReplyOf<typeof listVariations>;
const TONES: Readonly<Record<string, string>> = { pending: 'tag red', approved: 'tag warn', effective: 'tag ok' };
const VIEW_TABS = Object.entries(VIEWS).map(([value, label]) => ({ value: value === 'waiting' ? '' : value, label }));
/** What other modules have brought about is opened in the person's record. */
const hrefOf = (row: VariationRow) =>
  row.rowId === null ? `/affairs/member/browse/${row.memberId}` : PATHS.detail(row.rowId);

const COLUMNS: readonly Column<VariationRow>[] = [
  {
    key: 'name',
    title: '姓名',
    width: 110,
    always: true,
    card: 'title',
    cell: (row) => (
      <RowLink to={hrefOf(row)} title={row.name}>
        {row.name}
      </RowLink>
    ),
  },
  { key: 'kind', title: '异动类型', width: 120, card: 'side', cell: (row) => row.kindName },
  {
    key: 'state',
    title: '状态',
    width: 96,
    card: 'tag',
    cell: (row) =>
      row.state === null ? (
        <span className="tag">只读</span>
      ) : (
        <span className={TONES[row.state] ?? 'tag'}>{row.stateName}</span>
      ),
  },
  { key: 'effectiveOn', title: '生效日期', width: 110, card: 'line', cell: (row) => row.effectiveOn },
  {
    key: 'reason',
    title: '情况说明',
    width: 240,
    card: 'line',
    cell: (row) => <span title={row.reason}>{row.reason || '—'}</span>,
  },
  { key: 'orgName', title: '党支部', width: 170, card: 'line', cell: (row) => row.orgName },
  { key: 'asked', title: '登记人', width: 90, cell: (row) => row.askedName || '—' },
  { key: 'decider', title: '审批组织', width: 170, cell: (row) => row.deciderName || '—' },
];

/** `/affairs/variation`: who leaves and who is restored, what waits first; 取消资格 and 转出 to be read. */
export default function VariationList() {
  const navigate = useNavigate();
  const side = useOrgSide();
  const mayWrite = may(useSession(), 'variation:write');
  const menu = (row: VariationRow): MenuAct[] => [
    {
      label: row.can.decide ? '审批' : '详情',
      icon: row.can.decide ? 'check' : 'eye',
      run: () => navigate(hrefOf(row)),
    },
  ];
  return (
    <ListPage<VariationRow, Answer>
      title="党员异动"
      path={PATHS.list}
      endpoint={listVariations}
      columns={COLUMNS}
      search={{ name: 'keyWords', placeholder: '姓名' }}
      unit="件"
      views={{ list: VIEW_TABS, counts: ({ counts: { waiting = 0, ...counts } }) => ({ ...counts, all: waiting }) }}
      {...(side ? { side } : {})}
      acts={({ state }) => (
        <>
          <ExportAct state={state} />
          {mayWrite && (
            <ButtonLink look="primary" icon="plus" to={PATHS.add}>
              新增异动
            </ButtonLink>
          )}
        </>
      )}
      row={{ label: (row) => row.name, href: hrefOf, editHref: () => null, menu }}
      empty={{ title: '没有异动', text: '出党、停止党籍、死亡和其他减少在这里登记，须审批的报上级组织。' }}
    />
  );
}

/** The view as a workbook. */
function ExportAct({ state }: { state: ListState }) {
  const [open, setOpen] = useState(false);
  const start = useAct(exportVariations, { quiet: true });
  const { orgId, view } = state.values;
  const shown = view !== undefined && view in VIEWS ? (view as View) : 'waiting';
  return (
    <>
      <Button icon="export" onClick={() => setOpen(true)}>
        导出
      </Button>
      {open && (
        <StartDialog
          title="导出党员异动"
          example="年度党员异动汇总"
          onStart={({ purpose = '' }) => start.mutateAsync({ ...(orgId ? { orgId } : {}), view: shown, purpose })}
          onClose={() => setOpen(false)}
        >
          在后台导出“{VIEWS[shown]}”，每件一行，不含身份证号和电话；文件带您的姓名、时间和用途的水印。
        </StartDialog>
      )}
    </>
  );
}
