import { useQueries } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Endpoint, InputOf } from '#platform/contract.ts';
import { call } from '../call/api.ts';
import { keyOf, useCall } from '../call/hooks.ts';
import { showRow, useWindow } from '../list/useWindow.ts';
import { useSteady } from '../press/steady.ts';
import { Icon } from '../show/icons.tsx';
import { Button } from '../ui/Button.tsx';
import './tree.css';

/** What the tree needs of a node. */
export interface TreeNode {
  id: string;
  name: string;
  parentId: string | null;
  isLeaf: boolean;
  /** A figure at the right, e.g. members. */
  count?: number;
  /** False: only opens and closes, cannot be chosen. */
  selectable?: boolean;
  /** The names above it, shown in search results. */
  path?: string;
}

interface TreeProps {
  label: string;
  /** Answers the top without `parentId`, a node's children with it, and hits with `keyWords`. */
  endpoint: Endpoint;
  /** The endpoint's reply as nodes. */
  read: (reply: unknown) => readonly TreeNode[];
  selectedId: string | null;
  onSelect: (node: TreeNode) => void;
  placeholder: string;
  /** Names above the selected node, top first, so that it can be shown opened. */
  openIds?: readonly string[];
}

interface Line {
  node: TreeNode;
  level: number;
  at: number;
  of: number;
}

/** A tree whose branches are loaded when they are opened, with a search field. Arrow keys move, open and close; Enter selects. */
export function Tree(props: TreeProps) {
  const [typed, setTyped] = useState('');
  const [words, setWords] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setWords(typed.trim()), 200);
    return () => clearTimeout(timer);
  }, [typed]);
  const isComing = typed.trim() !== words;
  return (
    <>
      <label className="field-box tree-search">
        <Icon name="search" />
        <input
          type="search"
          maxLength={40}
          autoComplete="off"
          aria-label={props.placeholder}
          placeholder={props.placeholder}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      {words ? <Hits {...props} words={words} isComing={isComing} /> : <Branches {...props} isComing={isComing} />}
    </>
  );
}

/** Longer trees are drawn as far as they are seen. */
const DRAWN_WHOLE = 200;

/** `read` of an answer, once as long as the answer is the same. */
function useRead(read: TreeProps['read']) {
  const known = useMemo(() => ({ read, nodes: new WeakMap<object, readonly TreeNode[]>() }), [read]);
  return (reply: object) => {
    const nodes = known.nodes.get(reply) ?? known.read(reply);
    known.nodes.set(reply, nodes);
    return nodes;
  };
}

/** Other rows are on their way: those that stand are not to be pressed. */
interface Coming {
  isComing: boolean;
}

function Branches({ label, endpoint, read, selectedId, onSelect, openIds, isComing }: TreeProps & Coming) {
  const nodesOf = useRead(read);
  const top = useCall(endpoint, {} as InputOf<Endpoint>, { quiet: true });
  const [closedTop, setClosedTop] = useState(false);
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(openIds));
  useEffect(() => {
    if (openIds?.length) setOpened((before) => new Set([...before, ...openIds]));
  }, [openIds]);
  const roots = useMemo(() => (top.data === undefined ? [] : read(top.data)), [top.data, read]);
  const open = useMemo(() => {
    const all = new Set(opened);
    // A single root is opened without being asked; who closes it means it.
    if (roots.length === 1 && roots[0] && !closedTop) all.add(roots[0].id);
    return all;
  }, [opened, roots, closedTop]);

  const openIdList = [...open];
  const places = new Map(openIdList.map((id, at) => [id, at]));
  const branches = useQueries({
    queries: openIdList.map((parentId) => ({
      queryKey: keyOf(endpoint, { parentId }),
      queryFn: ({ signal }: { signal: AbortSignal }) => call(endpoint, { parentId } as InputOf<Endpoint>, { signal }),
    })),
  });
  const branchOf = (id: string) => branches[places.get(id) ?? -1];
  const childrenOf = (id: string) => {
    const reply = branchOf(id)?.data;
    return reply === undefined ? null : nodesOf(reply as object);
  };
  const lines: Line[] = [];
  const walk = (nodes: readonly TreeNode[], level: number) => {
    nodes.forEach((node, at) => {
      lines.push({ node, level, at: at + 1, of: nodes.length });
      if (open.has(node.id)) walk(childrenOf(node.id) ?? [], level + 1);
    });
  };
  walk(roots, 1);

  const toggle = (node: TreeNode, to: boolean) => {
    if (node.id === roots[0]?.id) setClosedTop(!to);
    const next = new Set(opened);
    if (to) next.add(node.id);
    else next.delete(node.id);
    setOpened(next);
  };
  if (top.error) return <Missed error={top.error} onRetry={() => top.refetch()} />;
  if (top.isPending) return <p className="tree-note">正在加载…</p>;
  return (
    <Lines
      label={label}
      lines={lines}
      isComing={isComing}
      selectedId={selectedId}
      onSelect={onSelect}
      isOpen={(id) => open.has(id)}
      isLoading={(id) => branchOf(id)?.isFetching === true && childrenOf(id) === null}
      isMissed={(id) => branchOf(id)?.isError === true && childrenOf(id) === null}
      onRetry={(id) => void branchOf(id)?.refetch()}
      onToggle={toggle}
    />
  );
}

