import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Field } from '#platform/web/form/fields.tsx';
import type { Form } from '#platform/web/form/useForm.ts';
import { may, useSession } from '#platform/web/session/session.ts';
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
    <KeptField
      form={form}
      name={name}
      label={label}
      value={value}
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
    />
  );
}

/** 党籍状态 of a registered person: shown, with the way to the variation that changes it. */
export function StandingField({ form, member }: { form: Form; member: MemberDetail }) {
  const session = useSession();
  const leads = member.personCategory <= 2 && may(session, 'variation:write');
  const isGood = member.membershipStatus === 1;
  const to = `/affairs/variation/variationAdd?memberId=${member.id}${isGood ? '' : '&kind=corrected'}`;
  return (
    <KeptField
      form={form}
      name="membershipStatus"
      label="党籍状态"
      value={member.membershipStatusName}
      hint={
        <>
          随党员异动变化
          {leads && (
            <>
              ，请<Link to={to}>{isGood ? '登记异动' : '更正登记'}</Link>
            </>
          )}
        </>
      }
    />
  );
}

/** What is shown within a form and cannot be typed over. */
const KeptField = ({
  form,
  name,
  label,
  value,
  hint,
}: {
  form: Form;
  name: string;
  label: string;
  value: string;
  hint: ReactNode;
}) => (
  <Field form={form} name={name} label={label} hint={hint}>
    {({ name: _name, onBlur: _onBlur, ...control }) => (
      <span className="field-box">
        <input {...control} readOnly value={value || '未填写'} />
      </span>
    )}
  </Field>
);
