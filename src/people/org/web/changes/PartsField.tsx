import { useCall } from '#platform/web/call/hooks.ts';
import { Field } from '#platform/web/form/fields.tsx';
import type { Form } from '#platform/web/form/useForm.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { type ChangePart, changeContents } from '../../contract.changes.ts';
import { MOST_PARTS } from '../../rules.changes.ts';
import { BRANCH_TYPES } from '../../rules.ts';
import { ORG_TYPE_CHOICES } from '../orgColumns.tsx';
import '#platform/web/records/records.css';
import './changes.css';

/** The parts that a field's text holds. */
export const partsOf = (text: unknown): ChangePart[] => JSON.parse(String(text || '[]'));

/** 新设组织: their names and types, and for each person and organisation where it goes. */
export function PartsField({ form, kind }: { form: Form; kind: 'split' | 'upgrade' }) {
  const changeContentsQuery = useCall(changeContents, { orgId: form.text('orgId') }, { quiet: true });
  if (!changeContentsQuery.data) return <Waiting query={changeContentsQuery} lines={4} />;
  const { type, people, orgs } = changeContentsQuery.data;
  const isBranch = BRANCH_TYPES.includes(type);
  if (kind === 'upgrade' && !isBranch) {
    return <p className="muted form-field wide">下级组织和人员都不变，只改变组织类别。</p>;
  }
  const parts = partsOf(form.text('parts'));
  const write = (list: readonly ChangePart[]) => form.set({ parts: JSON.stringify(list) });
  const types = ORG_TYPE_CHOICES.filter(({ value }) => BRANCH_TYPES.includes(Number(value)) === isBranch);
  const change = (place: number, part: Partial<ChangePart>) =>
    write(parts.map((one, at) => (at === place ? { ...one, ...part } : one)));
  const add = () =>
    write([...parts, { name: '', shortName: '', type: isBranch ? 46 : type, memberIds: [], orgIds: [] }]);
  /** Puts somebody into one part alone; none: into where they are. */
  const send = (list: 'memberIds' | 'orgIds', ids: readonly string[], place: number) =>
    write(
      parts.map((part, at) => {
        const others = part[list].filter((id) => !ids.includes(id));
        return { ...part, [list]: at === place ? [...others, ...ids] : others };
      }),
    );
  const rows = [
    ...people.map(({ id, name, category, post }) => ({ list: 'memberIds' as const, id, name, note: category, post })),
    ...(kind === 'split'
      ? orgs.map(({ id, name, typeName }) => ({ list: 'orgIds' as const, id, name, note: typeName, post: '' }))
      : []),
  ];
  const placeOf = (list: 'memberIds' | 'orgIds', id: string) => {
    const place = parts.findIndex((part) => part[list].includes(id));
    return place < 0 && kind === 'upgrade' ? 0 : place;
  };
  return (
    <Field form={form} name="parts" label={kind === 'split' ? '新设的组织' : '下设的党支部'} wide>
      {({ onBlur: _onBlur, name: _name, 'aria-required': _required, 'aria-invalid': invalid, ...control }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has no label by htmlFor
        <div {...control} role="group" className={invalid ? 'change-parts wrong' : 'change-parts'} tabIndex={-1}>
          {parts.map((part, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
            <div key={place} className="change-part">
              <span className="field-box">
                <input
                  aria-label={`新组织${place + 1}名称`}
                  placeholder="组织名称（全称）"
                  maxLength={60}
                  value={part.name}
                  onChange={(event) => change(place, { name: event.target.value })}
                />
              </span>
              <span className="field-box">
                <select
                  aria-label={`新组织${place + 1}类别`}
                  value={part.type}
                  onChange={(event) => change(place, { type: Number(event.target.value) })}
                >
                  {types.map((option) => (
                    <option key={option.value} value={option.value}>
                      {option.label}
                    </option>
                  ))}
                </select>
                <Icon name="down" size={14} />
              </span>
              <Button
                look="link"
                size="compact"
                aria-label={`去掉新组织${place + 1}`}
                onClick={() => write(parts.filter((_, at) => at !== place))}
              >
                去掉
              </Button>
            </div>
          ))}
          {parts.length < MOST_PARTS && (
            <Button size="compact" icon="plus" onClick={add}>
              增加一个新组织
            </Button>
          )}
          {parts.length > 0 && rows.length > 0 && (
            <div className="change-people">
              <table className="table record-table">
                <caption className="visually-hidden">人员和组织的去向</caption>
                <thead>
                  <tr>
                    <th scope="col">姓名或组织</th>
                    <th scope="col">类别</th>
                    <th scope="col">党内职务</th>
                    <th scope="col">去向</th>
                  </tr>
                </thead>
                {rows.map((row) => (
                  <tbody key={`${row.list}${row.id}`}>
                    <tr>
                      <td data-label="姓名或组织">{row.name}</td>
                      <td data-label="类别">{row.note}</td>
                      <td data-label="党内职务">{row.post || <span className="muted">—</span>}</td>
                      <td data-label="去向">
                        <select
                          aria-label={`${row.name}的去向`}
                          value={placeOf(row.list, row.id)}
                          onChange={(event) => send(row.list, [row.id], Number(event.target.value))}
                        >
                          {kind === 'split' && <option value={-1}>留在原组织</option>}
                          {parts.map((part, place) => (
                            // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
                            <option key={place} value={place}>
                              {part.name || `新组织${place + 1}`}
                            </option>
                          ))}
                        </select>
                      </td>
                    </tr>
                  </tbody>
                ))}
              </table>
            </div>
          )}
        </div>
      )}
    </Field>
  );
}
