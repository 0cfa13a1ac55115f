import { Button, IconButton } from '#platform/web/ui/Button.tsx';
import { type Condition, type FormField, OPERATORS, OPERATORS_OF } from '../../contract.definition.ts';
import { NumberBox, Pick } from './parts.tsx';
import type { Names } from './words.ts';

interface ConditionFieldsProps {
  conditions: readonly Condition[];
  names: Names;
  onChange: (conditions: Condition[], mark?: string) => void;
}

const MOST = 10;

/** The values that a field offers to choose from. */
export const optionsOf = (field: FormField, names: Pick<Names, 'orgTypes'>) =>
  field.kind === 'orgType'
    ? Object.entries(names.orgTypes).map(([value, label]) => ({ value, label }))
    : (field.options ?? []);

/** A condition on a field as it begins: its first comparison, and no value yet. */
function firstOf({ key, kind }: FormField): Condition {
  const operator = OPERATORS_OF[kind][0] ?? 'is';
  return { field: key, operator, value: kind === 'choice' || kind === 'orgType' ? [] : '' };
}

/** The conditions of a branch, one below the other; all of them must hold. */
export function ConditionFields({ conditions, names, onChange }: ConditionFieldsProps) {
  const { fields } = names;
  const replace = (at: number, next: Condition, mark?: string) => onChange(conditions.toSpliced(at, 1, next), mark);
  return (
    <div className="panel-conditions">
      {conditions.map((condition, at) => {
        const field = fields.find(({ key }) => key === condition.field);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no other name than its place
          <fieldset key={at} className="panel-condition">
            <legend className="muted small">{at === 0 ? '当' : '并且'}</legend>
            <IconButton
              icon="close"
              iconSize={14}
              label={`移除第${at + 1}个条件`}
              className="panel-remove"
              onClick={() => onChange(conditions.toSpliced(at, 1))}
            />
            <div className="panel-pair">
              <Pick
                unnamed
                label="条件内容"
                value={condition.field}
                options={fields.map(({ key, label }) => ({ value: key, label }))}
                onChange={(key) => {
                  const chosen = fields.find((one) => one.key === key);
                  if (chosen) replace(at, firstOf(chosen));
                }}
              />
              {field && (
                <Pick
                  unnamed
                  label="比较方式"
                  value={condition.operator}
                  options={OPERATORS_OF[field.kind].map((value) => ({ value, label: OPERATORS[value] }))}
                  onChange={(text) => {
                    const operator = OPERATORS_OF[field.kind].find((one) => one === text);
                    if (operator) replace(at, { ...condition, operator });
                  }}
                />
              )}
            </div>
            {field && (
              <Value
                field={field}
                names={names}
                condition={condition}
                onChange={(value) => replace(at, { ...condition, value }, `value-${at}`)}
              />
            )}
          </fieldset>
        );
      })}
      {fields.length === 0 ? (
        <p className="field-hint">这类事项没有可作条件的内容</p>
      ) : (
        conditions.length < MOST && (
          <Button
            size="compact"
            icon="plus"
            iconSize={14}
            onClick={() => fields[0] && onChange([...conditions, firstOf(fields[0])])}
          >
            {conditions.length === 0 ? '添加条件' : '再加一个条件'}
          </Button>
        )
      )}
    </div>
  );
}

function Value({
  field,
  names,
  condition,
  onChange,
}: {
  field: FormField;
  names: Names;
  condition: Condition;
  onChange: (value: Condition['value']) => void;
}) {
  const { value } = condition;
  if (field.kind === 'number' || field.kind === 'money') {
    return (
      <NumberBox
        label={`${field.label}的值`}
        kind={field.kind === 'money' ? 'money' : 'whole'}
        unit={field.kind === 'money' ? '元' : ''}
        value={typeof value === 'number' ? value : null}
        onChange={(number) => onChange(number ?? '')}
      />
    );
  }
  if (field.kind === 'text') {
    return (
      <span className="field-box">
        <input
          aria-label={`${field.label}的值`}
          maxLength={100}
          autoComplete="off"
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.target.value)}
        />
      </span>
    );
  }
  const chosen = Array.isArray(value) ? value : [];
  return (
    <fieldset className="panel-values" aria-label={`${field.label}的值`}>
      {optionsOf(field, names).map((option) => (
        <label key={option.value} className="filter-option">
          <input
            type="checkbox"
            className="tick"
            checked={chosen.includes(option.value)}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, option.value] : chosen.filter((one) => one !== option.value))
            }
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
