import { useDeferredValue } from 'react';
import { listGroups } from '#people/groups/contract.groups.ts';
import { PeopleField } from '#people/groups/web/pickers.tsx';
import { PeopleConditions } from '#people/member/web/pickers.tsx';
import { ORG_TYPES } from '#people/org/contract.ts';
import type { InputOf } from '#platform/contract.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import type { Choice } from '#platform/web/choose/choice.ts';
import { SelectField } from '#platform/web/form/fields.tsx';
import type { Form } from '#platform/web/form/useForm.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { previewReach } from '../contract.notice.ts';
import { NOTICE_AUDIENCES } from '../rules.notice.ts';
import { listOf, OrgsField } from './Audience.tsx';
import './notice.css';

/** What was chosen, with its names; the form holds the ids. */
export interface Chosen {
  orgs: Choice[];
  people: Choice[];
}

/** Values of a form as an audience is asked for. */
export const reachOf = (form: { values: Readonly<Record<string, unknown>> }) => {
  const { audience, types, orgIds, groupIds, memberIds, queryId } = form.values;
  return {
    audience: String(audience),
    types: listOf(types).map(Number),
    orgIds: audience === 'chosen' ? listOf(orgIds) : [],
    groupIds: audience === 'people' ? listOf(groupIds) : [],
    memberIds: audience === 'people' ? listOf(memberIds) : [],
    queryId: audience === 'people' ? String(queryId ?? '') : '',
  };
};

/** 发给谁: by tree, type, group, people and kept conditions, with how many that is. */
export function NoticeReach({
  form,
  orgId,
  chosen,
  onChange,
}: {
  form: Form;
  orgId: string;
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
}) {
  const audience = form.text('audience');
  return (
    <>
      <SelectField form={form} name="audience" label="发给" required options={optionsOf(NOTICE_AUDIENCES)} />
      {audience === 'chosen' && (
        <OrgsField form={form} orgs={chosen.orgs} onChange={(orgs) => onChange({ ...chosen, orgs })} />
      )}
      {audience === 'people' ? (
        <>
          <div className="form-field wide">
            <PeopleField
              label="人员"
              multiple
              value={chosen.people}
              fault={form.faults.memberIds}
              hint="点名的人；可以同时用分组和条件，三者合并，每人一份"
              onChange={(people) => {
                onChange({ ...chosen, people });
                form.set({ memberIds: people.map(({ id }) => id).join() });
              }}
            />
          </div>
          <Groups form={form} />
          <div className="form-field wide">
            <span className="field-label">符合条件的人</span>
            <div className="archive-tools">
              <PeopleConditions
                queryId={form.text('queryId') || null}
                orgId={orgId}
                onUse={(queryId) => form.set({ queryId: queryId ?? '' })}
              />
            </div>
            <p className="field-hint">发送时按条件查找；展示期间新符合条件的人也会收到。</p>
          </div>
        </>
      ) : (
        <Ticks
          form={form}
          name="types"
          label="只发给这些类别的组织"
          hint="都不选，就发给全部类别"
          options={Object.entries(ORG_TYPES)}
        />
      )}
      <Meant form={form} orgId={orgId} />
    </>
  );
}

function Ticks({
  form,
  name,
  label,
  hint,
  options,
}: {
  form: Form;
  name: string;
  label: string;
  hint: string;
  options: readonly (readonly [string, string])[];
}) {
  const chosen = listOf(form.text(name));
  return (
    <div className="form-field wide">
      <fieldset className="notice-ticks">
        <legend className="field-label">{label}</legend>
        {options.map(([value, text]) => (
          <label key={value} className="filter-option">
            <input
              type="checkbox"
              className="tick"
              checked={chosen.includes(value)}
              onChange={(event) =>
                form.set({
                  [name]: (event.target.checked ? [...chosen, value] : chosen.filter((one) => one !== value)).join(),
                })
              }
            />
            {text}
          </label>
        ))}
      </fieldset>
      <p className="field-hint">{hint}</p>
    </div>
  );
}

function Groups({ form }: { form: Form }) {
  const reads = may(useSession(), 'group:read');
  const groupsQuery = useCall(listGroups, { pageSize: 200 }, { quiet: true, enabled: reads });
  const groups = groupsQuery.data?.rows ?? [];
  if (groups.length === 0) return null;
  return (
    <Ticks
      form={form}
      name="groupIds"
      label="分组"
      hint="分组里的人；发布后加入分组的人也会收到"
      options={groups.map(({ id, groupName }) => [id, groupName] as const)}
    />
  );
}

/** Whom it would reach now. */
function Meant({ form, orgId }: { form: Form; orgId: string }) {
  const asked = useDeferredValue(JSON.stringify(reachOf(form)));
  const reach = JSON.parse(asked) as ReturnType<typeof reachOf>;
  const isNobody =
    (reach.audience === 'chosen' && reach.orgIds.length === 0) ||
    (reach.audience === 'people' && reach.groupIds.length + reach.memberIds.length === 0 && !reach.queryId);
  const found = useCall(previewReach, { orgId, ...reach } as unknown as InputOf<typeof previewReach>, {
    quiet: true,
    enabled: !isNobody,
    keepPrevious: true,
  });
  if (isNobody) return null;
  if (found.error)
    return (
      <div className="form-field wide">
        <p className="banner warn" role="alert">
          <Icon name="warning" />
          <span>{found.error.message}</span>
        </p>
      </div>
    );
  if (!found.data) return null;
  const { total, withoutAccount, orgs, more } = found.data;
  return (
    <div className="form-field wide notice-meant" role="status">
      <p className="banner info">
        <Icon name="members" />
        <span>
          将发给{total.toLocaleString('en-US')}人，{(orgs.length + more).toLocaleString('en-US')}个组织
          {withoutAccount > 0 && `；其中${withoutAccount.toLocaleString('en-US')}人没有账号，要由支部当面告知`}
        </span>
      </p>
      <ul aria-label="发给的组织" className="muted small">
        {orgs.slice(0, 12).map((org) => (
          <li key={org.id}>
            {org.name} {org.total}人
          </li>
        ))}
        {orgs.length + more > 12 && <li>等{(orgs.length + more).toLocaleString('en-US')}个组织</li>}
      </ul>
    </div>
  );
}
