import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import type { ReplyOf } from '#platform/contract.ts';
import { parseTypedSum } from '#platform/reading/numbers.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ApiError, isConflict } from '#platform/web/call/request.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { SelectField, TextField, TickField } from '#platform/web/form/fields.tsx';
import { type FormValues, useForm } from '#platform/web/form/useForm.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import {
  calculate,
  type listStandards,
  PART_NAMES,
  PARTS,
  type Part,
  previewStandard,
  type Standard,
  setStandard,
} from '../contract.standard.ts';
import { PAYERS, type Payer } from '../rules.ts';
import { formatYuan } from './money.ts';
import { PATHS } from './paths.ts';

type Person = ReplyOf<typeof listStandards>;
type Preview = ReplyOf<typeof previewStandard>;

const PAYER_OPTIONS = optionsOf(PAYERS);
/** What a payer's sum is called, who does not enter it by its parts. */
const BASE_LABELS: Readonly<Record<Payer, string>> = {
  1: '每月合计（元）',
  2: '每月合计（元）',
  3: '上季度收入合计（元）',
  4: '每月离退休费或养老金（元）',
  5: '每月缴纳（元）',
  6: '',
};

const { fromMonth, payer, base: fen, reason } = setStandard.input.shape;
/** A sum as it is typed in yuan; an empty one is judged by the server, which knows what must not be empty. */
const money = z.string().superRefine((text, context) => {
  if (text === '') return;
  const sum = parseTypedSum(text);
  const fault = sum === null ? '请填写金额，如 3200.00' : fen.safeParse(sum).error?.issues[0]?.message;
  if (fault) context.addIssue({ code: 'custom', message: fault });
});
const partFields = Object.fromEntries(PART_NAMES.map((part) => [part, money])) as Record<Part, typeof money>;
const schema = z.object({ fromMonth, payer, base: money, ...partFields, keeps: z.boolean(), reason });

const isByParts = (payer: FormValues[string] | undefined) => payer === '1' || payer === '2';
const typed = (sum: number | undefined) => (sum === undefined ? '' : (sum / 100).toFixed(2));

function valuesOf(person: Person, row: Standard | undefined): FormValues {
  const hasParts = row !== undefined && Object.keys(row.parts).length > 0;
  return {
    fromMonth: row?.fromMonth ?? person.current,
    payer: String(row?.payer ?? person.standards[0]?.payer ?? ''),
    base: row && !hasParts && row.payer !== 6 ? typed(row.base) : '',
    ...Object.fromEntries(PART_NAMES.map((part) => [part, typed(row?.parts[part])])),
    keeps: row?.keeps ?? person.standards[0]?.keeps ?? false,
    reason: row?.reason ?? '',
  };
}

/** The basis of a standard in fen, as the calls take it. */
function basisOf(values: FormValues) {
  const payer = String(values.payer);
  const named = isByParts(payer) ? PART_NAMES.filter((part) => values[part] !== '') : [];
  const base = named.length > 0 || payer === '6' ? 0 : (parseTypedSum(String(values.base)) ?? 0);
  return {
    payer,
    base,
    parts: Object.fromEntries(named.map((part) => [part, parseTypedSum(String(values[part])) ?? 0])),
  };
}

/**
 * 设置党费标准: the income by its parts, the sum at once with its sentence, and before it is saved which open months change.
 * @param edited the standard that is put right; absent: one from another month on
 */
