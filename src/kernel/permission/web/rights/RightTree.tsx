import { type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { RightGroupsContext } from '#platform/web/route/manifests.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { groupRights } from '../../rules.rights.ts';
import './rights.css';

interface Item {
  key: string;
  name: string;
}

interface RightTreeProps<T extends Item> {
  rights: readonly T[];
  isOn: (key: string) => boolean;
  /** Left out, nothing can be changed: marks stand in place of boxes. */
  onToggle?: (keys: readonly string[], on: boolean) => void;
  /** A right that this user may not change, with the reason in words. */
  locked?: (right: T) => string;
  /** The right is not as the server has it. */
  isChanged?: (key: string) => boolean;
  /** Stands at the right of a right: where it comes from. */
  note?: (right: T) => ReactNode;
  /** Begins with what is ticked or named, for those who only look. */
  narrow?: boolean;
  /** Stays in sight although it is not ticked: something took it away. */
  isNamed?: (key: string) => boolean;
  /** What is ticked, in a word: 可用. */
  word: string;
}

/** Rights by their groups, with a search by name or key; what was changed is marked. */
export function RightTree<T extends Item>(props: RightTreeProps<T>) {
  const all = useContext(RightGroupsContext);
  const [typed, setTyped] = useState('');
  const [onlyOn, setOnlyOn] = useState(props.narrow ?? false);
  const words = typed.trim().toLowerCase();
  const shown = props.rights.filter(
    ({ key, name }) =>
      (words === '' || name.includes(words) || key.toLowerCase().includes(words)) &&
      (!onlyOn || props.isOn(key) || props.isChanged?.(key) || props.isNamed?.(key)),
  );
  const groups = groupRights(all, shown);
  const totals = new Map(groupRights(all, props.rights).map(({ group, rights }) => [group, rights.length]));
  return (
    <div className="right-tree">
      <div className="right-tools">
        <label className="field-box right-search">
          <Icon name="search" />
          <input
            type="search"
            maxLength={40}
            autoComplete="off"
            aria-label="权限名称"
            placeholder="权限名称"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        <label className="filter-option">
          <input
            type="checkbox"
            className="tick"
            checked={onlyOn}
            onChange={(event) => setOnlyOn(event.target.checked)}
          />
          只看{props.word}的
        </label>
      </div>
      {groups.length === 0 && <p className="muted right-none">没有符合条件的权限</p>}
      {groups.map(({ group, rights }) => (
        <Group key={group} {...props} name={group} rights={rights} of={totals.get(group) ?? rights.length} />
      ))}
    </div>
  );
}

function Group<T extends Item>(props: RightTreeProps<T> & { name: string; of: number }) {
  const { name, of, rights, isOn, onToggle, locked } = props;
  const free = rights.filter((right) => !locked?.(right));
  const on = rights.filter(({ key }) => isOn(key)).length;
  const freeOn = free.filter(({ key }) => isOn(key)).length;
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = freeOn > 0 && freeOn < free.length;
  }, [freeOn, free.length]);
  return (
    <section className="right-group" aria-label={name}>
      <h2>
        {onToggle && free.length > 0 ? (
          <label>
            <input
              ref={box}
              type="checkbox"
              className="tick"
              aria-label={`${name}全部`}
              checked={freeOn === free.length}
              onChange={(event) =>
                onToggle(
                  free.map(({ key }) => key),
                  event.target.checked,
                )
              }
            />
            {name}
          </label>
        ) : (
          name
        )}
        <span className="muted small">
          {on}/{of}
        </span>
      </h2>
      <ul className={props.note ? 'right-lines' : 'right-grid'}>
        {rights.map((right) => (
          <Line key={right.key} {...props} right={right} />
        ))}
      </ul>
    </section>
  );
}

function Line<T extends Item>({
  right,
  isOn,
  onToggle,
  locked,
  isChanged,
  note,
  word,
}: RightTreeProps<T> & { right: T }) {
  const on = isOn(right.key);
  const why = locked?.(right) ?? '';
  const changed = isChanged?.(right.key) ?? false;
  return (
    <li className={changed ? 'right-line changed' : 'right-line'}>
      {onToggle ? (
        <label title={why || undefined}>
          <input
            type="checkbox"
            className="tick"
            checked={on}
            disabled={why !== ''}
            onChange={(event) => onToggle([right.key], event.target.checked)}
          />
          <span>{right.name}</span>
          {changed && <span className="form-changed">已改</span>}
        </label>
      ) : (
        <span className={on ? 'right-read' : 'right-read muted'}>
          <Icon name={on ? 'check' : 'close'} size={14} />
          <span>
            {right.name}
            <span className="visually-hidden">{on ? word : `不${word}`}</span>
          </span>
        </span>
      )}
      {note && <span className="right-note">{note(right)}</span>}
    </li>
  );
}
