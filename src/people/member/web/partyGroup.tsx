import { useState } from 'react';

import { nounHouse } from '#people/org/web/pickers.nouns.tsx';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { useStands } from '#platform/web/dialogs/useStands.ts';
import { SelectField } from '#platform/web/form/fields.tsx';
import { type NounRecord, nounPlace, nounWeb, type OwnControl } from '#platform/web/noun/nounWeb.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { groupPeople, partyGroup, partyGroupCalls, setGroupPeople } from '../nouns/partyGroup.ts';
import './member.css';

const place = nounPlace('/affairs/member/partyGroup');

/** 党小组, its record with its people, and the form. */
export default nounWeb(partyGroup, partyGroupCalls, nounHouse, place, {
  title: '党小组',
  consequence: '组里的党员不再属于任何党小组，党员信息不受影响',
  empty: { title: '这里没有党小组', text: '党员较多的支部可以划分党小组，每月至少开一次党小组会；可在右上角新增。' },
  columns: { name: { width: 170 }, orgId: { width: 200 }, foundedOn: { width: 120 } },
  further: [
    { key: 'people', title: '党员', width: 80, align: 'right', card: 'side', cell: (row) => `${row.people}人` },
  ],
  facts: ({ leaderName, people }) => [
    ['组长', leaderName || '未定'],
    ['党员', `${people}人`],
  ],
  controls: { leaderId: LeaderControl },
  acts: (record) => (
    <ButtonLink to={pathWithQuery('/affairs/member', { orgId: record.orgId, groupId: record.id })}>党员名册</ButtonLink>
  ),
  below: (record) => <People key={record.version} record={record} />,
});

/** The leader: one of the branch that the form names. */
function LeaderControl({ form, name, field }: OwnControl) {
  const orgId = form.text('orgId');
  const { data = [] } = useCall(groupPeople, { orgId }, { enabled: orgId !== '', quiet: true });
  const options = data.map((person) => ({ value: person.memberId, label: person.name }));
  return (
    <SelectField
      form={form}
      name={name}
      label={field.label}
      hint={orgId === '' ? '先选择所属党支部' : '从本支部党员中选一名'}
      options={options}
    />
  );
}

type Person = ReplyOf<typeof groupPeople>[number];

/** Who belongs to the group: the branch's roll with a tick each. */
function People({ record }: { record: NounRecord }) {
  const query = useCall(groupPeople, { orgId: record.orgId }, { quiet: true });
  if (!query.data) return <Waiting query={query} lines={4} />;
  return <Ticks record={record} people={query.data} />;
}

function Ticks({ record, people }: { record: NounRecord; people: readonly Person[] }) {
  const now = people.filter(({ groupId }) => groupId === record.id).map(({ memberId }) => memberId);
  const [chosen, setChosen] = useState<readonly string[]>(now);
  const save = useAct(setGroupPeople, { quiet: true });
  const { tell } = useStands();
  const changed = chosen.length !== now.length || chosen.some((id) => !now.includes(id));
  const moved = people.filter(
    ({ memberId, groupId }) => chosen.includes(memberId) && groupId && groupId !== record.id,
  ).length;
  const submit = async () => {
    try {
      await save.mutateAsync({ id: record.id, version: record.version, memberIds: [...chosen] });
      emit('notice', { kind: 'success', text: '保存成功' });
    } catch (error) {
      if (tell(error)) return;
      if (!(error instanceof ApiError)) throw error;
      emit('notice', { kind: 'error', text: error.message });
    }
  };
  return (
    <section className="card group-people" aria-labelledby="group-people-title">
      <h2 id="group-people-title" className="section-title">
        党员（{chosen.length}人）
      </h2>
      {people.length === 0 && <p className="muted">本支部还没有在册党员。</p>}
      <ul>
        {people.map(({ memberId, name, personCategoryName, groupId, groupName }) => (
          <li key={memberId}>
            <label className="filter-option">
              <input
                type="checkbox"
                className="tick"
                disabled={!record.can.edit}
                checked={chosen.includes(memberId)}
                onChange={(event) =>
                  setChosen((all) => (event.target.checked ? [...all, memberId] : all.filter((id) => id !== memberId)))
                }
              />
              {name}
              <span className="muted small">
                {groupId && groupId !== record.id ? `现在${groupName}` : personCategoryName}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {record.can.edit && people.length > 0 && (
        <footer>
          <span className="muted small">
            {moved > 0 ? `${moved}人将从别的党小组转来，每人只在一个党小组` : '每人只在一个党小组，调离支部时自动退出'}
          </span>
          <Button look="primary" disabled={!changed || save.isPending} onClick={() => void submit()}>
            保存党员
          </Button>
        </footer>
      )}
    </section>
  );
}
