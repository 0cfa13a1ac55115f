import { useState } from 'react';
import { useDict } from '#kernel/dictionary/web/pickers.ts';
import { labelChoices } from '#people/groups/contract.labels.ts';
import { OrgDialog } from '#people/org/web/pickers.tsx';
import { useCall } from '#platform/web/call/hooks.ts';
import type { Option } from '#platform/web/list/columns.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button, IconButton } from '#platform/web/ui/Button.tsx';
import { MEMBER_RECORDS } from '../../contract.records.ts';
import { needsValues, type QueryCondition, type QueryField } from '../../rules/query.ts';

interface Props {
  field: QueryField;
  condition: QueryCondition;
  /** Names of organisations that were chosen, by their ids. */
  names: Readonly<Record<string, string>>;
  onChange: (values: string[], names?: Readonly<Record<string, string>>) => void;
}

const MONTHS = Array.from({ length: 12 }, (_, at) => ({ value: String(at + 1), label: `${at + 1}月` }));
const RECORDS = MEMBER_RECORDS.map(({ kind, label }) => ({ value: kind, label }));

/** What a condition compares with, by the kind of its field. */
export function ValueField(props: Props) {
  const { field, condition, onChange } = props;
  const { op, values } = condition;
  if (!needsValues(op)) return null;
  switch (field.kind) {
    case 'text':
      return (
        <span className="field-box query-text">
          <input
            aria-label={`${field.label}的内容`}
            autoComplete="off"
            maxLength={60}
            value={values[0] ?? ''}
            onChange={(event) => onChange([event.target.value])}
          />
        </span>
      );
    case 'day':
      if (op === 'month') return <Several label="月份" options={MONTHS} values={values} onChange={onChange} />;
      return <Range {...props} type="date" unit="" />;
    case 'number':
      return <Range {...props} type="number" unit={field.unit ?? ''} />;
    case 'org':
      return <Orgs {...props} />;
    case 'label':
      return <LabelValues {...props} />;
    case 'record':
      return <Several label={field.label} options={RECORDS} values={values} onChange={onChange} />;
    default:
      return field.dictionary ? (
        <DictValues {...props} code={field.dictionary} />
      ) : (
        <Several
          label={field.label}
          options={Object.entries(field.labels ?? {}).map(([value, label]) => ({ value, label }))}
          values={values}
          onChange={onChange}
        />
      );
  }
}

function Range({ field, condition, onChange, type, unit }: Props & { type: 'date' | 'number'; unit: string }) {
  const [from = '', to = ''] = condition.values;
  const [min, max] = field.range ?? ['1900-01-01', '2199-12-31'];
  const end = (label: string, value: string, change: (text: string) => void) => (
    <span className="field-box">
      <input
        type={type}
        min={min}
        max={max}
        aria-label={`${field.label}${label}`}
        value={value}
        onChange={(event) => change(event.target.value)}
      />
    </span>
  );
  return (
    <span className="query-range">
      {end('从', from, (text) => onChange([text, to]))}
      <span className="muted">至</span>
      {end('到', to, (text) => onChange([from, text]))}
      {unit && <span className="muted">{unit}</span>}
    </span>
  );
}

/** Several of some: each chosen one as a chip with its way out, the others in a list. */
function Several({
  label,
  options,
  values,
  onChange,
}: {
  label: string;
  options: readonly Option[];
  values: readonly string[];
  onChange: (values: string[]) => void;
}) {
  const nameOf = (value: string) =>
    options.find((option) => option.value === value)?.label ?? (options.length > 0 ? '（已停用）' : '…');
  const open = options.filter(({ value }) => !values.includes(value));
  return (
    <span className="query-several">
      <Chips values={values} nameOf={nameOf} onChange={onChange} />
      {open.length > 0 && (
        <span className="field-box">
          <select
            aria-label={`选择${label}`}
            value=""
            onChange={(event) => event.target.value && onChange([...values, event.target.value])}
          >
            <option value="">{values.length > 0 ? '再加一项' : '请选择'}</option>
            {open.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="down" size={14} />
        </span>
      )}
    </span>
  );
}

function Chips({
  values,
  nameOf,
  onChange,
}: {
  values: readonly string[];
  nameOf: (value: string) => string;
  onChange: (values: string[]) => void;
}) {
  return values.map((value) => (
    <span key={value} className="query-chip">
      {nameOf(value)}
      <IconButton
        icon="close"
        iconSize={12}
        label={`去掉${nameOf(value)}`}
        onClick={() => onChange(values.filter((other) => other !== value))}
      />
    </span>
  ));
}

function DictValues({ field, condition, onChange, code }: Props & { code: string }) {
  const options = useDict(code)[code] ?? [];
  return <Several label={field.label} options={options} values={condition.values} onChange={onChange} />;
}

function LabelValues({ field, condition, onChange }: Props) {
  const { data, error, refetch } = useCall(labelChoices, {}, { quiet: true });
  if (!data && error) {
    return (
      <span className="field-fault" role="alert">
        {error.message}
        <Button look="word" onClick={() => void refetch()}>
          重试
        </Button>
      </span>
    );
  }
  if (!data) return <span className="muted">正在读取标签…</span>;
  const options = data.map(({ id, name }) => ({ value: id, label: name }));
  if (options.length === 0) return <span className="muted">还没有标签，可请管理员在“标签管理”中建立</span>;
  return <Several label={field.label} options={options} values={condition.values} onChange={onChange} />;
}

function Orgs({ condition, names, onChange }: Props) {
  const [asking, setAsking] = useState(false);
  const nameOf = (id: string) => names[id] ?? '（已撤销）';
  return (
    <span className="query-several">
      <Chips values={condition.values} nameOf={nameOf} onChange={onChange} />
      <Button size="compact" onClick={() => setAsking(true)}>
        选择党组织
      </Button>
      {asking && (
        <OrgDialog
          multiple
          max={10}
          chosen={condition.values.map((id) => ({ id, name: nameOf(id), note: '' }))}
          onConfirm={(chosen) =>
            onChange(
              chosen.map(({ id }) => id),
              Object.fromEntries(chosen.map(({ id, name }) => [id, name])),
            )
          }
          onClose={() => setAsking(false)}
        />
      )}
    </span>
  );
}
