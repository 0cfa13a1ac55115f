import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useDict } from '#kernel/dictionary/web/pickers.ts';
import { labelChoices } from '#people/groups/contract.labels.ts';
import { OrgField } from '#people/org/web/pickers.tsx';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { useStands } from '#platform/web/dialogs/useStands.ts';
import { AreaField, DateField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { type Form, useForm } from '#platform/web/form/useForm.ts';
import type { Chosen, ListContext } from '#platform/web/list/ListPage.tsx';
import { formatNumber } from '#platform/web/show/number.ts';
import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { BULK_KINDS, type Bulk, bulkRows, previewBulk, startBulk } from '../../contract.bulk.ts';
import { type MemberRow, memberForm } from '../../contract.ts';
import { BULK_FIELDS } from '../../rules/bulk.ts';
import { BulkTable, bulkSummary } from './parts.tsx';
import './bulk.css';

type Kind = Bulk['kind'];
const EMPTY = { field: '', value: '', toOrgId: '', add: '', remove: '' };
const FIELDS = BULK_FIELDS.map(({ wire, label }) => ({ value: wire, label }));
const YES_NO = [
  { value: 'true', label: '是' },
  { value: 'false', label: '否' },
];

interface DialogProps {
  kind: Kind;
  chosen: Chosen<MemberRow>;
  list: ListContext<MemberRow>;
  onClose: () => void;
}

/** One change to the chosen people: what, then the preview of who is met by it, then the start. */
export function BulkDialog({ kind, chosen, list, onClose }: DialogProps) {
  const navigate = useNavigate();
  const preview = useAct(previewBulk, { quiet: true });
  const start = useAct(startBulk, { quiet: true });
  const form = useForm({ schema: memberForm.pick({}), initial: EMPTY, of: `BulkDialog ${kind}`, isNew: true });
  const [found, setFound] = useState<Bulk | null>(null);
  const [fault, setFault] = useState('');
  const { stands, tell: tellLeft } = useStands();
  const tell = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    if (tellLeft(error)) return;
    if (!form.take(error)) setFault(error.message);
  };
  const look = async () => {
    setFault('');
    const { pageNum: _page, pageSize: _size, sort: _sort, order: _order, ...filter } = list.state.values;
    const people = chosen.all ? filter : { ids: chosen.rows.map(({ id }) => id) };
    const change = {
      field: { field: form.text('field'), value: form.text('value') },
      move: form.text('toOrgId') ? { toOrgId: form.text('toOrgId') } : {},
      label: { addLabelIds: form.text('add'), removeLabelIds: form.text('remove') },
    }[kind];
    try {
      setFound(await preview.mutateAsync({ ...people, kind, ...change }));
    } catch (error) {
      tell(error);
    }
  };
  const begin = async () => {
    if (!found) return;
    try {
      await start.mutateAsync({ id: found.id });
      form.sent();
      // Who closed the dialog meanwhile is at something else; the news of the job reaches them there.
      if (!stands.current) return;
      navigate(`/affairs/member/bulk/${found.id}`);
    } catch (error) {
      tell(error);
    }
  };
  return (
    <Dialog
      title={`${BULK_KINDS[kind]} ${formatNumber(chosen.count)}人`}
      icon="edit"
      width={700}
      onClose={onClose}
      foot={
        found ? (
          <>
            <Button onClick={() => setFound(null)}>上一步</Button>
            <Button look="primary" disabled={start.isPending || !found.can.start} onClick={begin}>
              开始修改{formatNumber(found.counts.due ?? 0)}人
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>取消</Button>
            <Button submit form="bulk-change" look="primary" disabled={preview.isPending}>
              {preview.isPending ? '正在核对' : '预览'}
            </Button>
          </>
        )
      }
    >
      {fault && (
        <p className="field-fault" role="alert">
          {fault}
        </p>
      )}
      {found ? (
        <Preview bulk={found} />
      ) : (
        <form
          id="bulk-change"
          ref={form.box}
          className="dialog-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void look();
          }}
        >
          {kind === 'field' && <FieldChange form={form} />}
          {kind === 'move' && <OrgField form={form} name="toOrgId" label="调整到的党支部" required count="branches" />}
          {kind === 'label' && <LabelChange form={form} />}
          <p className="muted small">先预览，确认后才修改；改完可以整批撤销。</p>
        </form>
      )}
    </Dialog>
  );
}

