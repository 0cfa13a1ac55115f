import type { ReactNode } from 'react';
import { Button, IconButton, Pressable } from '#platform/web/ui/Button.tsx';
import {
  type ApproverStep,
  type Branch,
  type BranchStep,
  type CopyStep,
  type Definition,
  DUPLICATE_APPROVER,
  MODE_HINTS,
  MODES,
  MOST_HOURS,
  type Mode,
  type Timeout,
} from '../../contract.definition.ts';
import { conditionWords, publishFaults } from '../../rules.definition.ts';
import type { Picked } from '../PeoplePicker.tsx';
import { ConditionFields } from './ConditionFields.tsx';
import { addBranch, findNode, makeDefault, moveNode, removeNode, updateNode } from './edit.ts';
import { Choices, Line, NumberBox, TextLine, Tick } from './parts.tsx';
import { WhoFields } from './WhoFields.tsx';
import { afterRemoval, START } from './walk.ts';
import { isSeveral, type Names, notifyRemovedNode } from './words.ts';

/** What is edited: the names of the process and its drawing. */
export interface Draft {
  name: string;
  description: string;
  definition: Definition;
}

interface NodePanelProps {
  draft: Draft;
  /** The organisation for which the process is, and the kind of its matters. */
  orgName: string;
  kindName: string;
  selected: string;
  names: Names;
  roles: readonly { id: number; name: string }[];
  /** @param mark changes of one field in a row are undone together */
  onChange: (draft: Draft, mark?: string) => void;
  onSelect: (id: string) => void;
  onPicked: (people: readonly Picked[]) => void;
}

/** The fields of the selected card. */
export function NodePanel(props: NodePanelProps) {
  const { draft, selected, onChange } = props;
  const node = findNode(draft.definition, selected);
  const put = (definition: Definition, mark?: string) => onChange({ ...draft, definition }, mark);
  const patch = (fields: Parameters<typeof updateNode>[2], mark = '') =>
    put(updateNode(draft.definition, selected, fields), mark && `${selected}:${mark}`);
  const remove = () => {
    const next = afterRemoval(draft.definition, selected);
    put(removeNode(draft.definition, selected));
    props.onSelect(next);
    if (node) notifyRemovedNode(node);
  };
  if (!node) return selected === START ? <StartFields {...props} /> : <FinishWords />;
  const foot = <Foot {...props} put={put} remove={remove} isBranch={!('kind' in node)} />;
  if (!('kind' in node)) return <BranchFields {...props} branch={node} put={put} patch={patch} foot={foot} />;
  if (node.kind === 'branches') return <ForkFields {...props} step={node} put={put} foot={foot} />;
  if (node.kind === 'end') {
    return (
      <>
        <p className="secondary">事项走到这里就结束，视为同意，后面的节点不再经过。</p>
        {foot}
      </>
    );
  }
  return (
    <>
      <TextLine label="节点名称" max={30} value={node.name} onChange={(name) => patch({ name }, 'name')} />
      {node.kind === 'copy' ? (
        <WhoFields<CopyStep['who']>
          key={selected}
          {...props}
          label="抄送人"
          who={node.who}
          onChange={(who) => patch({ who })}
        />
      ) : (
        <ApproverFields {...props} step={node} patch={patch} />
      )}
      {foot}
    </>
  );
}

function StartFields({ draft, orgName, kindName, onChange }: NodePanelProps) {
  const { definition } = draft;
  return (
    <>
      <dl className="panel-facts">
        <dt>事项类别</dt>
        <dd>{kindName}</dd>
        <dt>适用组织</dt>
        <dd>{orgName}及下级组织</dd>
      </dl>
      <TextLine
        label="流程名称"
        max={40}
        value={draft.name}
        onChange={(name) => onChange({ ...draft, name }, 'name')}
      />
      <Line label="说明" hint="发起时显示，说清什么事走这个流程">
        {(control) => (
          <textarea
            {...control}
            className="field-area"
            rows={3}
            maxLength={200}
            value={draft.description}
            onChange={(event) => onChange({ ...draft, description: event.target.value }, 'description')}
          />
        )}
      </Line>
      <Tick
        label="允许同一人审批多个节点"
        hint="一般不勾选：每个节点由不同的人把关"
        checked={definition.sameSigner}
        onChange={(sameSigner) => onChange({ ...draft, definition: { ...definition, sameSigner } })}
      />
    </>
  );
}

function FinishWords() {
  return <p className="secondary">所有节点都同意后，事项办结并通知发起人；任一节点不同意，事项到此结束。</p>;
}

type Patch = (fields: Partial<ApproverStep>, mark?: string) => void;

