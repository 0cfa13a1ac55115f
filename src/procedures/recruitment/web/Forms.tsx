import { useState } from 'react';
import { ORG_SIDE } from '#people/org/web/pickers.nouns.tsx';
import { OrgField } from '#people/org/web/pickers.tsx';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { optionsOf } from '#platform/web/list/options.ts';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { addForms, changeForm, FORM_ACTS, FORM_STATES, type FormRow, handForms, listForms } from '../contract.forms.ts';
import { PATHS } from './paths.ts';
import './recruitment.css';

const COLUMNS: readonly Column<FormRow>[] = [
  { key: 'number', title: '志愿书编号', width: 170, always: true, card: 'title', cell: (row) => row.number },
  {
    key: 'state',
    title: '状态',
    width: 90,
    card: 'tag',
    filter: {
      kind: 'choice',
      name: 'state',
      options: optionsOf(FORM_STATES),
    },
    cell: (row) => (
      <span className={`tag ${row.state === 'voided' || row.state === 'lost' ? 'warn' : ''}`}>
        {FORM_STATES[row.state]}
      </span>
    ),
  },
  { key: 'orgName', title: '持有组织', width: 190, card: 'line', cell: (row) => row.orgName },
  {
    key: 'name',
    title: '发放给',
    width: 110,
    card: 'line',
    cell: (row) =>
      row.fileId ? <RowLink to={PATHS.work(row.fileId, row.category ?? 3)}>{row.name}</RowLink> : noValue,
  },
  { key: 'note', title: '原因', width: 180, cell: (row) => row.note || noValue },
  {
    key: 'changed',
    title: '最近变动',
    width: 190,
    cell: (row) => `${new Date(row.changedAt).toLocaleDateString('sv-SE')} ${row.changedBy}`,
  },
];

type Act = keyof typeof FORM_ACTS;

const ACTS: readonly { act: Act; can: keyof FormRow['can'] }[] = [
  { act: 'exchanged', can: 'exchange' },
  { act: 'lost', can: 'lose' },
  { act: 'voided', can: 'void' },
];

/** `forms`: the register of the numbers of 入党志愿书, each once for ever. */
export function Forms() {
  const [opened, open] = useState<'add' | 'hand' | { row: FormRow; act: Act } | null>(null);
  const close = () => open(null);
  return (
    <>
      <ListPage<FormRow>
        title="入党志愿书编号"
        path={PATHS.forms}
        endpoint={listForms}
        columns={COLUMNS}
        search={{ name: 'number', placeholder: '编号' }}
        unit="个"
        side={ORG_SIDE}
        acts={() => (
          <>
            <Button onClick={() => open('hand')}>下发号段</Button>
            <Button look="primary" onClick={() => open('add')}>
              登记号段
            </Button>
          </>
        )}
        row={{
          label: (row) => row.number,
          href: (row) => (row.fileId ? PATHS.work(row.fileId, row.category ?? 3) : PATHS.forms),
          editHref: () => null,
          menu: (row) =>
            ACTS.filter(({ can }) => row.can[can]).map(({ act }) => ({
              label: FORM_ACTS[act],
              run: () => open({ row, act }),
            })),
        }}
        empty={{
          title: '登记簿里没有编号',
          text: '领到空白志愿书时登记号段，再下发给下级；发给本人的编号在第14步填写时自动记入。',
        }}
      />
      {(opened === 'add' || opened === 'hand') && <RangeDialog hands={opened === 'hand'} onClose={close} />}
      {opened !== null && typeof opened === 'object' && <ChangeDialog {...opened} onClose={close} />}
    </>
  );
}

/** Enters a range of numbers, or hands one on. */
function RangeDialog({ hands, onClose }: { hands: boolean; onClose: () => void }) {
  const endpoint = hands ? handForms : addForms;
  const form = useForm({
    schema: endpoint.input,
    initial: { ...(hands ? { orgId: '' } : {}), prefix: '', width: '6', from: '', to: '' },
    of: 'RangeDialog',
    isNew: true,
  });
  const act = useAct(endpoint, { quiet: true });
  const { prefix, width, from, to } = form.values;
  const shown = (n: string | undefined) => `${prefix ?? ''}${(n ?? '').padStart(Number(width) || 1, '0')}`;
  return (
    <FormDialog
      title={hands ? '下发志愿书号段' : '登记志愿书号段'}
      icon="book"
      act={hands ? '下发' : '登记'}
      form={form}
      pending={act.isPending}
      onSave={() => act.mutateAsync(form.values)}
      onClose={onClose}
    >
      {hands && <OrgField form={form} name="orgId" label="下发给" required count="organisations" />}
      <TextField form={form} name="prefix" label="编号前缀" max={20} hint="编号中不变的部分，没有的不填" />
      <TextField form={form} name="width" label="流水号位数" required max={1} inputMode="numeric" />
      <TextField form={form} name="from" label="起始号" required max={8} inputMode="numeric" />
      <TextField form={form} name="to" label="终止号" required max={8} inputMode="numeric" />
      {from && to && (
        <p className="muted small">
          {shown(from)} 至 {shown(to)}
        </p>
      )}
    </FormDialog>
  );
}

/** What became of one number, with the reason; of one that was given the new one. */
function ChangeDialog({ row, act, onClose }: { row: FormRow; act: Act; onClose: () => void }) {
  const form = useForm({
    schema: changeForm.input,
    initial: { instead: '', note: '' },
    of: `ChangeDialog ${act} ${row.id}`,
    isNew: true,
  });
  const change = useAct(changeForm, { quiet: true });
  return (
    <FormDialog
      title={`${FORM_ACTS[act]} ${row.number}`}
      icon="book"
      act={FORM_ACTS[act]}
      form={form}
      pending={change.isPending}
      onSave={() => change.mutateAsync({ number: row.number, act, ...form.values } as never)}
      onClose={onClose}
    >
      <p>
        {row.state === 'given'
          ? `${row.number}已发放给${row.name}，${FORM_ACTS[act]}后由新编号代替，旧编号不再使用。`
          : `${row.number}${FORM_ACTS[act]}后不再使用，不能恢复。`}
      </p>
      {row.state === 'given' && <TextField form={form} name="instead" label="新编号" required max={30} />}
      <AreaField form={form} name="note" label="原因" required max={200} />
    </FormDialog>
  );
}
