import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { Menu, type MenuAct } from '#platform/web/dialogs/Menu.tsx';
import { Icon, type IconName } from '#platform/web/show/icons.tsx';
import { IconButton, Pressable } from '#platform/web/ui/Button.tsx';
import {
  type Branch,
  type Definition,
  type FormField,
  MAX_DEPTH,
  MODES,
  type Step,
} from '../../contract.definition.ts';
import type { Fault } from '../../rules.definition.ts';
import { addBranch, findNode, insertStep, moveNode, removeNode, type Spot, type StepKind } from './edit.ts';
import { afterRemoval, type Direction, depthOf, FINISH, insertionSpot, neighbour, START } from './walk.ts';
import { isSeveral, type Names, notifyRemovedNode, summaryOf, titleOf } from './words.ts';
import './canvas.css';

const LOOKS: Readonly<Record<StepKind | 'branch', readonly [icon: IconName, tone: string]>> = {
  approver: ['person', 'approver'],
  copy: ['chat', 'copy'],
  branches: ['tree', 'fork'],
  branch: ['filter', 'branch'],
  end: ['check', 'end'],
};
const ADDED: readonly (readonly [StepKind, string])[] = [
  ['approver', '审批人'],
  ['copy', '抄送人'],
  ['branches', '条件分支'],
  ['end', '结束'],
];
const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

interface CanvasProps {
  definition: Definition;
  names: Names;
  fields: readonly FormField[];
  faults: readonly Fault[];
  /** Nodes and branches on the way of the trial run; null: none was run. */
  lit: ReadonlySet<string> | null;
  selected: string;
  /** Counts up when the selected card shall take the focus. */
  focus: number;
  zoom: number;
  /** By a key the panel takes the focus. */
  onOpen: (id: string, byKey: boolean) => void;
  /** Another card was reached. */
  onSelect: (id: string) => void;
  /** The drawing changed; the card of `id` is the selected one now. */
  onChange: (definition: Definition, id: string) => void;
  readOnly: boolean;
}

/** The process as a tree of cards from the start to the end: arrow keys, Enter, Insert, Delete and Alt with an arrow. */
export function Canvas(props: CanvasProps) {
  const { definition, selected, focus, onOpen, onSelect, onChange, readOnly } = props;
  const box = useRef<HTMLElement>(null);
  const [adding, setAdding] = useState<{ spot: Spot; anchor: HTMLElement } | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the count asks for it, and the card is drawn by now
  useEffect(() => {
    if (focus === 0) return;
    const card = box.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(selected)}"]`);
    card?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    card?.focus({ preventScroll: true });
  }, [focus]);
  // The tree is wider than the window where there are many branches: it starts in the middle.
  useEffect(() => {
    const canvas = box.current;
    if (canvas) canvas.scrollLeft = (canvas.scrollWidth - canvas.clientWidth) / 2;
  }, []);

  const openMenu = (spot: Spot) => {
    const anchor = box.current?.querySelector<HTMLElement>(`[data-add="${CSS.escape(`${spot.owner}/${spot.index}`)}"]`);
    if (anchor) setAdding({ spot, anchor });
  };
  const insert = (spot: Spot, kind: StepKind) => {
    const made = insertStep(definition, spot, kind);
    onChange(made.definition, made.id);
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const id = (event.target as HTMLElement).dataset.node;
    if (!id || event.ctrlKey || event.metaKey) return;
    const to = ARROWS[event.key];
    if (to) {
      event.preventDefault();
      if (event.altKey) {
        if (!readOnly && id !== START && id !== FINISH) {
          onChange(moveNode(definition, id, to === 'up' || to === 'left' ? -1 : 1), id);
        }
        return;
      }
      const next = neighbour(definition, id, to);
      if (next) onSelect(next);
      return;
    }
    if (readOnly) return;
    if ((event.key === 'Delete' || event.key === 'Backspace') && id !== START && id !== FINISH) {
      event.preventDefault();
      const node = findNode(definition, id);
      onChange(removeNode(definition, id), afterRemoval(definition, id));
      if (node) notifyRemovedNode(node);
    } else if (event.key === 'Insert' || event.key === '+') {
      event.preventDefault();
      openMenu(insertionSpot(definition, id));
    }
  };
  const onChangeBranch = (id: string) => {
    const made = addBranch(definition, id);
    onChange(made.definition, made.id);
  };
  const menu = (spot: Spot): MenuAct[] =>
    ADDED.filter(([kind]) => kind !== 'branches' || depthOf(definition, spot.owner) < MAX_DEPTH).map(
      ([kind, label]) => ({ label, icon: LOOKS[kind][0], run: () => insert(spot, kind) }),
    );
  const open = (id: string) => (event: MouseEvent) => onOpen(id, event.detail === 0);

  return (
    <section ref={box} className="flow" aria-label="流程图" onKeyDown={press}>
      <div className="flow-tree" style={{ zoom: props.zoom }}>
        <Card id={START} {...props} onClick={open(START)} tone="start" icon="person" title="发起人" text="提交事项" />
        <List {...props} steps={definition.steps} owner="" open={open} onAdd={openMenu} onBranch={onChangeBranch} />
        <Card
          id={FINISH}
          {...props}
          onClick={open(FINISH)}
          tone="finish"
          icon="check"
          title="流程结束"
          text="通知发起人"
        />
      </div>
      {adding && (
        <Menu anchor={adding.anchor} label="添加节点" acts={menu(adding.spot)} onClose={() => setAdding(null)} />
      )}
    </section>
  );
}

