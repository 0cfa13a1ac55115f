import { useState } from 'react';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { AreaField, DateField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import {
  type AppealRow,
  appealAgain,
  appealItems,
  askAppeal,
  ownAppeals,
  resubmitAppeal,
  withdrawAppeal,
} from '../contract.appeal.ts';
import { type LineRow, ownLines, ownPoints } from '../contract.ts';
import { APPEAL_DAYS, pointsText, signedText } from '../rules.ts';
import { APPEAL_TONES } from './AppealList.tsx';
import { Given, noteOf, SheetCards } from './parts.tsx';

const SHOWN = 50;

/** 我的积分: the own year with its lines, and what one may contest; made for the phone as well. */
export default function OwnPoints() {
  const [year, setYear] = useState<number>();
  const [size, setSize] = useState(SHOWN);
  const [asking, setAsking] = useState<LineRow | 'new' | null>(null);
  const of = year === undefined ? {} : { year };
  const query = useCall(ownPoints, of, { quiet: true, keepPrevious: true });
  const lines = useCall(ownLines, { ...of, pageSize: size }, { quiet: true, keepPrevious: true });
  return (
    <div className="points-page">
      <PageHead title="我的积分">
        <Button onClick={() => setAsking('new')}>申请补记</Button>
      </PageHead>
      <RecordLoader query={query}>{(sheet) => <SheetCards sheet={sheet} onYear={setYear} />}</RecordLoader>
      <section className="card" aria-label="明细">
        <div className="card-head">
          <h2>明细</h2>
          <span className="secondary">有异议的，{APPEAL_DAYS}天之内可以申诉</span>
        </div>
        {lines.data?.rows.length === 0 && <p className="points-empty">本年度尚未计分。</p>}
        <ul className="points-open">
          {lines.data?.rows.map((row) => (
            <li key={row.id}>
              <span className="grow">
                {row.itemName}
                <small className="muted">
                  {' '}
                  {row.day} {row.title}
                </small>
                {noteOf(row) && <small className="muted"> {noteOf(row)}</small>}
              </span>
              <Given row={row} />
              {row.can.appeal && (
                <Button look="row" onClick={() => setAsking(row)}>
                  申诉
                </Button>
              )}
            </li>
          ))}
        </ul>
        {lines.data && lines.data.total > lines.data.rows.length && size < 200 && (
          <div className="points-foot">
            <Button onClick={() => setSize(200)}>更多</Button>
          </div>
        )}
      </section>
      <Appeals />
      {asking && <AskDialog line={asking === 'new' ? null : asking} onClose={() => setAsking(null)} />}
    </div>
  );
}

function Appeals() {
  const query = useCall(ownAppeals, { pageSize: 50 }, { quiet: true });
  const withdraw = useAct(withdrawAppeal);
  const again = useAct(appealAgain, { quiet: true });
  const [taking, setTaking] = useState<AppealRow | null>(null);
  const [asking, setAsking] = useState<AppealRow | null>(null);
  const resubmit = useAct(resubmitAppeal, { quiet: true });
  const [returned, setReturned] = useState<AppealRow | null>(null);
  if (!query.data || query.data.rows.length === 0) return null;
  return (
    <section className="card" aria-label="我的申诉">
      <div className="card-head">
        <h2>我的申诉</h2>
      </div>
      <ul className="points-open">
        {query.data.rows.map((row) => (
          <li key={row.id}>
            <span className="grow">
              {row.kindName}：{row.itemName} {signedText(row.points)}
              <small className="muted">
                {' '}
                {row.day} {row.text}
              </small>
              {row.opinion && <small className="muted"> 答复：{row.opinion}</small>}
              {row.returned && <small className="muted"> 退回：{row.returned}</small>}
            </span>
            <span className={APPEAL_TONES[row.state]}>
              {row.returned ? '退回补充' : row.stateName}
              {row.level === 2 ? '（上级）' : ''}
            </span>
            {row.can.mend && (
              <Button look="row" onClick={() => setReturned(row)}>
                补充
              </Button>
            )}
            {row.can.withdraw && (
              <Button look="row" onClick={() => setTaking(row)}>
                撤回
              </Button>
            )}
            {row.can.again && (
              <Button look="row" onClick={() => setAsking(row)}>
                向上级申诉
              </Button>
            )}
          </li>
        ))}
      </ul>
      {taking && (
        <ConfirmDialog
          title="撤回申诉"
          icon="undo"
          act="撤回"
          onConfirm={async () => {
            await withdraw.mutateAsync({ id: taking.id, version: taking.version });
            emit('notice', { kind: 'success', text: '已撤回' });
          }}
          onClose={() => setTaking(null)}
        >
          {taking.itemName}：{taking.text}
        </ConfirmDialog>
      )}
      {returned && (
        <ReasonDialog
          title="补充申诉"
          act="重新提交"
          label="申诉理由"
          max={500}
          onDone={async (text) => {
            await resubmit.mutateAsync({ id: returned.id, version: returned.version, text });
            emit('notice', { kind: 'success', text: '已重新提交' });
          }}
          onClose={() => setReturned(null)}
        >
          {returned.returned}。原来的理由：{returned.text}
        </ReasonDialog>
      )}
      {asking && (
        <ReasonDialog
          title="向上级申诉"
          act="提交"
          label="申诉理由"
          max={500}
          onDone={async (text) => {
            await again.mutateAsync({ id: asking.id, text });
            emit('notice', { kind: 'success', text: '已提交上一级党组织' });
          }}
          onClose={() => setAsking(null)}
        >
          对“{asking.opinion}”的答复不服的，可以向上一级党组织再申诉一次。
        </ReasonDialog>
      )}
    </section>
  );
}

const schema = askAppeal.input.pick({ text: true });

function AskDialog({ line, onClose }: { line: LineRow | null; onClose: () => void }) {
  const items = useCall(appealItems, {}, { quiet: true, enabled: line === null });
  const ask = useAct(askAppeal, { quiet: true });
  const missed = line ? Math.abs(line.raw) - Math.abs(line.given) : 0;
  const form = useForm({
    schema,
    initial: { code: '', day: '', points: missed > 0 ? pointsText(missed) : '', text: '' },
    of: `AskDialog ${line?.id ?? ''}`,
    isNew: true,
    check: (values) => {
      const faults: Record<string, string> = {};
      if (!(Number(values.points) > 0)) faults.points = '请填写分值，如 2';
      if (!line && !values.code) faults.code = '请选择项目';
      if (!line && !values.day) faults.day = '请选择日期';
      return faults;
    },
  });
  return (
    <FormDialog
      title={line ? `申诉 ${line.itemName}` : '申请补记'}
      icon="chat"
      act="提交"
      form={form}
      pending={ask.isPending}
      onClose={onClose}
      onSave={async () => {
        const values = form.values;
        await ask.mutateAsync({
          ...(line ? { lineId: line.id } : { code: values.code, day: values.day }),
          points: Math.round(Number(values.points) * 100),
          text: values.text,
        });
        emit('notice', { kind: 'success', text: '已提交，由支部答复' });
        onClose();
        return false;
      }}
    >
      {!line && (
        <>
          <SelectField
            form={form}
            name="code"
            label="项目"
            required
            options={(items.data ?? []).map(({ code, name, value }) => ({
              value: code,
              label: `${name}（每次${signedText(value)}）`,
            }))}
          />
          <DateField form={form} name="day" label="日期" required hint={`${APPEAL_DAYS}天之内的事项`} />
        </>
      )}
      <TextField form={form} name="points" label="请求补记的分值" required inputMode="decimal" max={6} />
      <AreaField form={form} name="text" label="理由" required max={500} />
    </FormDialog>
  );
}