function ApproverFields(props: NodePanelProps & { step: ApproverStep; patch: Patch }) {
  const { step, patch, draft, names } = props;
  const duplicates = (definition: Definition) =>
    publishFaults(definition, names.fields).filter(({ text }) => text === DUPLICATE_APPROVER).length;
  const repeats = (accountIds: readonly string[]) =>
    duplicates(updateNode(draft.definition, step.id, { who: { kind: 'people', accountIds: [...accountIds] } })) >
    duplicates(draft.definition);
  const timeout = step.timeout;
  const limit = (next: Timeout | null, mark?: string) => patch({ timeout: next }, mark);
  return (
    <>
      <WhoFields
        key={step.id}
        {...props}
        label="审批人"
        who={step.who}
        ordered={step.mode === 'sequence'}
        repeats={repeats}
        withChosen={(most) => ({ kind: 'chosen', most })}
        onChange={(who) => patch({ who }, who.kind === 'chosen' ? 'most' : '')}
      />
      {isSeveral(step.who) && (
        <Choices
          legend="多人时的审批方式"
          value={step.mode}
          options={(Object.keys(MODES) as Mode[]).map((value) => ({
            value,
            label: MODES[value],
            hint: MODE_HINTS[value],
          }))}
          onChange={(mode) => patch({ mode })}
        />
      )}
      <Tick
        label="限时办理"
        checked={timeout !== null}
        onChange={(on) => limit(on ? { hours: 24, act: 'remind', to: null } : null)}
      />
      {timeout && (
        <div className="panel-nested">
          <Line label="收到后几小时内" hint={`1至${MOST_HOURS}小时`}>
            {({ id }) => (
              <NumberBox
                id={id}
                kind="whole"
                unit="小时"
                value={timeout.hours}
                range={[1, MOST_HOURS]}
                onChange={(hours) => hours !== null && limit({ ...timeout, hours }, 'hours')}
              />
            )}
          </Line>
          <Choices
            legend="超时后"
            value={timeout.act}
            options={[
              { value: 'remind', label: '提醒审批人' },
              { value: 'passOn', label: '转交他人审批' },
            ]}
            onChange={(act) =>
              limit({ ...timeout, act, to: act === 'passOn' ? { kind: 'people', accountIds: [] } : null })
            }
          />
          {timeout.to && (
            <WhoFields
              {...props}
              label="转交给"
              who={timeout.to}
              repeats={(accountIds) =>
                step.who.kind === 'people' && step.who.accountIds.some((person) => accountIds.includes(person))
              }
              onChange={(to) => limit({ ...timeout, to })}
            />
          )}
        </div>
      )}
    </>
  );
}

interface WithDrawing extends NodePanelProps {
  put: (definition: Definition, mark?: string) => void;
  foot: ReactNode;
}

function BranchFields(
  props: WithDrawing & { branch: Branch; patch: (fields: Partial<Branch>, mark?: string) => void },
) {
  const { branch, draft, names, put, patch, foot } = props;
  return (
    <>
      <TextLine label="分支名称" max={30} value={branch.name} onChange={(name) => patch({ name }, 'name')} />
      {branch.isDefault ? (
        <p className="secondary">默认分支：其他分支的条件都不符合时走这里，不设条件。</p>
      ) : (
        <>
          <p className="panel-words">{conditionWords(branch, names.fields, names.orgTypes)}</p>
          <ConditionFields
            conditions={branch.conditions}
            names={names}
            onChange={(conditions, mark) => patch({ conditions }, mark)}
          />
          <Button look="word" onClick={() => put(makeDefault(draft.definition, branch.id))}>
            改为默认分支
          </Button>
        </>
      )}
      {foot}
    </>
  );
}

function ForkFields({ step, draft, names, put, onSelect, foot }: WithDrawing & { step: BranchStep }) {
  return (
    <>
      <p className="secondary">从左到右看，走第一个条件符合的分支；都不符合时走默认分支。</p>
      <ol className="panel-branches" aria-label="分支">
        {step.branches.map((branch, at) => (
          <li key={branch.id}>
            <Pressable className="panel-branch" onClick={() => onSelect(branch.id)}>
              <b>{branch.name || '未命名'}</b>
              <span className="muted small">{conditionWords(branch, names.fields, names.orgTypes)}</span>
            </Pressable>
            {at > 0 && (
              <IconButton
                icon="top"
                iconSize={14}
                label={`${branch.name}提前`}
                className="panel-remove"
                onClick={() => put(moveNode(draft.definition, branch.id, -1))}
              />
            )}
          </li>
        ))}
      </ol>
      <Button
        size="compact"
        icon="plus"
        iconSize={14}
        onClick={() => put(addBranch(draft.definition, step.id).definition)}
      >
        添加条件
      </Button>
      {foot}
    </>
  );
}

/** Moving and removing, for those who do not use the keys. */
function Foot({
  draft,
  selected,
  put,
  remove,
  isBranch,
}: NodePanelProps & { put: (definition: Definition) => void; remove: () => void; isBranch: boolean }) {
  const move = (by: -1 | 1) => moveNode(draft.definition, selected, by);
  const text = JSON.stringify(draft.definition);
  const [back, on] = isBranch ? ['左移', '右移'] : ['上移', '下移'];
  return (
    <div className="panel-acts">
      {([-1, 1] as const).map((by) => (
        <Button key={by} size="compact" disabled={JSON.stringify(move(by)) === text} onClick={() => put(move(by))}>
          {by < 0 ? back : on}
        </Button>
      ))}
      <Button size="compact" danger icon="trash" iconSize={14} title="Delete" onClick={remove}>
        删除
      </Button>
    </div>
  );
}