function Hits({
  label,
  endpoint,
  read,
  selectedId,
  onSelect,
  words,
  isComing,
}: TreeProps & Coming & { words: string }) {
  const hits = useCall(endpoint, { keyWords: words, limit: '50' } as InputOf<Endpoint>, {
    quiet: true,
    keepPrevious: true,
  });
  const nodes = hits.data === undefined ? [] : read(hits.data);
  if (hits.error) return <Missed error={hits.error} onRetry={() => hits.refetch()} />;
  // That the words before found nothing says nothing of these.
  if (nodes.length === 0 && (hits.isPending || hits.isPlaceholderData)) return <p className="tree-note">正在查找…</p>;
  if (nodes.length === 0) return <p className="tree-note">没有叫“{words}”的，换个写法或拼音首字母试试</p>;
  return (
    <Lines
      label={label}
      lines={nodes.map((node, at) => ({ node, level: 1, at: at + 1, of: nodes.length }))}
      flat
      isComing={isComing || hits.isPlaceholderData}
      selectedId={selectedId}
      onSelect={onSelect}
      isOpen={() => false}
      isLoading={() => false}
      isMissed={() => false}
      onRetry={() => {}}
      onToggle={() => {}}
    />
  );
}

interface LinesProps extends Coming {
  label: string;
  lines: readonly Line[];
  /** Search results: no branches, with the path instead. */
  flat?: boolean;
  selectedId: string | null;
  onSelect: (node: TreeNode) => void;
  isOpen: (id: string) => boolean;
  isLoading: (id: string) => boolean;
  /** What lies below it did not come. */
  isMissed: (id: string) => boolean;
  onRetry: (id: string) => void;
  onToggle: (node: TreeNode, open: boolean) => void;
}

/** Why nothing came, and another try. */
function Missed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <p className="tree-note" role="alert">
      {error.message}
      <Button look="word" onClick={onRetry}>
        重试
      </Button>
    </p>
  );
}

