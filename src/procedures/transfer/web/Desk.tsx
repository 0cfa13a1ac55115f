import { useState } from 'react';
import { useNavigate } from 'react-router';
import { OrgListPage } from '#people/org/web/pickers.nouns.tsx';
import { call } from '#platform/web/call/api.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import type { Chosen } from '#platform/web/list/ListPage.tsx';
import type { ListState } from '#platform/web/list/useListState.ts';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { exportTransfers } from '../contract.export.ts';
import { MOST_PRINTED, printLetters } from '../contract.letter.ts';
import { deskCounts, listTransfers, type TransferRow, VIEWS, type View } from '../contract.ts';
import type { Kind } from '../rules.ts';
import { BeginIn, BeginOut, columnsOf, DaysLeft, StatusTag } from './parts.tsx';
import { PATHS } from './paths.ts';
import './relation.css';

const TABS = Object.entries(VIEWS).map(([value, label]) => ({ value: value === 'todo' ? '' : value, label }));
const COLUMNS = columnsOf('todo');

/** 组织关系: what waits here, what is open, what is due, what is over; somebody without office sees the own. */
export default function Desk() {
  const session = useSession();
  return may(session, 'relation:approve') ? <WorkDesk /> : <OwnDesk />;
}

function WorkDesk() {
  const navigate = useNavigate();
  const mayLetter = may(useSession(), 'relation:letter');
  return (
    <OrgListPage<TransferRow>
      title="组织关系"
      path={PATHS.desk}
      endpoint={listTransfers}
      columns={COLUMNS}
      search={{ name: 'name', placeholder: '姓名' }}
      unit="件"
      views={{ list: TABS, counts: deskCounts }}
      acts={({ state }) => (
        <>
          <ExportAct state={state} />
          <BeginIn />
          <BeginOut isOwn={false} />
        </>
      )}
      row={{
        label: (row) => row.name,
        href: (row) => PATHS.handle(row.id, 'todo'),
        editHref: () => null,
        menu: (row, { state }) => [
          {
            label: '办理',
            icon: 'check',
            run: () => navigate(PATHS.handle(row.id, (state.values.view || 'todo') as View)),
          },
          { label: '转接路径', icon: 'transfer', run: () => navigate(`${PATHS.path}?id=${row.id}`) },
          ...(row.memberId
            ? [
                {
                  label: '人员档案',
                  icon: 'person' as const,
                  run: () => navigate(`/affairs/member/browse/${row.memberId}`),
                },
              ]
            : []),
        ],
      }}
      bulk={(chosen) => (mayLetter ? <PrintLetters chosen={chosen} /> : null)}
      empty={{
        title: '没有要办的转接',
        text: '党员转出在“办理转出”提交；本平台转来的会出现在待办里，持介绍信来的在“办理转入”接收。',
      }}
    />
  );
}

/** The view as a workbook. */
function ExportAct({ state }: { state: ListState }) {
  const [open, setOpen] = useState(false);
  const start = useAct(exportTransfers, { quiet: true });
  const { orgId, view, kind, status } = state.values;
  const shown = view !== undefined && view in VIEWS ? (view as View) : 'todo';
  return (
    <>
      <Button icon="export" onClick={() => setOpen(true)}>
        导出
      </Button>
      {open && (
        <StartDialog
          title="导出组织关系转接"
          example="季度组织关系转接汇总"
          onStart={({ purpose = '' }) =>
            start.mutateAsync({
              ...(orgId ? { orgId } : {}),
              ...(kind ? { kind: kind as Kind } : {}),
              ...(status ? { status: Number(status) } : {}),
              view: shown,
              purpose,
            })
          }
          onClose={() => setOpen(false)}
        >
          在后台导出“{VIEWS[shown]}”，每件一行，不含身份证号和电话；文件带您的姓名、时间和用途的水印。
        </StartDialog>
      )}
    </>
  );
}

/** The letters of the chosen ones as one PDF. */
function PrintLetters({ chosen }: { chosen: Chosen<TransferRow> }) {
  const full = may(useSession(), 'member:reveal');
  const [open, setOpen] = useState(false);
  const { rows, all, count } = chosen;
  const ids = rows.filter(({ letterNo }) => letterNo !== '').map(({ id }) => id);
  const tooMany = ids.length > MOST_PRINTED || (all && count > rows.length);
  const why = tooMany ? `一次最多${MOST_PRINTED}份，请逐页选择` : ids.length === 0 ? '所选转接还没有开具介绍信' : '';
  return (
    <>
      <Button size="compact" icon="print" disabled={why !== ''} title={why || undefined} onClick={() => setOpen(true)}>
        打印介绍信
      </Button>
      {open && (
        <PaperDialog
          title={`组织关系介绍信 ${ids.length}份`}
          ask={(signal) => call(printLetters, { ids, full }, { quiet: true, signal })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** The own transfers of a person, on the phone: where each is, until when, and the way to apply. */
function OwnDesk() {
  const open = useCall(listTransfers, { view: 'open', pageSize: 50 }, { quiet: true, staleTime: 0 });
  const over = useCall(listTransfers, { view: 'out', pageSize: 50 }, { quiet: true });
  if (!open.data) return <Waiting query={open} />;
  const rows = [...open.data.rows, ...(over.data?.rows ?? [])];
  return (
    <div className="rel-own">
      <PageHead title="组织关系">{open.data.total === 0 && <BeginOut isOwn />}</PageHead>
      {rows.length === 0 ? (
        <Empty title="没有组织关系转接">工作单位或经常居住地变动、外出超过六个月且地点固定的，应当转接组织关系。</Empty>
      ) : (
        rows.map((row) => (
          <a key={row.id} className="card rel-card" href={`#${PATHS.handle(row.id, 'open')}`}>
            <b>{row.toName}</b>
            <StatusTag row={row} />
            <span className="secondary">自{row.fromName}</span>
            {row.waitsFor && <span>等待{row.waitsFor}办理</span>}
            {row.dueOn && (
              <span>
                有效期至{row.dueOn} <DaysLeft days={row.daysLeft} />
              </span>
            )}
          </a>
        ))
      )}
    </div>
  );
}
