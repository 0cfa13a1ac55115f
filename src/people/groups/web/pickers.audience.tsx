import { type ReactNode, useState } from 'react';
import { OrgDialog } from '#people/org/web/pickers.tsx';
import { useCall } from '#platform/web/call/hooks.ts';
import type { Choice } from '#platform/web/choose/choice.ts';
import { Field } from '#platform/web/form/fields.tsx';
import type { Form } from '#platform/web/form/useForm.ts';
import { Button, IconButton } from '#platform/web/ui/Button.tsx';
import { groupList } from '../contract.people.ts';
import { PersonDialog } from './pickers.tsx';
import './content.css';

interface Named {
  id: string;
  name: string;
}

/** Ids of a list field, which a form holds as one text. */
const idsOf = (form: Form, name: string) => form.text(name).split(',').filter(Boolean);
/** More chips would push the rest of the form away. */
const SHOWN = 30;

/**
 * The fields of a form whose `audience` is `orgs`, `people` or `groups`: what is chosen stands in `orgIds`, `memberIds` or
 * `groupIds`, as one text joined by commas. Another audience shows nothing.
 * @param named what the record names now, so that chips have names
 * @param groups the type's name: 考试中心分组
 * @param people the title of the dialog in which people are chosen
 * @param audience where the form calls it otherwise than `audience`
 */
export function ChosenAudience({
  form,
  named,
  groupType,
  groups,
  groupHint = '分组在“分组管理”里维护，成员变动随时生效',
  people,
  audience = form.text('audience'),
}: {
  form: Form;
  named: { orgs: readonly Named[]; members: readonly Named[] } | null;
  groupType: number;
  groups: string;
  groupHint?: string;
  people: string;
  audience?: string;
}) {
  if (audience === 'orgs')
    return (
      <Picked form={form} name="orgIds" label="组织" of={named?.orgs}>
        {(chosen, pick, close) => (
          <OrgDialog title="选择组织" multiple chosen={chosen} onConfirm={pick} onClose={close} />
        )}
      </Picked>
    );
  if (audience === 'people')
    return (
      <Picked form={form} name="memberIds" label="人员" of={named?.members}>
        {(chosen, pick, close) => (
          <PersonDialog
            title={people}
            multiple
            groupType={groupType}
            chosen={chosen}
            onConfirm={pick}
            onClose={close}
          />
        )}
      </Picked>
    );
  return audience === 'groups' ? <Groups form={form} type={groupType} label={groups} hint={groupHint} /> : null;
}

function Groups({ form, type, label, hint }: { form: Form; type: number; label: string; hint: string }) {
  const groupListQuery = useCall(groupList, { groupType: String(type), pageNum: 1, pageSize: 100 } as never, {
    quiet: true,
  });
  const chosen = idsOf(form, 'groupIds');
  const toggle = (id: string) =>
    form.set({ groupIds: (chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]).join() });
  return (
    <Field form={form} name="groupIds" label={label} required wide hint={hint}>
      {(control) => (
        <fieldset id={control.id} className="chosen-audience" aria-label={label}>
          {(groupListQuery.data?.rows ?? []).map(({ groupId: id, groupName: name }) => (
            <label key={id} className="filter-option">
              <input type="checkbox" className="tick" checked={chosen.includes(id)} onChange={() => toggle(id)} />
              {name}
            </label>
          ))}
          {groupListQuery.data?.rows.length === 0 && <span className="muted">还没有{label}。</span>}
        </fieldset>
      )}
    </Field>
  );
}

function Picked({
  form,
  name,
  label,
  of,
  children,
}: {
  form: Form;
  name: string;
  label: string;
  of: readonly Named[] | undefined;
  children: (chosen: Choice[], pick: (next: Choice[]) => void, close: () => void) => ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<Choice[]>((of ?? []).map(({ id, name }) => ({ id, name, note: '' })));
  const pick = (next: Choice[]) => {
    setChosen(next);
    form.set({ [name]: next.map(({ id }) => id).join() });
  };
  return (
    <Field form={form} name={name} label={label} required wide>
      {(control) => (
        <div className="chosen-audience">
          {chosen.slice(0, SHOWN).map((one) => (
            <span key={one.id} className="tag">
              {one.name}
              <IconButton
                look="word"
                icon="close"
                iconSize={12}
                label={`移除${one.name}`}
                onClick={() => pick(chosen.filter(({ id }) => id !== one.id))}
              />
            </span>
          ))}
          {chosen.length > SHOWN && <span className="muted">等{chosen.length}项</span>}
          <Button
            id={control.id}
            size="compact"
            icon="plus"
            aria-haspopup="dialog"
            aria-describedby={control['aria-describedby']}
            onClick={() => setOpen(true)}
          >
            选择{label}
          </Button>
          {open && children(chosen, pick, () => setOpen(false))}
        </div>
      )}
    </Field>
  );
}
