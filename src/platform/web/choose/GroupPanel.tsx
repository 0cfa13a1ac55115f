import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import type { Endpoint, InputOf } from '#platform/contract.ts';
import { useCall } from '../call/hooks.ts';
import { showRow, useWindow } from '../list/useWindow.ts';
import { useSteady } from '../press/steady.ts';
import { Icon } from '../show/icons.tsx';
import { Empty, Failed } from '../show/states.tsx';
import { Button } from '../ui/Button.tsx';
import type { Picks } from './choice.ts';
import { type PickedPerson, personChoice, useRested } from './PeoplePanel.tsx';
import { PickTable } from './PickTable.tsx';
import { useTakeAll } from './takeAll.ts';

/** A group to choose people from. */
export interface PickedGroup {
  id: string;
  groupName: string;
  typeName: string;
  orgName: string;
  members: number;
}

interface GroupPanelProps {
  /** Answers the groups whole, by `input`. */
  groups: Endpoint;
  input: Readonly<Record<string, unknown>>;
  /** Answers a group's people by `groupId`, and by `name` where people can be sought. */
  people: Endpoint;
  /** People a page. */
  size: number;
  /** People are also sought by name, in all groups while none is open. */
  byName?: boolean;
  picks: Picks;
}

const columns = [
  { title: '姓名', width: 24, cell: (row: PickedPerson) => row.name },
  {
    title: '所在党组织',
    width: 48,
    cell: (row: PickedPerson) => (
      <span className="ellipsis" title={row.orgName}>
        {row.orgName}
      </span>
    ),
  },
  { title: '手机号', width: 28, wide: true, cell: (row: PickedPerson) => row.phonenumber || '—' },
];

/** Groups at the left, the people of the open one at the right; a group is taken in whole by one press. */
export function GroupPanel({ groups, input, people, size, byName, picks }: GroupPanelProps) {
  const list = useCall(groups, input as InputOf<Endpoint>, { quiet: true });
  const [openId, setOpenId] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const name = useRested(typed);
  const { taking, takeAll } = useTakeAll(picks);
  const all = (list.data as unknown as { rows: PickedGroup[] } | undefined)?.rows ?? [];
  const open = all.find(({ id }) => id === openId) ?? (byName ? undefined : all[0]);

  if (list.error) return <Failed error={list.error} onRetry={() => list.refetch()} />;
  if (!list.data) {
    return (
      <p className="choose-wait muted" role="status">
        正在加载…
      </p>
    );
  }
  if (all.length === 0) {
    return <Empty title="还没有分组">在“系统管理”的分组管理中建立分组，把常在一起办事的人放在一起。</Empty>;
  }
  return (
    <div className="choose-groups">
      <GroupList groups={all} openId={open?.id ?? null} onOpen={setOpenId} />
      <div className="choose-group">
        {byName && (
          <div className="choose-filters">
            <label className="field-box choose-words">
              <Icon name="search" />
              <input
                type="search"
                autoComplete="off"
                maxLength={30}
                aria-label="组内人员姓名"
                placeholder="组内人员姓名"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            </label>
            {open && (
              <Button look="link" size="compact" onClick={() => setOpenId(null)}>
                全部分组
              </Button>
            )}
          </div>
        )}
        {open && (
          <p className="choose-group-head">
            <b className="ellipsis">{open.groupName}</b>
            <span className="muted">{open.members}人</span>
            {picks.multiple && open.members > 0 && (
              <Button
                look="word"
                disabled={taking}
                onClick={() =>
                  void takeAll({
                    endpoint: people,
                    input: { groupId: open.id },
                    choiceOf: personChoice,
                    of: open.groupName,
                  })
                }
              >
                {taking ? '正在加入' : '选择全组'}
              </Button>
            )}
          </p>
        )}
        <PickTable<PickedPerson>
          caption={open ? `${open.groupName}的人员` : '各分组的人员'}
          endpoint={people}
          input={{ ...(open && { groupId: open.id }), ...(byName && name && { name }) }}
          columns={columns}
          choiceOf={personChoice}
          picks={picks}
          size={size}
          unit="人"
          empty={{ title: '没有人员', text: '这个分组里没有您管理范围内的人。' }}
        />
      </div>
    </div>
  );
}

/** The groups as a list of which what is seen is drawn; found by name in the page. */
function GroupList({
  groups,
  openId,
  onOpen,
}: {
  groups: readonly PickedGroup[];
  openId: string | null;
  onOpen: (id: string) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const words = typed.trim().toLowerCase();
  // Not at each step of scrolling: there may be a hundred thousand.
  const shown = useMemo(
    () =>
      words
        ? groups.filter(({ groupName, orgName }) => `${groupName} ${orgName}`.toLowerCase().includes(words))
        : groups,
    [groups, words],
  );
  const box = useRef<HTMLDivElement>(null);
  const { from, to, row } = useWindow(box, shown.length, true);
  useSteady(box, shown.map((group) => group.id).join());
  const press = (event: KeyboardEvent) => {
    const at = shown.findIndex((group) => group.id === openId);
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: shown.length - 1,
    };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(shown.length - 1, move));
    const group = shown[next];
    if (!group) return;
    if (box.current) showRow(box.current, next, row);
    onOpen(group.id);
  };
  return (
    <div className="choose-group-list">
      <label className="field-box">
        <Icon name="search" />
        <input
          type="search"
          autoComplete="off"
          maxLength={40}
          aria-label="查找分组"
          placeholder="分组或组织名称"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <div
        ref={box}
        role="listbox"
        aria-label="分组"
        aria-activedescendant={openId === null ? undefined : `${id}-${openId}`}
        tabIndex={0}
        className="choose-window"
        onKeyDown={press}
      >
        <div role="none" style={{ height: shown.length * row }}>
          {shown.slice(from, to).map((group, at) => (
            // The listbox takes the keys.
            // biome-ignore lint/a11y/useKeyWithClickEvents: see above
            <div
              key={group.id}
              id={`${id}-${group.id}`}
              role="option"
              // The listbox holds the focus and names its active option.
              tabIndex={-1}
              aria-selected={group.id === openId}
              aria-posinset={from + at + 1}
              aria-setsize={shown.length}
              data-row
              className="choose-option"
              style={{ top: (from + at) * row }}
              onClick={() => onOpen(group.id)}
            >
              <span className="choose-name">
                <span className="ellipsis">{group.groupName}</span>
                <small className="muted ellipsis">
                  {group.typeName}，{group.orgName}
                </small>
              </span>
              <span className="muted">{group.members}</span>
            </div>
          ))}
        </div>
        {shown.length === 0 && <p className="choose-none">没有这样的分组</p>}
      </div>
    </div>
  );
}
