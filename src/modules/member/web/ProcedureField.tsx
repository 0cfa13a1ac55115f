import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Field } from '#platform/web/form/fields.tsx';
import type { Form } from '#platform/web/form/useForm.ts';
import { may, useSession } from '#platform/web/session.ts';
import { type MemberDetail, PERSON_CATEGORIES } from '../contract.ts';
import type { ProcedureField as Name } from '../rules/procedure.ts';

/** Whether a field of a registered person changes by the development file alone; the server keeps the same rule. */
const isKept = (member: MemberDetail, name: Name): boolean =>
  name === 'personCategory' || member.personCategory !== 1 || member[name] !== null;

/** A field that the development file writes: shown, with the way to have it corrected. Of a new person it is `children`. */
export function ProcedureField({
  form,
  member,
  name,
  label,
  children,
}: {
  form: Form;
  member: MemberDetail | null;
  name: Name;
  label: string;
  children: ReactNode;
}) {
  const session = useSession();
  if (member === null || !isKept(member, name)) return children;
  const value = name === 'personCategory' ? PERSON_CATEGORIES[member.personCategory as 1] : (member[name] ?? '');
  return (
    <Field
      form={form}
      name={name}
      label={label}
      hint={
        <>
          随发展党员流程变化
          {may(session, 'recruit:write') && (
            <>
              ，登记有误请<Link to={`/affairs/recruitment/correct/${member.id}`}>申请更正</Link>
            </>
          )}
        </>
      }
    >
      {({ name: _name, onBlur: _onBlur, ...control }) => (
        <span className="field-box">
          <input {...control} readOnly value={value || '未填写'} />
        </span>
      )}
    </Field>
  );
}