export function StandardForm({
  person,
  edited,
  onReload,
}: {
  person: Person;
  edited: Standard | undefined;
  onReload: () => Promise<{ data: Person | undefined }>;
}) {
  const { memberId, name } = person;
  const navigate = useNavigate();
  // What is replaced is what stood there when the form was opened, or was shown after a conflict.
  const [known, setKnown] = useState(person.standards);
  const [theirs, setTheirs] = useState<{ month: string; row: Standard | undefined } | null>(null);
  const [openDialog, setOpenDialog] = useState<{ preview: Preview; answer: (sure: boolean) => void } | null>(null);
  const preview = useAct(previewStandard, { quiet: true });
  const set = useAct(setStandard, { quiet: true });
  const form = useForm({ schema, initial: valuesOf(person, edited), isNew: edited === undefined });
  const month = form.text('fromMonth');
  const payerNow = form.text('payer');
  const same = known.find((row) => row.fromMonth === month);
  const byParts = isByParts(payerNow);
  const hasParts = byParts && PART_NAMES.some((part) => form.text(part) !== '');
  const leave = () => void navigate(PATHS.standard(memberId, 'view'));

  const save = async () => {
    const { fromMonth, keeps, reason } = form.values as { fromMonth: string; keeps: boolean; reason: string };
    const input = { memberId, fromMonth, keeps, reason, ...basisOf(form.values) };
    const found = await preview.mutateAsync(input);
    const sure = await new Promise<boolean>((answer) => setOpenDialog({ preview: found, answer }));
    setOpenDialog(null);
    if (!sure) return;
    try {
      const { amount } = await set.mutateAsync(same ? { ...input, version: same.version } : input);
      emit('notice', { kind: 'success', text: `已设置${name}从${fromMonth}起每月${formatYuan(amount)}元` });
    } catch (error) {
      if (!isConflict(error)) throw error;
      const { data } = await onReload();
      const rows = data?.standards ?? known;
      setKnown(rows);
      setTheirs({ month: fromMonth, row: rows.find((row) => row.fromMonth === fromMonth) });
      return;
    }
    leave();
  };

  return (
    <>
      <FormPage
        title={`${edited ? `更正${edited.fromMonth}起的党费标准` : '设置党费标准'} ${name}`}
        form={form}
        banners={theirs && theirs.month === month && <Theirs {...theirs} />}
        sections={[
          {
            id: 'basis',
            title: '缴费类别和收入',
            content: (
              <>
                <SelectField form={form} name="payer" label="缴费类别" required options={PAYER_OPTIONS} />
                {edited === undefined && (
                  <TextField
                    form={form}
                    name="fromMonth"
                    label="从哪个月起"
                    required
                    placeholder="2026-01"
                    max={7}
                    hint={
                      same
                        ? `该月起已有标准（每月${formatYuan(same.amount)}元），保存后由这一条代替`
                        : '已缴的月份不变，未缴的重算'
                    }
                  />
                )}
                {byParts &&
                  PART_NAMES.map((part) => (
                    <TextField
                      key={part}
                      form={form}
                      name={part}
                      label={`${PARTS[part]}（元）`}
                      inputMode="decimal"
                      max={14}
                    />
                  ))}
                {payerNow !== '' && payerNow !== '6' && !hasParts && (
                  <TextField
                    form={form}
                    name="base"
                    label={BASE_LABELS[Number(payerNow) as Payer]}
                    required={!byParts}
                    inputMode="decimal"
                    max={14}
                    hint={
                      byParts
                        ? '税后，不分项时填写；分项填写的自动合计'
                        : payerNow === '3'
                          ? '按上季度月平均收入计算，填三个月的合计'
                          : undefined
                    }
                  />
                )}
                <Calculator values={form.values} />
              </>
            ),
          },
          {
            id: 'how',
            title: '怎样调整',
            content: (
              <>
                <TickField
                  form={form}
                  name="keeps"
                  label="年初核定，全年不变"
                  hint="不勾选：按月随工资调整，收入变了就另设一条"
                />
                <TextField form={form} name="reason" label="说明" max={100} placeholder="如：2026年工资调整" />
              </>
            ),
          },
        ]}
        onSave={save}
        onCancel={leave}
      />
      {openDialog && (
        <ConfirmDialog
          title={`设置党费标准 ${name}`}
          icon="dues"
          act="确认设置"
          cancel="回去看看"
          onConfirm={async () => openDialog.answer(true)}
          onClose={() => openDialog.answer(false)}
        >
          <Changes preview={openDialog.preview} month={month} />
        </ConfirmDialog>
      )}
    </>
  );
}

/** What somebody else made of the same month meanwhile. */
function Theirs({ month, row }: { month: string; row: Standard | undefined }) {
  return (
    <div className="banner warn" role="alert">
      <Icon name="warning" />
      <span className="grow">
        {row
          ? `${row.updateName}在${dateTime(row.updateDate)}已把${month}起的标准改为每月${formatYuan(row.amount)}元（${row.sentence}）。核对后再保存，以您填写的为准。`
          : `${month}起的标准已被撤销。再保存会重新设置。`}
      </span>
    </div>
  );
}

/** What the input comes to, a moment after typing has stopped. */
function Calculator({ values }: { values: FormValues }) {
  const month = schema.shape.fromMonth.safeParse(values.fromMonth);
  const now = JSON.stringify({ ...basisOf(values), ...(month.success ? { month: month.data } : {}) });
  const [settled, setSettled] = useState(now);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(now), 300);
    return () => clearTimeout(timer);
  }, [now]);
  const { payer, base, parts } = basisOf(values);
  const isFilled = payer === '6' || base > 0 || Object.keys(parts).length > 0;
  const input = JSON.parse(settled) as ReturnType<typeof basisOf>;
  const { data, error, isPlaceholderData } = useCall(calculate, input, {
    quiet: true,
    keepPrevious: true,
    enabled: isFilled && input.payer !== '',
  });
  const fault = error instanceof ApiError ? (Object.values(error.fields)[0] ?? error.message) : '';
  return (
    <div
      className="wide dues-calculator"
      role="status"
      aria-label="每月应缴"
      aria-busy={isPlaceholderData || now !== settled}
    >
      <span className="secondary">每月应缴</span>
      {isFilled && data && !fault ? (
        <>
          <span className="dues-sum">
            <b>{formatYuan(data.amount)}</b>元
          </span>
          <span>{data.sentence}</span>
        </>
      ) : (
        <span className="muted">{isFilled ? fault : '填写收入后自动算出'}</span>
      )}
    </div>
  );
}

/** Old and new sums of the months that change, and those that stay because they are paid. */
function Changes({ preview: { amount, sentence, changes, paid }, month }: { preview: Preview; month: string }) {
  return (
    <div className="dues-open">
      <p>
        从{month}起<b>每月{formatYuan(amount)}元</b>：{sentence}
      </p>
      {changes.length > 0 ? (
        <div className="dues-changes">
          <table className="table dense">
            <caption className="dues-title">未缴的{changes.length}个月随之改变</caption>
            <thead>
              <tr>
                <th scope="col">月份</th>
                <th scope="col" className="number">
                  原应缴（元）
                </th>
                <th scope="col" className="number">
                  改为（元）
                </th>
              </tr>
            </thead>
            <tbody>
              {changes.map((row) => (
                <tr key={row.month}>
                  <td>{row.month}</td>
                  <td className="number">{formatYuan(row.before)}</td>
                  <td className="number">
                    <b>{formatYuan(row.after)}</b>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <p className="secondary">没有未缴的月份因此改变。</p>
      )}
      {paid.length > 0 && <p className="secondary">{paid.join('、')}已缴或正在支付，不变。</p>}
    </div>
  );
}
