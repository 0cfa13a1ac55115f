import { useRef, useState } from 'react';
import { ORG_TYPES } from '#people/org/contract.ts';
import { OrgTree, useOrg } from '#people/org/web/pickers.tsx';
import { Popup } from '#platform/web/dialogs/Popup.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button, Pressable } from '#platform/web/ui/Button.tsx';
import { DEFAULT_TYPE, MAP_TYPES } from '../rules.ts';
import type { MapQuery } from './query.ts';
import { Sign } from './Sign.tsx';

interface FilterProps {
  query: MapQuery;
  /** Marked organisations by type below the organisation that is shown. */
  counts: ReadonlyMap<number, number> | null;
  onSearch: (query: MapQuery) => void;
}

/** Which types, below which organisation; nothing moves until 查询 is pressed. */
export function Filter({ query, counts, onSearch }: FilterProps) {
  const [types, setTypes] = useState<readonly number[]>(query.types);
  const [org, setOrg] = useState(query.org);
  // Back and forward bring another question.
  const [asked, setAsked] = useState(query);
  if (asked !== query) {
    setAsked(query);
    setTypes(query.types);
    setOrg(query.org);
  }
  const toggle = (type: number) =>
    setTypes(types.includes(type) ? types.filter((other) => other !== type) : [...types, type]);
  // What nobody has marked is offered only where it is chosen: an empty box helps nobody.
  const offered = MAP_TYPES.filter(
    (type) => type === DEFAULT_TYPE || types.includes(type) || counts === null || counts.has(type),
  );
  return (
    <form
      className="map-filter"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch({ types: MAP_TYPES.filter((type) => types.includes(type)), org });
      }}
    >
      <fieldset className="map-types">
        <legend>组织类别（默认党支部，可多选）</legend>
        {offered.map((type) => (
          <label key={type}>
            <input type="checkbox" className="tick" checked={types.includes(type)} onChange={() => toggle(type)} />
            <Sign type={type} />
            <span className="map-type">{ORG_TYPES[type as keyof typeof ORG_TYPES]}</span>
            <em>{counts?.get(type) ?? (counts ? 0 : '')}</em>
          </label>
        ))}
      </fieldset>
      <OrgChoice id={org} onChoose={setOrg} />
      <div className="map-filter-acts">
        <Button submit disabled={types.length === 0}>
          查询
        </Button>
        <Button
          onClick={() => {
            setTypes([DEFAULT_TYPE]);
            setOrg('');
            onSearch({ types: [DEFAULT_TYPE], org: '' });
          }}
        >
          重置
        </Button>
      </div>
      {types.length === 0 && <p className="field-hint">请至少选择一个组织类别</p>}
    </form>
  );
}

function OrgChoice({ id, onChoose }: { id: string; onChoose: (id: string) => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [picked, setPicked] = useState<{ id: string; name: string } | null>(null);
  const org = useOrg(id || undefined);
  const name = picked?.id === id ? picked.name : org.name;
  return (
    <div className="map-org">
      <span className="field-label" id="map-org-label">
        所属组织
      </span>
      <span className="field-box">
        <Pressable
          ref={button}
          className="form-choice"
          aria-haspopup="tree"
          aria-expanded={open}
          aria-label={`所属组织 ${name}`}
          onClick={() => setOpen(!open)}
        >
          <span className="ellipsis">{name || '输入名称或拼音首字母'}</span>
          <Icon name="down" size={14} />
        </Pressable>
        {open && button.current && (
          <Popup anchor={button.current} label="所属组织" className="org-popup" onClose={() => setOpen(false)}>
            <OrgTree
              count="organisations"
              selectedId={id || null}
              openIds={org.path.map((above) => above.id)}
              onSelect={(node) => {
                setPicked(node);
                onChoose(node.id);
                setOpen(false);
              }}
            />
          </Popup>
        )}
      </span>
    </div>
  );
}