interface ListProps extends CanvasProps {
  steps: readonly Step[];
  owner: string;
  open: (id: string) => (event: MouseEvent) => void;
  onAdd: (spot: Spot) => void;
  onBranch: (id: string) => void;
}

function List(props: ListProps) {
  const { steps, owner } = props;
  const passed = props.lit !== null && (owner === '' || props.lit.has(owner));
  return (
    <>
      <Link {...props} spot={{ owner, index: 0 }} lit={passed} />
      {steps.map((step, at) => (
        <div key={step.id} className="flow-step">
          {step.kind === 'branches' ? <Fork {...props} step={step} /> : <StepCard {...props} node={step} />}
          {step.kind !== 'end' && (
            <Link {...props} spot={{ owner, index: at + 1 }} lit={props.lit?.has(step.id) ?? false} />
          )}
          {step.kind === 'end' && at < steps.length - 1 && <span className="flow-gap" />}
        </div>
      ))}
    </>
  );
}

function Link({
  spot,
  selected,
  definition,
  onAdd,
  readOnly,
  lit,
}: Omit<ListProps, 'lit'> & { spot: Spot; lit: boolean }) {
  const below = insertionSpot(definition, selected);
  const isNext = below.owner === spot.owner && below.index === spot.index;
  return (
    <span className={lit ? 'flow-link lit' : 'flow-link'}>
      {!readOnly && (
        <IconButton
          icon="plus"
          iconSize={14}
          label="添加节点"
          className="flow-add"
          aria-haspopup="menu"
          title="添加节点（Insert）"
          tabIndex={isNext ? 0 : -1}
          data-add={`${spot.owner}/${spot.index}`}
          onClick={() => onAdd(spot)}
        />
      )}
    </span>
  );
}

function Fork(props: ListProps & { step: Extract<Step, { kind: 'branches' }> }) {
  const { step, onBranch, readOnly, selected } = props;
  return (
    <div className="flow-fork">
      <span className="flow-fork-head">
        <StepCard {...props} node={step} />
        {!readOnly && (
          <Pressable className="flow-more" tabIndex={selected === step.id ? 0 : -1} onClick={() => onBranch(step.id)}>
            添加条件
          </Pressable>
        )}
      </span>
      <div className="flow-columns">
        {step.branches.map((branch) => (
          <div
            key={branch.id}
            className={`flow-column${props.lit?.has(branch.id) ? ' lit' : ''}${endsIn(branch) ? ' ends' : ''}`}
          >
            <StepCard {...props} node={branch} />
            <List {...props} steps={branch.steps} owner={branch.id} />
            <span className="flow-rest" />
          </div>
        ))}
      </div>
    </div>
  );
}

const endsIn = ({ steps }: Branch) => steps.at(-1)?.kind === 'end';

function StepCard(props: ListProps & { node: Step | Branch }) {
  const { node, names, open } = props;
  const [icon, tone] = LOOKS['kind' in node ? node.kind : 'branch'];
  const summary = summaryOf(node, names);
  const several = 'kind' in node && node.kind === 'approver' && isSeveral(node.who);
  return (
    <Card
      id={node.id}
      {...props}
      onClick={open(node.id)}
      tone={tone}
      icon={icon}
      title={titleOf(node)}
      mark={several ? MODES[node.mode] : 'isDefault' in node && node.isDefault ? '默认' : ''}
      text={summary.text}
      asks={summary.open}
    />
  );
}

function Card({
  id,
  tone,
  icon,
  title,
  mark = '',
  text,
  asks = false,
  selected,
  faults,
  lit,
  onClick,
}: Pick<CanvasProps, 'selected' | 'faults' | 'lit'> & {
  id: string;
  tone: string;
  icon: IconName;
  title: string;
  mark?: string;
  text: string;
  asks?: boolean;
  onClick: (event: MouseEvent) => void;
}) {
  const wrong = faults.filter(({ nodeId }) => nodeId === id);
  const passed = lit !== null && (lit.has(id) || id === START || id === FINISH);
  const classes = ['flow-card', tone, passed && 'lit', lit !== null && !passed && 'dim', wrong.length > 0 && 'wrong'];
  return (
    <Pressable
      className={classes.filter(Boolean).join(' ')}
      data-node={id}
      tabIndex={id === selected ? 0 : -1}
      aria-current={id === selected}
      onClick={onClick}
    >
      <span className="flow-card-head">
        <Icon name={icon} size={14} />
        <span className="ellipsis">{title}</span>
        {mark && <span className="flow-mark">{mark}</span>}
        {passed && (
          <span className="flow-passed">
            <Icon name="check" size={12} />
            经过
          </span>
        )}
      </span>
      <span className={asks ? 'flow-card-text asks' : 'flow-card-text'}>{text}</span>
      {wrong.length > 0 && (
        <span className="flow-card-fault">
          <Icon name="warning" size={12} />
          {wrong[0]?.text}
        </span>
      )}
    </Pressable>
  );
}
