import { useId } from 'react';
import { useDict } from '#kernel/dictionary/web/pickers.ts';
import { AreaField, TextField } from '#platform/web/form/fields.tsx';
import type { Form } from '#platform/web/form/useForm.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import type { ReportDetail } from '../contract.ts';
import { POSTS, TIMES } from '../rules.ts';
import '#platform/web/field/matter.css';
import './dualReport.css';

/** The tag of each status of a report, of people and of organisations. */
const TONES: Readonly<Record<string, string>> = {
  待审: 'tag red',
  已报到: 'tag ok',
  已接受: 'tag ok',
  退回: 'tag warn',
};
export const StatusTag = ({ name, late = false }: { name: string; late?: boolean }) => (
  <>
    <span className={TONES[name] ?? 'tag'}>{name}</span>
    {late && <span className="tag bad">超期</span>}
  </>
);

/** Several of some values as ticks; the form holds them joined by commas, in the order of the choices. */
export function TicksField({
  form,
  name,
  label,
  options,
  hint,
}: {
  form: Form;
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
  hint?: string;
}) {
  const id = useId();
  const chosen = form.text(name).split(',').filter(Boolean);
  const fault = form.faults[name];
  return (
    <fieldset className="form-field wide sbd-ticks" aria-describedby={`${id}-note`}>
      <legend className="field-label">
        <span className="must" aria-hidden="true">
          *
        </span>
        {label}
      </legend>
      <div className="sbd-choices">
        {options.map(({ value, label: words }) => (
          <label key={value} className="filter-option">
            <input
              type="checkbox"
              className="tick"
              checked={chosen.includes(value)}
              aria-invalid={fault !== undefined}
              onBlur={() => form.leave(name)}
              onChange={({ target }) => {
                const now = options
                  .map((one) => one.value)
                  .filter((one) => (one === value ? target.checked : chosen.includes(one)));
                form.set({ [name]: now.join() });
              }}
            />
            {words}
          </label>
        ))}
      </div>
      <div id={`${id}-note`}>
        {fault ? (
          <p className="field-fault" role="alert">
            <Icon name="warning" size={14} />
            {fault}
          </p>
        ) : (
          hint && <p className="field-hint">{hint}</p>
        )}
      </div>
    </fieldset>
  );
}

/** Where somebody lives, and how he can help. */
export function LivingFields({ form }: { form: Form }) {
  return (
    <>
      <TextField form={form} name="residence" label="居住地址" required max={120} hint="写到门牌号，社区据此联系" />
      <TextField form={form} name="quarter" label="小区" max={40} />
    </>
  );
}

export function PostsField({ form }: { form: Form }) {
  const posts = useDict(POSTS)[POSTS];
  return <TicksField form={form} name="posts" label="服务岗位" options={posts} hint="可多选，社区按岗位派单" />;
}

export function ServiceFields({ form }: { form: Form }) {
  return (
    <>
      <PostsField form={form} />
      <TicksField form={form} name="times" label="服务时间" options={optionsOf(TIMES)} />
      <AreaField form={form} name="skills" label="特长和可提供的服务" max={200} wide />
    </>
  );
}

export const BLANK = { orgId: '', orgName: '', residence: '', quarter: '', posts: '', skills: '', times: '' };

/** The values of a form that begins from a report. */
export const valuesOf = (row: ReportDetail) => ({
  residence: row.residence,
  quarter: row.quarter,
  posts: row.posts.join(),
  skills: row.skills,
  times: row.times.join(),
});
