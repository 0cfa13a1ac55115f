import { useState } from 'react';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { optionsOf } from '#platform/web/list/options.ts';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { HANDOVER_STATES, type HandoverRow, listHandovers, printHandover, signHandover } from '../contract.handover.ts';
import { Row } from './parts.tsx';
import { PATHS } from './paths.ts';
import './publicity.css';
import './recruitment.css';

const dayOf = (time: string) => new Date(time).toLocaleDateString('sv-SE');

const columns = (open: (row: HandoverRow) => void): readonly Column<HandoverRow>[] => [
  {
    key: 'name',
    title: '姓名',
    width: 96,
    always: true,
    card: 'title',
    cell: (row) => (row.fileId ? <RowLink to={PATHS.work(row.fileId, row.category)}>{row.name}</RowLink> : row.name),
  },
  {
    key: 'state',
    title: '状态',
    width: 90,
    card: 'tag',
    filter: {
      kind: 'choice',
      name: 'state',
      options: optionsOf(HANDOVER_STATES),
    },
    cell: (row) => <span className={`tag ${row.state === 'done' ? '' : 'warn'}`}>{HANDOVER_STATES[row.state]}</span>,
  },
  { key: 'fromName', title: '移交支部', width: 170, card: 'line', cell: (row) => row.fromName },
  { key: 'toName', title: '接收支部', width: 170, card: 'line', cell: (row) => row.toName },
  { key: 'movedOn', title: '转移日期', width: 112, cell: (row) => row.movedOn },
  {
    key: 'papers',
    title: '材料',
    width: 84,
    align: 'right',
    cell: (row) => (row.papers.length > 0 ? `${row.papers.length}种` : '没有'),
  },
  { key: 'givenBy', title: '移交人', width: 90, cell: (row) => row.givenBy || noValue },
  { key: 'takenBy', title: '接收人', width: 90, cell: (row) => row.takenBy || noValue },
  {
    key: 'open',
    title: '清单',
    width: 96,
    card: 'line',
    cell: (row) => (
      <Button look="link" size="compact" onClick={() => open(row)}>
        {row.can.give || row.can.take ? '核对签字' : '查看'}
      </Button>
    ),
  },
];

/** `handovers`: lists of the papers that went along when somebody moved, each signed by both branches. */
export function Handovers() {
  const [opened, open] = useState<HandoverRow | null>(null);
  const [printed, setPrinted] = useState<HandoverRow | null>(null);
  return (
    <>
      <ListPage<HandoverRow>
        title="发展党员材料移交"
        path={PATHS.handovers}
        endpoint={listHandovers}
        columns={columns(open)}
        search={{ name: 'name', placeholder: '姓名' }}
        unit="份"
        row={{
          label: (row) => row.name,
          href: () => PATHS.handovers,
          editHref: () => null,
          menu: (row) => [
            { label: row.can.give || row.can.take ? '核对签字' : '查看清单', run: () => open(row) },
            { label: '打印清单', icon: 'print', run: () => setPrinted(row) },
          ],
        }}
        empty={{
          title: '没有材料移交',
          text: '发展中的人调整支部或转接组织关系时，系统按已交的材料列出清单，两个支部核对签字。',
        }}
      />
      {opened && (
        <Opened
          row={opened}
          onClose={() => open(null)}
          onPrint={() => {
            setPrinted(opened);
            open(null);
          }}
        />
      )}
      {printed && (
        <PaperDialog
          title={`发展党员材料移交清单 ${printed.name}`}
          ask={(signal) => call(printHandover, { id: printed.id }, { quiet: true, signal })}
          onClose={() => setPrinted(null)}
        />
      )}
    </>
  );
}

function Opened({ row, onClose, onPrint }: { row: HandoverRow; onClose: () => void; onPrint: () => void }) {
  const act = useAct(signHandover);
  const side = row.can.give ? 'given' : row.can.take ? 'taken' : null;
  const sign = (chosen: 'given' | 'taken') =>
    act.mutate(
      { id: row.id, side: chosen },
      {
        onSuccess: () => {
          emit('notice', { kind: 'success', text: chosen === 'given' ? '已签字移交' : '已签字接收' });
          onClose();
        },
      },
    );
  return (
    <Dialog
      title={`材料移交清单 ${row.name}`}
      icon="clipboard"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onPrint}>打印清单</Button>
          <Button onClick={onClose}>关闭</Button>
          {side && (
            <Button look="primary" disabled={act.isPending} onClick={() => sign(side)}>
              {side === 'given' ? '签字移交' : '签字接收'}
            </Button>
          )}
        </>
      }
    >
      <dl className="fz-lines">
        <Row label="转移">
          {row.movedOn} {row.fromName} → {row.toName}
        </Row>
        <Row label="移交人">{row.givenAt ? `${row.givenBy} ${dayOf(row.givenAt)}` : '还没有签字'}</Row>
        <Row label="接收人">{row.takenAt ? `${row.takenBy} ${dayOf(row.takenAt)}` : '还没有签字'}</Row>
      </dl>
      {row.papers.length === 0 ? (
        <p className="muted">转移时还没有交过材料，培养教育时间连续计算。</p>
      ) : (
        <table className="fz-views">
          <thead>
            <tr>
              <th>步骤</th>
              <th>材料</th>
              <th>份数</th>
            </tr>
          </thead>
          <tbody>
            {row.papers.map(({ no, label, sheets }) => (
              <tr key={`${no}.${label}`}>
                <td>第{no}步</td>
                <td>{label}</td>
                <td>{sheets}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {side && <p className="fz-after">按清单逐份核对无误后签字，签字后不能撤回；移交和接收由两个人分别签字。</p>}
    </Dialog>
  );
}