/** The field and its new value, in the control that the person's own form has for it. */
function FieldChange({ form }: { form: Form }) {
  const wire = form.text('field');
  const dict = useDict('0005', '0006', '0007', '0008', '0009');
  const field = BULK_FIELDS.find((one) => one.wire === wire);
  const common = { form, name: 'value', label: '改为' };
  const hint = '留空则清空这一项';
  return (
    <>
      <SelectField
        form={form}
        name="field"
        label="要修改的字段"
        required
        options={FIELDS}
        onPick={() => form.set({ value: '' })}
      />
      {field?.dictionary && (
        <SelectField
          {...common}
          options={dict[field.dictionary as keyof typeof dict]}
          required={field.wire === 'nation'}
          hint={field.wire === 'nation' ? undefined : hint}
        />
      )}
      {field?.yesNo && <SelectField {...common} required options={YES_NO} />}
      {field && /(On|Date)$/.test(field.wire) && <DateField {...common} hint={hint} />}
      {field?.wire === 'remark' && <AreaField {...common} max={500} hint={hint} />}
      {field && !field.dictionary && !field.yesNo && !/(On|Date)$|^remark$/.test(field.wire) && (
        <TextField {...common} max={120} hint={hint} />
      )}
    </>
  );
}

/** Labels to put on and to take off; one is in neither or one of the two. */
function LabelChange({ form }: { form: Form }) {
  const { data, error, refetch } = useCall(labelChoices, {}, { quiet: true });
  const fault = form.faults.addLabelIds ?? form.faults.removeLabelIds;
  const has = (name: string, id: string) => form.text(name).split(',').includes(id);
  const without = (name: string, id: string) =>
    form
      .text(name)
      .split(',')
      .filter((one) => one !== '' && one !== id);
  const put = (id: string, to: 'add' | 'remove' | '') =>
    form.set({
      add: [...without('add', id), ...(to === 'add' ? [id] : [])].join(','),
      remove: [...without('remove', id), ...(to === 'remove' ? [id] : [])].join(','),
    });
  if (!data) return error ? <Failed error={error} onRetry={() => refetch()} /> : <Skeleton lines={3} />;
  if (data.length === 0) return <p className="muted">还没有标签，可请管理员在“标签管理”中建立。</p>;
  return (
    <>
      <ul className="bulk-labels">
        {data.map(({ id, name }) => (
          <li key={id}>
            <span className="ellipsis">{name}</span>
            <span className="field-box">
              <select
                aria-label={`标签${name}`}
                value={has('add', id) ? 'add' : has('remove', id) ? 'remove' : ''}
                onChange={(event) => put(id, event.target.value as 'add' | 'remove' | '')}
              >
                <option value="">不变</option>
                <option value="add">加上</option>
                <option value="remove">去掉</option>
              </select>
            </span>
          </li>
        ))}
      </ul>
      {fault && (
        <p className="field-fault" role="alert">
          {fault}
        </p>
      )}
    </>
  );
}

function Preview({ bulk }: { bulk: Bulk }) {
  const { due = 0, refused = 0 } = bulk.counts;
  const shown = refused > 0 ? 'refused' : due > 0 ? 'due' : 'same';
  const rows = useCall(bulkRows, { id: bulk.id, state: shown, pageSize: 10 }, { quiet: true });
  return (
    <div className="bulk-preview">
      <p>
        <b>{bulk.title}</b>
      </p>
      <p role="status">{bulkSummary(bulk)}</p>
      {rows.error && !rows.data && <Failed error={rows.error} onRetry={() => rows.refetch()} />}
      {rows.isPending && <Skeleton lines={4} />}
      {rows.data && rows.data.total > 0 && (
        <>
          <BulkTable
            caption={refused > 0 ? '不能改的人员' : '人员'}
            rows={rows.data.rows}
            field={bulk.kind === 'field'}
          />
          {rows.data.total > rows.data.rows.length && (
            <p className="muted small">
              只列出前{rows.data.rows.length}人，共{formatNumber(rows.data.total)}人。
            </p>
          )}
        </>
      )}
      {due > 0 && <p className="muted small">后台进行，可离开页面；预览之后被他人改过的人员会跳过并列出。</p>}
    </div>
  );
}