function Lines(props: LinesProps) {
  const { label, lines, flat, selectedId, onSelect, isOpen, isLoading, isMissed, onRetry, onToggle } = props;
  const [focused, setFocused] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const wanted = useRef(false);
  const prefix = useId();
  const partly = lines.length > DRAWN_WHOLE;
  const { from, to, row } = useWindow(list, lines.length, partly);
  // Not the names of a hundred thousand.
  useSteady(list, partly ? String(lines.length) : lines.map(({ node }) => node.id).join(), props.isComing);
  // Not at each step of scrolling: there may be a hundred thousand.
  const stopAt = useMemo(() => {
    const id = focused ?? selectedId;
    return Math.max(
      0,
      lines.findIndex((line) => line.node.id === id),
    );
  }, [lines, focused, selectedId]);
  const tabStop = lines[stopAt]?.node.id;
  // The row that holds the focus stays drawn when it is scrolled out of sight, or the focus would be lost.
  const drawn = lines.slice(from, to).map((line, at) => ({ line, at: from + at }));
  const stop = lines[stopAt];
  if (stop && stopAt < from) drawn.unshift({ line: stop, at: stopAt });
  if (stop && stopAt >= to) drawn.push({ line: stop, at: stopAt });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the row that is to have the focus is drawn
  useLayoutEffect(() => {
    if (!wanted.current) return;
    wanted.current = false;
    document.getElementById(prefix + focused)?.focus({ preventScroll: partly });
  }, [focused]);

  const choose = (node: TreeNode) => {
    if (node.selectable !== false) onSelect(node);
    else if (!flat) onToggle(node, !isOpen(node.id));
  };
  const go = (to: number) => {
    const at = Math.max(0, Math.min(lines.length - 1, to));
    const id = lines[at]?.node.id;
    if (id === undefined) return;
    if (partly && list.current) showRow(list.current, at, row);
    if (id === focused) document.getElementById(prefix + id)?.focus();
    wanted.current = id !== focused;
    setFocused(id);
  };
  const press = (event: KeyboardEvent, at: number, { node }: Line) => {
    const open = isOpen(node.id);
    switch (event.key) {
      case 'ArrowDown':
        go(at + 1);
        break;
      case 'ArrowUp':
        go(at - 1);
        break;
      case 'Home':
        go(0);
        break;
      case 'End':
        go(lines.length - 1);
        break;
      case 'ArrowRight':
        if (isMissed(node.id)) onRetry(node.id);
        else if (open || node.isLeaf || flat) go(at + 1);
        else onToggle(node, true);
        break;
      case 'ArrowLeft':
        if (open) onToggle(node, false);
        else go(lines.findIndex((other) => other.node.id === node.parentId));
        break;
      case 'Enter':
      case ' ':
        choose(node);
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const rows = drawn.map(({ line, at }) => {
    const { node } = line;
    const open = isOpen(node.id);
    return (
      <div
        key={node.id}
        id={prefix + node.id}
        role="treeitem"
        tabIndex={node.id === tabStop ? 0 : -1}
        aria-level={line.level}
        aria-posinset={line.at}
        aria-setsize={line.of}
        aria-selected={node.id === selectedId}
        aria-expanded={node.isLeaf || flat ? undefined : open}
        aria-disabled={node.selectable === false || undefined}
        className="tree-line"
        data-row
        style={{ paddingLeft: 12 + (line.level - 1) * 16, ...(partly && { top: at * row }) }}
        onClick={(event) => {
          setFocused(node.id);
          if ((event.target as HTMLElement).closest('.tree-missed')) onRetry(node.id);
          else if ((event.target as HTMLElement).closest('.tree-fork')) onToggle(node, !open);
          else choose(node);
        }}
        onKeyDown={(event) => press(event, at, line)}
      >
        <span className="tree-fork" aria-hidden="true">
          {!node.isLeaf && !flat && <Icon name={open ? 'down' : 'forward'} size={14} />}
        </span>
        <span className="ellipsis" title={node.name}>
          {node.name}
          {flat && node.path && <small className="muted"> {node.path}</small>}
        </span>
        {isMissed(node.id) && !isLoading(node.id) && (
          <span className="tree-missed" role="alert">
            下级没有读到，<b>重试</b>
          </span>
        )}
        {isLoading(node.id) && <span className="tree-wait" role="status" aria-label="正在加载下级" />}
        {node.count !== undefined && <span className="tree-count">{node.count.toLocaleString('en-US')}</span>}
      </div>
    );
  });
  return (
    <div ref={list} role="tree" aria-label={label} className="tree">
      {partly ? (
        <div role="none" className="tree-window" style={{ height: lines.length * row }}>
          {rows}
        </div>
      ) : (
        rows
      )}
    </div>
  );
}
