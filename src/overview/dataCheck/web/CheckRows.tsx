import { useState } from 'react';
import { Link } from 'react-router';
import type { InputOf, ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import { AreaField, DateField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import type { Values } from '#platform/web/list/useListState.ts';

import { noValue } from '#platform/web/show/none.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import {
  type CheckRow,
  explainRows,
  exportRows,
  giveForm,
  giveRows,
  type lastRun,
  listRows,
  mendRows,
} from '../contract.ts';
import { ROW_VIEWS } from '../rules.ts';

const TONES: Readonly<Record<string, string>> = {
  待处理: 'tag red',
  已交办: 'tag info',
  已更正: 'tag ok',
  已解决: 'tag ok',
};
const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const COLUMNS: readonly Column<CheckRow>[] = [
  {
    key: 'title',
    title: '名称',
    width: 140,
    card: 'title',
    cell: (row) => (row.href ? <Link to={row.href}>{row.title}</Link> : row.title),
  },
  {
    key: 'state',
    title: '状态',
    width: 130,
    card: 'tag',
    cell: (row) => (
      <span className="check-tags">
        <span className={TONES[row.stateName] ?? 'tag'}>{row.stateName}</span>
        {row.isLate && <span className="tag bad">超期</span>}
        {row.isFresh && <span className="tag warn">新增</span>}
      </span>
    ),
    filter: { kind: 'choice', name: 'view', options: optionsOf(ROW_VIEWS), none: '全部未解决' },
  },
  { key: 'rule', title: '规则', width: 120, card: 'line', cell: (row) => row.ruleName },
  {
    key: 'detail',
    title: '问题',
    width: 220,
    card: 'line',
    cell: (row) => <span title={row.detail}>{row.detail}</span>,
  },
  {
    key: 'orgName',
    title: '所在党组织',
    width: 170,
    card: 'line',
    cell: (row) => <span title={row.orgName}>{row.orgName}</span>,
  },
  { key: 'dueOn', title: '截止日期', width: 110, card: 'line', cell: (row) => row.dueOn ?? noValue },
  {
    key: 'note',
    title: '要求或说明',
    width: 150,
    card: 'line',
    cell: (row) => (row.note ? <span title={`${row.saidBy}：${row.note}`}>{row.note}</span> : noValue),
  },
];
const FROM: Column<CheckRow> = {
  key: 'checkedName',
  title: '交办',
  width: 150,
  card: 'line',
  cell: (row) => <span title={row.checkedName}>{row.checkedName}</span>,
};

interface Asked {
  what: 'give' | 'explain';
  rows: readonly CheckRow[];
  clear: () => void;
}

const idsOf = (rows: readonly CheckRow[]) => rows.map(({ id }) => id);
const notify = (text: string) => emit('notice', { kind: 'success', text });

/** The findings, one by one, with what is done about them. */
export function CheckRows({
  side,
  orgId,
  rule,
  rules,
}: {
  side: 'own' | 'given';
  orgId?: string;
  rule?: string;
  rules: ReplyOf<typeof lastRun>['rules'] | null;
}) {
  const [openDialog, setOpenDialog] = useState<Asked | null>(null);
  const [exported, setExported] = useState<Values | null>(null);
  const explain = useAct(explainRows, { quiet: true });
  const mend = useAct(mendRows);
  const start = useAct(exportRows, { quiet: true });
  const close = () => setOpenDialog(null);
  const beside = { side, ...(orgId ? { orgId } : {}), ...(rule ? { rule } : {}) };
  const done = (rows: readonly CheckRow[], clear: () => void) =>
    mend.mutate(
      { ids: idsOf(rows) },
      {
        onSuccess: (answer) => {
          notify(`${answer.done}条记为已更正，下次核查时复核`);
          clear();
        },
      },
    );
  const one = rules?.find(({ code }) => code === rule);
  return (
    <>
      {one && (
        <p className="check-rule">
          {one.detail}。{one.clause}
        </p>
      )}
      <PlainList<CheckRow>
        caption="核查结果"
        endpoint={listRows}
        columns={side === 'given' ? [...COLUMNS, FROM] : COLUMNS}
        search={{ name: 'keyWords', placeholder: '名称或党组织' }}
        unit="条"
        keep={['side', 'orgId', 'rule']}
        inputOf={(values) => ({ ...values, ...beside })}
        tools={({ values, total }) =>
          (total ?? 0) > 0 && (
            <Button size="compact" icon="export" aria-haspopup="dialog" onClick={() => setExported(values)}>
              导出
            </Button>
          )
        }
        label={(row) => row.title}
        bulk={({ rows, clear }) => {
          const [toGive, toExplain, toMend] = [
            rows.filter(({ can }) => can.give),
            rows.filter(({ can }) => can.explain),
            rows.filter(({ can }) => can.mend),
          ];
          return (
            <>
              {toGive.length > 0 && (
                <Button size="compact" onClick={() => setOpenDialog({ what: 'give', rows: toGive, clear })}>
                  交办{toGive.length}条
                </Button>
              )}
              {toExplain.length > 0 && (
                <Button size="compact" onClick={() => setOpenDialog({ what: 'explain', rows: toExplain, clear })}>
                  说明{toExplain.length}条
                </Button>
              )}
              {toMend.length > 0 && (
                <Button size="compact" disabled={mend.isPending} onClick={() => done(toMend, clear)}>
                  已更正{toMend.length}条
                </Button>
              )}
            </>
          );
        }}
        empty={
          side === 'given'
            ? { title: '没有上级交办的问题', text: '上级核查后交办给本组织或下级的问题，会列在这里，有截止日期。' }
            : { title: '没有要更正的问题', text: '数据都符合平台的规则。改动数据后可以再核查一次。' }
        }
      />
      {openDialog?.what === 'give' && <GiveDialog asked={openDialog} onClose={close} />}
      {openDialog?.what === 'explain' && (
        <ReasonDialog
          title={`说明${openDialog.rows.length}条`}
          act="说明"
          label="为什么不用改"
          onDone={async (reason) => {
            const answer = await explain.mutateAsync({ ids: idsOf(openDialog.rows), reason });
            notify(`已说明${answer.done}条`);
            openDialog.clear();
          }}
          onClose={close}
        >
          说明留在这条结果上，以后的核查不再列为待处理；上级看得到说明。
        </ReasonDialog>
      )}
      {exported && (
        <StartDialog
          title="导出核查结果"
          example="数据核查通报"
          onStart={({ purpose = '' }) =>
            start.mutateAsync({ ...exported, ...beside, keyWords: undefined, purpose } as InputOf<typeof exportRows>)
          }
          onClose={() => setExported(null)}
        >
          按现在的筛选，每条一行。
        </StartDialog>
      )}
    </>
  );
}

function GiveDialog({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const give = useAct(giveRows, { quiet: true });
  const form = useForm({ schema: giveForm, initial: { dueOn: '', note: '' }, of: 'GiveDialog', isNew: true });
  const orgs = new Set(asked.rows.map(({ orgId }) => orgId)).size;
  return (
    <FormDialog
      title={`交办${asked.rows.length}条`}
      icon="briefcase"
      act="交办"
      form={form}
      pending={give.isPending}
      onClose={onClose}
      onSave={async () => {
        const answer = await give.mutateAsync({
          ids: idsOf(asked.rows),
          dueOn: form.text('dueOn'),
          note: form.text('note'),
        });
        notify(`已交办给${answer.orgs}个党组织`);
        asked.clear();
        onClose();
        // The dialog has said itself what came of it.
        return false;
      }}
    >
      <p className="muted">交给{orgs}个党组织，每个组织收到一件待办。</p>
      <DateField form={form} name="dueOn" label="截止日期" required hint="最长180天" />
      <AreaField form={form} name="note" label="要求" max={200} rows={3} wide />
    </FormDialog>
  );
}
