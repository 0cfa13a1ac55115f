import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { PeopleField } from '#people/groups/web/pickers.tsx';
import { getMember } from '#people/member/contract.ts';
import type { InputOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import type { Choice } from '#platform/web/choose/choice.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, DateField, SelectField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { addVariation } from '../contract.ts';
import { firstDayOfGround, GROUNDS, type GroundName, groundsOf, KINDS, REGISTERED } from '../rules.ts';
import { BLANK, filesOf, MeetingFields, PaperFields } from './parts.tsx';
import { PATHS } from './paths.ts';

const OPTIONS = REGISTERED.map((value) => ({ value, label: KINDS[value].label }));
const SUSPENDED = 2;
const schema = addVariation.input.extend({ files: z.string().min(1, '请上传材料') });

/** `variationAdd`: the branch registers that somebody leaves; the query is what a draft proposes. */
export default function VariationAdd() {
  const params = readQuery(useLocation().search, ['kind', 'memberId', 'ground', 'since']);
  const { memberId } = params;
  const person = useCall(getMember, memberId === undefined ? null : { id: memberId }, { quiet: true });
  if (memberId !== undefined && !person.data) return <Waiting query={person} lines={8} />;
  const start = person.data ? [{ id: person.data.id, name: person.data.name, note: person.data.orgName }] : [];
  return (
    <Editor
      key={memberId ?? ''}
      proposed={params}
      start={start}
      isSuspended={person.data?.membershipStatus === SUSPENDED}
    />
  );
}

interface Proposed {
  kind?: string;
  ground?: string;
  since?: string;
}

function Editor({ proposed, start, isSuspended }: { proposed: Proposed; start: Choice[]; isSuspended: boolean }) {
  const navigate = useNavigate();
  const add = useAct(addVariation, { quiet: true });
  const [people, setPeople] = useState<Choice[]>(start);
  const isKind = REGISTERED.some((kind) => kind === proposed.kind);
  const form = useForm({
    schema,
    initial: {
      ...BLANK,
      memberId: start[0]?.id ?? '',
      kind: isKind ? String(proposed.kind) : '',
      ground: proposed.ground ?? '',
      groundOn: proposed.since ?? '',
    },
    isNew: true,
  });
  const kind = KINDS[form.text('kind') as keyof typeof KINDS];
  // Only of somebody who came with the link it is known whether the membership is suspended; of others the server says.
  const grounds = groundsOf(form.text('kind'), isSuspended);
  const [only] = grounds;
  const ground = grounds.length === 1 ? only : grounds.find((name) => name === form.text('ground'));
  const save = async () => {
    const { files, ...values } = form.values;
    const made = await add.mutateAsync({ ...values, files: filesOf(files) } as InputOf<typeof addVariation>);
    clearKeptInput();
    emit('notice', { kind: 'success', text: made.deciderName ? `已报${made.deciderName}审批` : '已登记并生效' });
    navigate(PATHS.detail(made.id), { replace: true });
  };
  return (
    <FormPage
      title="新增异动"
      form={form}
      act={kind && !kind.approval ? '登记' : '报批'}
      onSave={save}
      onCancel={() => navigate(PATHS.list)}
      banners={
        kind && (
          <div className="banner">
            <Icon name="book" />
            <span className="grow">
              {ground ? GROUNDS[ground].clause : kind.clause}。
              {kind.status !== 1 && '生效后党员不再计入，账号停用，任职、流动和以后的党费同时结束。'}
            </span>
          </div>
        )
      }
      sections={[
        {
          id: 'who',
          title: '谁、什么异动',
          content: (
            <>
              <PeopleField
                label="党员"
                required
                multiple={false}
                value={people}
                fault={form.faults.memberId && (people.length > 0 ? form.faults.memberId : '请选择党员')}
                onChange={(chosen) => {
                  setPeople(chosen);
                  form.set({ memberId: chosen[0]?.id ?? '' });
                }}
              />
              <SelectField form={form} name="kind" label="异动类型" required options={OPTIONS} />
              {grounds.length > 1 && (
                <SelectField
                  form={form}
                  name="ground"
                  label="情形"
                  required
                  options={grounds.map((value) => ({ value, label: GROUNDS[value].label }))}
                />
              )}
              {ground && (
                <DateField
                  form={form}
                  name="groundOn"
                  label={GROUNDS[ground].since}
                  required={ground !== 'suspension'}
                  hint={groundHint(ground, form.text('groundOn'))}
                />
              )}
              <DateField
                form={form}
                name="effectiveOn"
                label={form.text('kind') === 'died' ? '死亡日期' : '生效日期'}
                required
                hint={kind?.approval ? '可以是以后一个月内的日期，到期自动生效' : undefined}
              />
              <AreaField form={form} name="reason" label="情况说明" required max={300} />
            </>
          ),
        },
        ...(kind?.meeting ? [{ id: 'meeting', title: '支部大会', content: <MeetingFields form={form} /> }] : []),
        {
          id: 'papers',
          title: '材料',
          content: <PaperFields form={form} label={kind ? kind.papers : '材料'} />,
        },
      ]}
    />
  );
}

/** From which day on a ground carries the variation; of a recorded suspension the platform knows the day. */
function groundHint(ground: GroundName, since: string): string | undefined {
  if (ground === 'suspension' && since === '') return '停止党籍在平台办理的，按办理的日期计算，可以不填';
  if (GROUNDS[ground].months === 0 || !/^\d{4}-\d{2}-\d{2}$/.test(since)) return undefined;
  return `最早 ${firstDayOfGround(ground, since)} 可以研究`;
}
