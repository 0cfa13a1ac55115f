import { useState } from 'react';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { type AppealRow, decideAppeal, listAppeals } from '../contract.appeal.ts';
import { APPEAL_STATES, signedText } from '../rules.ts';
import './points.css';

const KEPT = ['tab'];
export const APPEAL_TONES: Readonly<Record<number, string>> = { 1: 'tag warn', 2: 'tag ok', 3: 'tag bad', 4: 'tag' };

const COLUMNS: readonly Column<AppealRow>[] = [
  { key: 'memberName', title: '姓名', width: 90, card: 'title', cell: (row) => row.memberName },
  {
    key: 'state',
    title: '状态',
    width: 90,
    card: 'side',
    cell: (row) => <span className={APPEAL_TONES[row.state]}>{row.returned ? '退回补充' : row.stateName}</span>,
    filter: {
      kind: 'choice',
      name: 'state',
      options: optionsOf(APPEAL_STATES),
    },
  },
  {
    key: 'kindName',
    title: '类别',
    width: 100,
    card: 'line',
    cell: (row) => `${row.kindName}${row.level === 2 ? '（再次）' : ''}`,
  },
  { key: 'itemName', title: '项目', width: 140, card: 'line', cell: (row) => row.itemName },
  { key: 'points', title: '请求', width: 70, card: 'tag', cell: (row) => signedText(row.points) },
  { key: 'day', title: '日期', width: 100, cell: (row) => row.day },
  { key: 'text', title: '理由', width: 220, card: 'line', cell: (row) => <span title={row.text}>{row.text}</span> },
  {
    key: 'handlerName',
    title: '受理',
    width: 150,
    card: 'line',
    cell: (row) => [row.decidedName || row.handlerName, row.flowName].filter(Boolean).join('，按'),
  },
  { key: 'opinion', title: '答复', width: 150, cell: (row) => row.opinion || <span className="muted">—</span> },
];

/** 申诉 and 补记申请, and their answers. */
export function AppealList() {
  const [agreeing, setAgreeing] = useState<AppealRow | null>(null);
  const [refusing, setRefusing] = useState<AppealRow | null>(null);
  const decide = useAct(decideAppeal, { quiet: true });
  return (
    <div className="list-page">
      <PageHead title="积分申诉" />
      <PlainList<AppealRow>
        caption="积分申诉"
        endpoint={listAppeals}
        columns={COLUMNS}
        keep={KEPT}
        unit="件"
        inputOf={({ tab: _tab, ...values }) => values}
        acts={(row) => (
          <span className="record-row-acts">
            {row.can.decide && (
              <>
                <Button look="row" onClick={() => setAgreeing(row)}>
                  采纳
                </Button>
                <Button look="row" onClick={() => setRefusing(row)}>
                  不采纳
                </Button>
              </>
            )}
          </span>
        )}
        empty={{ title: '没有积分申诉', text: '党员在本人积分页对积分有异议，或申请补记，15天之内可以提出。' }}
      />
      {agreeing && (
        <ConfirmDialog
          title={`采纳 ${agreeing.memberName}的申诉`}
          icon="check"
          act="采纳"
          onConfirm={async () => {
            await decide.mutateAsync({ id: agreeing.id, version: agreeing.version, agree: true });
            emit('notice', { kind: 'success', text: '已采纳，几秒后补记' });
          }}
          onClose={() => setAgreeing(null)}
        >
          {agreeing.itemName}，补记{signedText(agreeing.points)}分。理由：{agreeing.text}
        </ConfirmDialog>
      )}
      {refusing && (
        <ReasonDialog
          title={`不采纳 ${refusing.memberName}的申诉`}
          act="不采纳"
          label="理由"
          max={300}
          onDone={async (opinion) => {
            await decide.mutateAsync({ id: refusing.id, version: refusing.version, agree: false, opinion });
            emit('notice', { kind: 'success', text: '已答复，本人可再向上一级申诉一次' });
          }}
          onClose={() => setRefusing(null)}
        >
          {refusing.itemName}：{refusing.text}
        </ReasonDialog>
      )}
    </div>
  );
}
