import { type ReactNode, useContext, useId, useState } from 'react';
import { RightGroupsContext } from '#platform/web/route/manifests.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { groupRights } from '../../rules.rights.ts';
import './account.css';

interface Right {
  key: string;
  name: string;
}

/** Ticks for rights by their groups, with a search field; what was changed is marked. */
export function RightsField({
  label,
  hint,
  rights,
  chosen,
  before,
  onChange,
}: {
  label: string;
  hint: ReactNode;
  rights: readonly Right[];
  chosen: readonly string[];
  /** As the server has it. */
  before: readonly string[];
  onChange: (keys: string[]) => void;
}) {
  const id = useId();
  const groups = useContext(RightGroupsContext);
  const [typed, setTyped] = useState('');
  const words = typed.trim();
  const shown = rights.filter(({ name, key }) => name.includes(words) || key.includes(words));
  const toggle = (keys: readonly string[], on: boolean) =>
    onChange(on ? [...new Set([...chosen, ...keys])] : chosen.filter((key) => !keys.includes(key)));
  return (
    <fieldset className="form-field wide rights" aria-describedby={`${id}-hint`}>
      <legend className="field-label">
        {label}
        <span className="muted small">已选{chosen.length}项</span>
      </legend>
      <p id={`${id}-hint`} className="field-hint">
        {hint}
      </p>
      <label className="field-box rights-search">
        <Icon name="search" />
        <input
          type="search"
          autoComplete="off"
          aria-label="查找权限"
          placeholder="查找权限"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <div className="rights-groups">
        {groupRights(groups, shown).map(({ group, rights: some }) => {
          const keys = some.map(({ key }) => key);
          const all = keys.every((key) => chosen.includes(key));
          return (
            <div key={group} className="rights-group">
              <label className="filter-option rights-head">
                <input
                  type="checkbox"
                  className="tick"
                  checked={all}
                  onChange={(event) => toggle(keys, event.target.checked)}
                />
                {group}
              </label>
              <div className="rights-items">
                {some.map(({ key, name }) => (
                  <label key={key} className="filter-option">
                    <input
                      type="checkbox"
                      className="tick"
                      checked={chosen.includes(key)}
                      onChange={(event) => toggle([key], event.target.checked)}
                    />
                    {name}
                    {chosen.includes(key) !== before.includes(key) && <span className="form-changed">已改</span>}
                  </label>
                ))}
              </div>
            </div>
          );
        })}
        {shown.length === 0 && <p className="muted">没有叫“{words}”的权限</p>}
      </div>
    </fieldset>
  );
}
