import { z } from 'zod';
import { ORG_TYPES } from '#people/org/contract.ts';
import { date } from '#platform/contract.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, DateField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { type Form, useForm } from '#platform/web/form/useForm.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { changeRule, previewRule, type RuleRow, ruleClause, ruleReason } from '../contract.rule.ts';
import { PERS, RULE_ACTS, type RuleAct } from '../rules.owed.ts';
import { DUTY_TYPES, type DutyType, dutiesFor } from '../rules.ts';

const TYPES = Object.entries(DUTY_TYPES)
  .filter(([value]) => value !== '9')
  .map(([value, label]) => ({ value, label }));
const PER_OPTIONS = Object.entries(PERS).map(([value, label]) => ({ value, label: `${label}1次` }));
const NODES = [28, 29];

/** The first day of next year, from which every pace may begin. */
const nextYear = (today: string) => `${Number(today.slice(0, 4)) + 1}-01-01`;

/** A change of one rule: what, from which day, on what ground and why; below it what the year of that day will look like. */
export function RuleDialog({
  act,
  rule,
  today,
  onClose,
}: {
  act: RuleAct;
  rule: RuleRow | null;
  today: string;
  onClose: () => void;
}) {
  const save = useAct(changeRule, { quiet: true });
  const form = useForm({
    schema: z.object({
      type: z.string().min(1, '请选择应开项目'),
      per: z.string().min(1, '请选择频次'),
      orgTypes: z.string().min(1, '请选择适用的组织类别'),
      clause: ruleClause,
      fromOn: date,
      reason: ruleReason,
    }),
    initial: {
      type: rule ? String(rule.type) : '',
      per: rule?.per ?? '',
      orgTypes: rule?.orgTypes.join(',') ?? '',
      clause: rule?.clause ?? '',
      fromOn: nextYear(today),
      reason: '',
    },
    of: `RuleDialog ${act} ${rule?.id ?? ''}`,
    isNew: true,
  });
  const per = Object.keys(PERS).find((one): one is keyof typeof PERS => one === form.text('per')) ?? 'month';
  const values = {
    act,
    id: rule?.id ?? '',
    type: form.text('type'),
    per,
    orgTypes: form.text('orgTypes'),
    clause: form.text('clause') || '（未填写）',
    fromOn: form.text('fromOn'),
  };
  return (
    <FormDialog
      title={`${RULE_ACTS[act]}应开规则${rule ? ` ${rule.typeName}` : ''}`}
      icon="calendarCheck"
      width={700}
      act={act === 'end' ? '停止' : '保存'}
      form={form}
      pending={save.isPending}
      onSave={() => save.mutateAsync({ ...values, clause: form.text('clause'), reason: form.text('reason') })}
      onClose={onClose}
    >
      {act === 'add' && <SelectField form={form} name="type" label="应开项目" required options={TYPES} />}
      {act !== 'end' && (
        <>
          <SelectField form={form} name="per" label="频次" required options={PER_OPTIONS} />
          <OrgTypes form={form} />
          <AreaField form={form} name="clause" label="依据" required max={200} rows={2} wide />
        </>
      )}
      <DateField
        form={form}
        name="fromOn"
        label={act === 'end' ? '从哪天起停止' : '从哪天起'}
        required
        hint="月、季度或年的第一天；往年的不再改"
      />
      <TextField form={form} name="reason" label="原因" required max={200} />
      <Preview values={values} />
    </FormDialog>
  );
}

/** The sorts of organisations that hold the chosen type. */
function OrgTypes({ form }: { form: Form }) {
  const chosen = form.text('orgTypes').split(',').filter(Boolean);
  const type = Number(form.text('type'));
  const fault = form.faults.orgTypes;
  const offered = Object.entries(ORG_TYPES).filter(
    ([value]) => !NODES.includes(Number(value)) && (type === 0 || dutiesFor(Number(value)).includes(type as DutyType)),
  );
  return (
    <fieldset className="life-orgtypes wide">
      <legend className="field-label">
        <span className="must" aria-hidden="true">
          *
        </span>
        适用的组织类别
      </legend>
      {offered.map(([value, label]) => (
        <label key={value} className="filter-option">
          <input
            type="checkbox"
            className="tick"
            checked={chosen.includes(value)}
            onChange={(event) =>
              form.set({
                orgTypes: offered
                  .map(([one]) => one)
                  .filter((one) => (one === value ? event.target.checked : chosen.includes(one)))
                  .join(','),
              })
            }
          />
          {label}
        </label>
      ))}
      {fault && (
        <p className="field-fault" role="alert">
          <Icon name="warning" size={14} />
          {fault}
        </p>
      )}
    </fieldset>
  );
}

interface Change {
  act: RuleAct;
  id: string;
  type: string;
  per: 'month' | 'quarter' | 'year';
  orgTypes: string;
  clause: string;
  fromOn: string;
}

/** How many are owed and missing before and after, as far as the change may be made at all. */
function Preview({ values }: { values: Change }) {
  const ready = values.type !== '' && values.orgTypes !== '' && date.safeParse(values.fromOn).success;
  const query = useCall(previewRule, values, { quiet: true, enabled: ready });
  if (!ready) return <p className="field-hint wide">填完应开项目、组织类别和日期后，这里显示改动的影响。</p>;
  if (query.error) {
    const { error } = query;
    const said = error instanceof ApiError ? (Object.values(error.fields)[0] ?? error.message) : '';
    return (
      <p className="banner warn wide" role="status">
        <Icon name="warning" />
        <span className="grow">{said || '暂时算不出改动的影响'}</span>
      </p>
    );
  }
  if (!query.data) return <p className="field-hint wide">正在计算改动的影响…</p>;
  const { year, typeName, before, after } = query.data;
  return (
    <table className="life-preview wide" aria-live="polite">
      <caption>
        改动的影响：{year}年{typeName}，全部组织
      </caption>
      <thead>
        <tr>
          <td />
          <th scope="col">应开</th>
          <th scope="col">达标</th>
          <th scope="col">待开</th>
          <th scope="col">缺开</th>
        </tr>
      </thead>
      <tbody>
        {(
          [
            ['改动前', before],
            ['改动后', after],
          ] as const
        ).map(([label, n]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{n.total}</td>
            <td>{n.ok}</td>
            <td>{n.due}</td>
            <td>{n.missing}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
