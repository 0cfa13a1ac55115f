import { useState } from 'react';
import { PlaceTree } from '#kernel/permission/web/pickers.tsx';
import { Field } from '#platform/web/form/fields.tsx';
import type { Form } from '#platform/web/form/useForm.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Pressable } from '#platform/web/ui/Button.tsx';

/** The organisation whose subtree sees a picture. The tree opens within the dialog, which nothing can float above. */
export function ScopeField({ form, start }: { form: Form; start: string }) {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState(start);
  return (
    <Field form={form} name="orgId" label="展示范围" required wide hint="这个组织及其下级的首页展示">
      {({ 'aria-required': _required, ...control }) => (
        <>
          <span className={control['aria-invalid'] ? 'field-box wrong' : 'field-box'}>
            <Pressable {...control} className="form-choice" aria-expanded={open} onClick={() => setOpen(!open)}>
              <span className="ellipsis">{name}及下级</span>
              <Icon name="down" size={14} />
            </Pressable>
          </span>
          {open && (
            <div className="swiper-tree">
              <PlaceTree
                selectedId={form.text('orgId')}
                onSelect={(org) => {
                  form.set({ orgId: org.id });
                  setName(org.name);
                  setOpen(false);
                }}
              />
            </div>
          )}
        </>
      )}
    </Field>
  );
}
