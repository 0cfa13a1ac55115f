import { useState } from 'react';
import { z } from 'zod';
import type { ReplyOf } from '#platform/contract.ts';
import { parseTypedSum } from '#platform/reading/numbers.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, DateField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import {
  askAllocation,
  askHandup,
  decideHandup,
  type HandupBelow,
  type HandupRow,
  handupStanding,
  setRatio,
} from '../contract.handup.ts';
import { PURPOSES, ratioText } from '../rules.handup.ts';
import { formatYuan } from './money.ts';

const money = z.string().refine((text) => (parseTypedSum(text) ?? 0) > 0, '请填写金额，如 320.00');
type Standing = ReplyOf<typeof handupStanding>;

/** What was received in a year, what of it is to be handed up, and what lies in the books. */
function HandupFacts({ standing }: { standing: Standing }) {
  const facts: [string, string][] = [
    ['本年收到', formatYuan(standing.received)],
    ['上缴比例', ratioText(standing.ratio) || '上级尚未设置'],
    ['应上缴', standing.due === null ? '—' : formatYuan(standing.due)],
    ['已上缴', formatYuan(standing.handed)],
    ['待确认', formatYuan(standing.pending)],
    ['还应上缴', standing.remaining === null ? '—' : formatYuan(standing.remaining)],
    ['账上银行存款', formatYuan(standing.bank)],
    ['账上现金', formatYuan(standing.cash)],
    ...(standing.large > 0 ? [['待转缴大额党费', formatYuan(standing.large)] as [string, string]] : []),
  ];
  return (
    <dl className="dues-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface OrgProps {
  orgId: string;
  onClose: () => void;
}

/** 上缴: what is due stands before the form, which starts from it. */
export function HandupDialog({ orgId, onClose }: OrgProps) {
  const now = new Date().getFullYear();
  const [year, setYear] = useState(now);
  const query = useCall(handupStanding, { orgId, year }, { quiet: true, staleTime: 0 });
  if (!query.data)
    return (
      <Dialog title="上缴党费" icon="dues" onClose={onClose}>
        <RecordLoader query={query} lines={6}>
          {() => null}
        </RecordLoader>
      </Dialog>
    );
  return (
    <HandupForm
      key={year}
      orgId={orgId}
      years={[now, now - 1]}
      year={year}
      onYear={setYear}
      standing={query.data}
      onClose={onClose}
    />
  );
}

const handupSchema = z.object({
  kind: askHandup.input.shape.kind,
  way: z.string(),
  amount: money,
  paidOn: askHandup.input.shape.paidOn,
  slip: askHandup.input.shape.slip,
  note: askHandup.input.shape.note,
});

function HandupForm({
  orgId,
  years,
  year,
  onYear,
  standing,
  onClose,
}: OrgProps & {
  years: readonly number[];
  year: number;
  onYear: (year: number) => void;
  standing: Standing;
}) {
  const ask = useAct(askHandup, { quiet: true });
  const inText = (fen: number | null) => (fen === null || fen <= 0 ? '' : (fen / 100).toFixed(2));
  const form = useForm({
    schema: handupSchema,
    initial: {
      kind: '1',
      way: standing.bank === 0 && standing.cash > 0 ? 'cash' : 'bank',
      amount: inText(standing.remaining),
      paidOn: standing.today,
      slip: '',
      note: '',
    },
    of: `HandupForm ${orgId}`,
    isNew: true,
    check: (values) =>
      values.way === 'bank' && String(values.slip).trim() === ''
        ? { slip: '转账请填写回单编号' }
        : ({} as Record<string, string>),
  });
  const inCash = form.text('way') === 'cash';
  return (
    <FormDialog
      title={`上缴党费 ${standing.orgName}`}
      icon="dues"
      width={700}
      act="上缴"
      form={form}
      pending={ask.isPending}
      onClose={onClose}
      onSave={async () => {
        const { kind, amount, paidOn, slip, note } = form.values;
        const { toOrgName } = await ask.mutateAsync({
          orgId,
          year,
          kind: kind ?? '1',
          amount: parseTypedSum(amount ?? '') ?? 0,
          inCash,
          paidOn: paidOn ?? '',
          slip: slip ?? '',
          note: note ?? '',
        });
        emit('notice', { kind: 'success', text: `已报${toOrgName}确认，确认后双方同时记账` });
        onClose();
        return false;
      }}
    >
      <div className="dues-handup">
        <label className="dues-year">
          <span>年度</span>
          <span className="field-box">
            <select value={year} onChange={(event) => onYear(Number(event.target.value))}>
              {years.map((one) => (
                <option key={one} value={one}>
                  {one}年
                </option>
              ))}
            </select>
          </span>
        </label>
        <HandupFacts standing={standing} />
        <p className="secondary">{standing.superior}确认收到以后，双方的账同时记上；没有确认以前可以撤回。</p>
      </div>
      <SelectField
        form={form}
        name="kind"
        label="上缴的款"
        required
        options={[
          { value: '1', label: '党费（按比例）' },
          { value: '2', label: '大额党费（全额转缴）' },
        ]}
        onPick={() => form.set({ amount: '' })}
      />
      <TextField
        form={form}
        name="amount"
        label="金额（元）"
        required
        inputMode="decimal"
        max={14}
        hint={form.text('kind') === '2' ? `账上大额党费${formatYuan(standing.large)}元，全额上缴` : undefined}
      />
      <SelectField
        form={form}
        name="way"
        label="怎样上缴"
        required
        options={[
          { value: 'bank', label: '银行转账' },
          { value: 'cash', label: '现金' },
        ]}
      />
      <DateField form={form} name="paidOn" label="上缴日期" required />
      <TextField form={form} name="slip" label={inCash ? '收据编号' : '回单编号'} required={!inCash} max={40} />
      <AreaField form={form} name="note" label="说明" max={200} rows={2} />
    </FormDialog>
  );
}

const allocationSchema = z.object({
  purpose: askAllocation.input.shape.purpose,
  amount: money,
  note: askAllocation.input.shape.note,
});

/** 申请下拨: asked of the committee one level above, for one of the five uses. */
export function AllocationDialog({ orgId, orgName, onClose }: OrgProps & { orgName: string }) {
  const ask = useAct(askAllocation, { quiet: true });
  const form = useForm({
    schema: allocationSchema,
    initial: { purpose: '', amount: '', note: '' },
    of: `AllocationDialog ${orgId}`,
    isNew: true,
  });
  return (
    <FormDialog
      title={`申请下拨党费 ${orgName}`}
      icon="dues"
      act="申请"
      form={form}
      pending={ask.isPending}
      onClose={onClose}
      onSave={async () => {
        const { purpose, amount, note } = form.values;
        const { toOrgName } = await ask.mutateAsync({ orgId, purpose, amount: parseTypedSum(amount) ?? 0, note });
        emit('notice', { kind: 'success', text: `已报${toOrgName}审批` });
        onClose();
        return false;
      }}
    >
      <p className="secondary">
        党费的使用由集体研究决定，只向上一级党委申请；下拨的党费专款专用（第二十、二十一条）。
      </p>
      <SelectField form={form} name="purpose" label="用途" required options={optionsOf(PURPOSES)} />
      <TextField form={form} name="amount" label="金额（元）" required inputMode="decimal" max={14} />
      <AreaField form={form} name="note" label="集体研究情况和理由" required max={200} />
    </FormDialog>
  );
}

const decideSchema = z.object({
  answer: z.string(),
  opinion: decideHandup.input.shape.opinion,
  paidOn: z.string(),
  slip: decideHandup.input.shape.slip,
});

/** 确认上缴 or 审批下拨: agreed, both books take it; or sent back with its reason. */
export function DecideHandup({ row, onClose }: { row: HandupRow; onClose: () => void }) {
  const decide = useAct(decideHandup, { quiet: true });
  const isDown = row.kind === 3;
  const form = useForm({
    schema: decideSchema,
    initial: { answer: 'yes', opinion: '', paidOn: '', slip: '' },
    of: `DecideHandup ${row.id}`,
    isNew: true,
    check: (values) => {
      const faults: Record<string, string> = {};
      if (values.answer === 'no' && String(values.opinion).trim() === '') faults.opinion = '退回请写明原因';
      if (isDown && values.answer === 'yes' && values.paidOn === '') faults.paidOn = '请填写下拨日期';
      if (isDown && values.answer === 'yes' && values.slip === '') faults.slip = '请填写转账回单编号';
      return faults;
    },
  });
  const agree = form.text('answer') === 'yes';
  return (
    <FormDialog
      title={`${isDown ? '审批下拨' : '确认上缴'} ${row.orgName}`}
      icon="check"
      act={agree ? (isDown ? '下拨' : '确认收到') : '退回'}
      form={form}
      pending={decide.isPending}
      onClose={onClose}
      onSave={async () => {
        const { opinion, paidOn, slip } = form.values;
        await decide.mutateAsync({
          id: row.id,
          version: row.version,
          agree,
          opinion,
          slip,
          ...(isDown && agree ? { paidOn } : {}),
        });
        emit('notice', { kind: 'success', text: agree ? '已确认，双方的账已记上' : '已退回，对方收到原因' });
        onClose();
        return false;
      }}
    >
      <p>
        {row.orgName}
        {isDown ? '申请下拨' : `${row.paidOn}${row.way}上缴${row.year}年`}
        {row.kind === 2 ? '大额党费' : '党费'}
        <b>{formatYuan(row.amount)}元</b>
        {row.slip && `，单号${row.slip}`}。{row.basis}
        {row.basis && '。'}
      </p>
      {row.note && <p className="dues-reason">{row.note}</p>}
      <SelectField
        form={form}
        name="answer"
        label="办理"
        required
        options={[
          { value: 'yes', label: isDown ? '同意下拨' : '确认收到' },
          { value: 'no', label: '退回' },
        ]}
      />
      {isDown && agree && <DateField form={form} name="paidOn" label="下拨日期" required />}
      {isDown && agree && <TextField form={form} name="slip" label="转账回单编号" required max={40} />}
      <AreaField form={form} name="opinion" label={agree ? '说明' : '退回原因'} required={!agree} max={200} />
    </FormDialog>
  );
}

const ratioSchema = z.object({
  ratio: z
    .string()
    .refine(
      (text) => /^\d{1,3}(\.\d{1,2})?$/.test(text.trim()) && Number(text) <= 100,
      '请填写0至100的比例，如 5 或 37.5',
    ),
});

/** 上缴比例 of one organisation below, for a year. */
export function RatioDialog({ row, year, onClose }: { row: HandupBelow; year: number; onClose: () => void }) {
  const save = useAct(setRatio, { quiet: true });
  const form = useForm({
    schema: ratioSchema,
    initial: { ratio: row.ratio === null ? '' : String(row.ratio / 100) },
    of: `RatioDialog ${row.orgId}`,
    isNew: row.ratio === null,
  });
  return (
    <FormDialog
      title={`上缴比例 ${row.orgName}`}
      icon="settings"
      form={form}
      pending={save.isPending}
      onClose={onClose}
      onSave={() =>
        save.mutateAsync({
          orgId: row.orgId,
          year,
          ratio: Math.round(Number(form.text('ratio')) * 100),
          version: row.ratioVersion,
        })
      }
    >
      <p className="secondary">按{year}年实际收到的党费计算；已经上缴的不受影响。</p>
      <TextField form={form} name="ratio" label="比例（%）" required inputMode="decimal" max={6} />
    </FormDialog>
  );
}
