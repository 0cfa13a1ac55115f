import { useId } from 'react';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button, IconButton } from '#platform/web/ui/Button.tsx';
import {
  DEEPEST,
  isGroup,
  operatorsOf,
  QUERY_FIELDS,
  type QueryCondition,
  type QueryGroup,
  queryField,
} from '../../rules/query.ts';
import { EMPTY, newGroup, withOp } from './tree.ts';
import { ValueField } from './ValueField.tsx';

interface GroupProps {
  group: QueryGroup;
  /** Its path as the faults name it; empty for the whole. */
  path: string;
  depth: number;
  names: Readonly<Record<string, string>>;
  faults: Readonly<Record<string, string>>;
  onChange: (group: QueryGroup, names?: Readonly<Record<string, string>>) => void;
  /** Absent for the whole. */
  onRemove?: () => void;
}

/** Conditions of which all or any must hold, with groups among them. */
export function GroupBox({ group, path, depth, names, faults, onChange, onRemove }: GroupProps) {
  const id = useId();
  const set = (at: number, item: QueryGroup['items'][number], more?: Readonly<Record<string, string>>) =>
    onChange({ ...group, items: group.items.map((old, index) => (index === at ? item : old)) }, more);
  const drop = (at: number) => onChange({ ...group, items: group.items.filter((_, index) => index !== at) });
  const add = (item: QueryGroup['items'][number]) => onChange({ ...group, items: [...group.items, item] });
  return (
    <fieldset className="query-group">
      <legend className="visually-hidden">{path === '' ? '全部条件' : '条件组'}</legend>
      <div className="query-join">
        <label htmlFor={id}>满足下列</label>
        <span className="field-box">
          <select
            id={id}
            value={group.join}
            onChange={(event) => onChange({ ...group, join: event.target.value === 'or' ? 'or' : 'and' })}
          >
            <option value="and">全部条件</option>
            <option value="or">任一条件</option>
          </select>
          <Icon name="down" size={14} />
        </span>
        {onRemove && (
          <Button look="plain" size="compact" icon="trash" onClick={onRemove}>
            删除这一组
          </Button>
        )}
      </div>
      <ol className="query-items">
        {group.items.map((item, at) => {
          const place = path === '' ? String(at) : `${path}.${at}`;
          return (
            <li key={place}>
              {isGroup(item) ? (
                <GroupBox
                  group={item}
                  path={place}
                  depth={depth + 1}
                  names={names}
                  faults={faults}
                  onChange={(next, more) => set(at, next, more)}
                  onRemove={() => drop(at)}
                />
              ) : (
                <ConditionRow
                  condition={item}
                  names={names}
                  fault={faults[place]}
                  onChange={(next, more) => set(at, next, more)}
                  onRemove={path === '' && group.items.length === 1 ? undefined : () => drop(at)}
                />
              )}
            </li>
          );
        })}
      </ol>
      <div className="query-add">
        <Button look="plain" size="compact" icon="plus" onClick={() => add(EMPTY)}>
          加条件
        </Button>
        {depth < DEEPEST && (
          <Button look="plain" size="compact" icon="plus" onClick={() => add(newGroup())}>
            加条件组
          </Button>
        )}
      </div>
    </fieldset>
  );
}

interface RowProps {
  condition: QueryCondition;
  names: Readonly<Record<string, string>>;
  fault: string | undefined;
  onChange: (condition: QueryCondition, names?: Readonly<Record<string, string>>) => void;
  onRemove: (() => void) | undefined;
}

function ConditionRow({ condition, names, fault, onChange, onRemove }: RowProps) {
  const id = useId();
  const field = queryField(condition.field);
  const operators = field ? operatorsOf(field) : [];
  const pick = (name: string) => {
    const next = queryField(name);
    const op = next ? (operatorsOf(next)[0]?.value ?? '') : '';
    onChange({ field: name, op, values: [] });
  };
  return (
    <>
      <div className="query-row" aria-describedby={fault ? id : undefined}>
        <span className={fault ? 'field-box wrong' : 'field-box'}>
          <select aria-label="字段" value={condition.field} onChange={(event) => pick(event.target.value)}>
            {!field && <option value={condition.field}>{condition.field}</option>}
            {QUERY_FIELDS.map((one) => (
              <option key={one.field} value={one.field}>
                {one.label}
              </option>
            ))}
          </select>
          <Icon name="down" size={14} />
        </span>
        <span className="field-box">
          <select
            aria-label="比较"
            value={condition.op}
            onChange={(event) => onChange(withOp(condition, event.target.value))}
          >
            {operators.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <Icon name="down" size={14} />
        </span>
        {field && (
          <ValueField
            field={field}
            condition={condition}
            names={names}
            onChange={(values, more) => onChange({ ...condition, values }, more)}
          />
        )}
        {onRemove && (
          <IconButton
            look="plain"
            size="compact"
            className="query-out"
            icon="trash"
            label="删除条件"
            onClick={onRemove}
          />
        )}
      </div>
      {fault && (
        <p id={id} className="field-fault" role="alert">
          <Icon name="warning" size={14} />
          {fault}
        </p>
      )}
    </>
  );
}
