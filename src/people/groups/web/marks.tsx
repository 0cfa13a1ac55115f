import { useState } from 'react';
import { useCall } from '#platform/web/call/hooks.ts';
import { SelectField } from '#platform/web/form/fields.tsx';
import type { Form } from '#platform/web/form/useForm.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { listClasses } from '../contract.classes.ts';
import { labelChoices, MAX_LABELS } from '../contract.labels.ts';
import { proposeLabels, sortAsTree } from '../rules.ts';
import { Labels } from './pickers.tsx';
import './content.css';

const NONE: readonly never[] = [];
/** Beyond this many labels, only those sought and those chosen are drawn. */
const DRAWN = 30;

/** Names of labels and classes by their ids. */
export function useMarkNames() {
  const labels = useCall(labelChoices, {}, { quiet: true });
  const classes = useCall(listClasses, {}, { quiet: true });
  return {
    label: (id: string) => labels.data?.find((one) => one.id === id)?.name ?? '',
    className: (id: string) => classes.data?.find((one) => one.id === id)?.name ?? '',
  };
}

/** The labels of a row, held as ids by commas; proposes those whose keywords stand in `about`. */
export function LabelField({ form, name, about }: { form: Form; name: string; about: string }) {
  const { data = NONE, error, isPending, refetch } = useCall(labelChoices, {}, { quiet: true });
  const [typed, setTyped] = useState('');
  const chosen = form.text(name).split(',').filter(Boolean);
  const words = typed.trim().toLowerCase();
  const found = data.filter(
    (label) => chosen.includes(label.id) || (words === '' ? true : label.name.toLowerCase().includes(words)),
  );
  const shown = found.length > DRAWN ? found.filter(({ id }, at) => chosen.includes(id) || at < DRAWN) : found;
  const set = (next: readonly string[]) => form.set({ [name]: next.join(',') });
  const offers = proposeLabels(data, about, chosen);
  const lacks = error && data.length === 0;
  const fault = form.faults[name] ?? (lacks ? `标签没有读到：${error.message}` : undefined);
  return (
    <fieldset className="people-field">
      <legend className="field-label">
        标签<span className="muted">（最多{MAX_LABELS}个）</span>
      </legend>
      {data.length > DRAWN && (
        <span className="field-box label-search">
          <Icon name="search" />
          <input
            type="search"
            autoComplete="off"
            maxLength={20}
            aria-label="查找标签"
            placeholder="标签名称"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </span>
      )}
      <div className="label-ticks">
        {shown.map((label) => (
          <label key={label.id} className="filter-option">
            <input
              type="checkbox"
              className="tick"
              checked={chosen.includes(label.id)}
              disabled={!chosen.includes(label.id) && chosen.length >= MAX_LABELS}
              onChange={(event) =>
                set(event.target.checked ? [...chosen, label.id] : chosen.filter((id) => id !== label.id))
              }
            />
            <Labels labels={[label]} />
          </label>
        ))}
        {shown.length < found.length && (
          <span className="muted small">还有{found.length - shown.length}个，输入名称查找</span>
        )}
        {isPending && <span className="muted">正在读取标签</span>}
        {data.length === 0 && !error && !isPending && (
          <span className="muted">还没有标签，可请管理员在“标签管理”中建立</span>
        )}
      </div>
      {offers.length > 0 && chosen.length < MAX_LABELS && (
        <p className="label-proposed">
          <span className="muted">文中提到：</span>
          {offers.map((label) => (
            <Button key={label.id} look="word" onClick={() => set([...chosen, label.id])}>
              加上“{label.name}”
            </Button>
          ))}
        </p>
      )}
      {fault && (
        <p className="field-fault" role="alert">
          <Icon name="warning" size={14} />
          {fault}
          {lacks && (
            <Button look="word" onClick={() => refetch()}>
              重试
            </Button>
          )}
        </p>
      )}
    </fieldset>
  );
}

/** The class of a row. */
export function ClassField({ form, name }: { form: Form; name: string }) {
  const { data = NONE, error, isPending, refetch } = useCall(listClasses, {}, { quiet: true });
  const value = form.text(name);
  const options = sortAsTree(data).map(({ id, name: title, level }) => ({
    value: id,
    label: `${'　'.repeat(level - 1)}${title}`,
  }));
  // Before its name is there, the class is none of those that can be chosen.
  const known = value === '' || options.some((option) => option.value === value);
  const shown = known ? options : [{ value, label: isPending ? '正在读取' : '已选的分类' }, ...options];
  return (
    <SelectField
      form={form}
      name={name}
      label="分类"
      options={shown}
      hint={
        error && data.length === 0 ? (
          <span role="alert">
            分类没有读到：{error.message}
            <Button look="word" onClick={() => refetch()}>
              重试
            </Button>
          </span>
        ) : (
          '不选则不归入分类'
        )
      }
    />
  );
}
