import { type FormEvent, useState } from 'react';
import type { ReplyOf } from '#platform/contract.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import type { Definition, FormField } from '../../contract.definition.ts';
import { tryProcess } from '../../contract.process.ts';
import { PeoplePicker, type Picked } from '../PeoplePicker.tsx';
import { WaySteps } from '../WaySteps.tsx';
import { optionsOf } from './ConditionFields.tsx';
import { Line, NumberBox, Pick } from './parts.tsx';
import type { Names } from './words.ts';

type Trial = ReplyOf<typeof tryProcess>;

/** A trial run: a sample person and what the form would say; shows the way and who would decide, and leaves nothing behind. */
export function TryPanel({
  kind,
  definition,
  names,
  onWay,
}: {
  kind: string;
  definition: Definition;
  names: Names;
  /** The nodes that the way passes, for the tree. */
  onWay: (lit: ReadonlySet<string>) => void;
}) {
  const [person, setPerson] = useState<Picked[]>([]);
  const [facts, setFacts] = useState<Readonly<Record<string, number | string | null>>>({});
  const [trial, setTrial] = useState<{ of: Definition; result: Trial } | null>(null);
  const [fault, setFault] = useState('');
  const act = useAct(tryProcess, { quiet: true });
  const run = async (event: FormEvent) => {
    event.preventDefault();
    const accountId = person[0]?.accountId;
    if (!accountId) {
      setFault('请选择试运行的发起人');
      return;
    }
    setFault('');
    try {
      const result = await act.mutateAsync({ kind, definition, accountId, facts });
      setTrial({ of: definition, result });
      onWay(new Set(result.lit));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(Object.values(error.fields)[0] ?? error.message);
    }
  };
  const put = (key: string, value: number | string | null) => setFacts((now) => ({ ...now, [key]: value }));
  return (
    <form className="panel-form" onSubmit={run} noValidate>
      <PeoplePicker
        label="假设发起人是"
        required
        withMe
        picked={person}
        most={1}
        onChange={setPerson}
        fault={fault}
        hint="不产生任何记录，也不通知任何人"
      />
      {names.fields.map((field) => (
        <FactLine key={field.key} field={field} names={names} value={facts[field.key] ?? null} onChange={put} />
      ))}
      <Button submit look="outline" icon="forward" disabled={act.isPending}>
        {act.isPending ? '正在试运行' : '试运行'}
      </Button>
      {trial && (
        <section aria-label="试运行结果" aria-live="polite">
          {trial.of !== definition && (
            <p className="banner warn">
              <Icon name="warning" />
              <span>流程已改动，请再试一次。</span>
            </p>
          )}
          <p className="secondary">
            {trial.result.initiator.orgName}的{trial.result.initiator.name}发起，经过{trial.result.steps.length}个节点：
          </p>
          <WaySteps steps={trial.result.steps} />
        </section>
      )}
    </form>
  );
}

function FactLine({
  field,
  names,
  value,
  onChange,
}: {
  field: FormField;
  names: Names;
  value: number | string | null;
  onChange: (key: string, value: number | string | null) => void;
}) {
  const { key, label, kind } = field;
  if (kind === 'number' || kind === 'money') {
    return (
      <Line label={label}>
        {({ id }) => (
          <NumberBox
            id={id}
            kind={kind === 'money' ? 'money' : 'whole'}
            unit={kind === 'money' ? '元' : ''}
            value={typeof value === 'number' ? value : null}
            onChange={(number) => onChange(key, number)}
          />
        )}
      </Line>
    );
  }
  if (kind === 'text') {
    return (
      <Line label={label}>
        {({ id }) => (
          <span className="field-box">
            <input
              id={id}
              maxLength={100}
              autoComplete="off"
              value={String(value ?? '')}
              onChange={(event) => onChange(key, event.target.value || null)}
            />
          </span>
        )}
      </Line>
    );
  }
  return (
    <Pick
      label={label}
      value={String(value ?? '')}
      options={[{ value: '', label: '未填写' }, ...optionsOf(field, names)]}
      onChange={(text) => onChange(key, text || null)}
    />
  );
}
