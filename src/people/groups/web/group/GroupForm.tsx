import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { OrgField } from '#people/org/web/pickers.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import type { Choice } from '#platform/web/choose/choice.ts';
import { DiffDialog } from '#platform/web/dialogs/DiffDialog.tsx';
import { differencesOf } from '#platform/web/dialogs/differences.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { type FormValues, useBeside, useForm } from '#platform/web/form/useForm.ts';
import { useRecordSave } from '#platform/web/form/useRecordSave.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { placeOf } from '#platform/web/list/listMemory.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { NoRight } from '#platform/web/show/states.tsx';
import { GROUP_TYPES } from '../../contract.fields.ts';
import { createGroup, type GroupDetail, getGroup, groupForm, MAX_GROUP, updateGroup } from '../../contract.groups.ts';
import { ClassField, LabelField, useMarkNames } from '../marks.tsx';
import { PeopleField } from '../pickers.tsx';
import { ADD, detailPath, GROUPS } from './paths.ts';

/** `/contentManager/group/edit/:id`, with `add` for a new one. */
export default function GroupForm() {
  const { id = ADD } = useParams();
  const session = useSession();
  const record = useCall(getGroup, { id }, { quiet: true, staleTime: 0, enabled: id !== ADD });
  if (!may(session, 'group:write')) return <NoRight title="当前角色不能维护分组" />;
  if (id === ADD) return <Editor group={null} />;
  if (!record.data || !record.isFetchedAfterMount) return <Waiting query={record} lines={10} />;
  return <Editor key={id} group={record.data} />;
}

const LABELS: Readonly<Record<string, string>> = {
  groupName: '分组名称',
  description: '说明',
  members: '人员',
  leaderId: '组长',
  labelIds: '标签',
  classId: '分类',
};
/** Its people are given tasks, and must be able to sign in. */
const PARTY_OFFICE = 1;
const WHOM = {
  any: '只能选择管理范围内的人员；选好分组类别后，还可以从同类分组中选',
  office: '只能选择管理范围内有登录账号的人员，也可以从同类分组中选',
  typed: '只能选择管理范围内的人员，也可以从同类分组中选',
} as const;
const TYPES = optionsOf(GROUP_TYPES);

/** Lists are held as one text each, so that the form knows whether they changed. */
const valuesOf = (group: GroupDetail): FormValues => ({
  groupName: group.groupName,
  description: group.description,
  members: group.people.map(({ id }) => id).join(','),
  leaderId: group.leaderId ?? '',
  labelIds: group.labelIds.join(','),
  classId: group.classId ?? '',
});
const listOf = (text: string) => text.split(',').filter(Boolean);
const choiceOf = ({ id, name, orgName }: GroupDetail['people'][number]): Choice => ({ id, name, note: orgName });

function Editor({ group }: { group: GroupDetail | null }) {
  const navigate = useNavigate();
  const { user } = useSession();
  const create = useAct(createGroup, { quiet: true });
  const update = useAct(updateGroup, { quiet: true });
  const [start] = useState<FormValues>(() =>
    group
      ? valuesOf(group)
      : {
          orgId: user.workOrgId,
          groupType: '',
          groupName: '',
          description: '',
          members: '',
          leaderId: '',
          labelIds: '',
          classId: '',
        },
  );
  // Everybody who was ever chosen here, by id: the form holds ids alone.
  const [known, setKnown] = useState<ReadonlyMap<string, Choice>>(
    () => new Map(group?.people.map((person) => [person.id, choiceOf(person)])),
  );
  const remember = (people: readonly Choice[]) =>
    setKnown((now) => new Map([...now, ...people.map((person) => [person.id, person] as const)]));
  const form = useForm({ schema: groupForm, initial: start, isNew: group === null });
  const done = (id: string) => {
    clearKeptInput();
    emit('notice', { kind: 'success', text: '保存成功' });
    navigate(detailPath(id), { replace: true });
  };
  const saver = useRecordSave({
    record: group,
    form,
    valuesOf,
    get: getGroup,
    input: (id) => ({ id }),
    update: (input) => update.mutateAsync(input),
    onSaved: done,
  });
  useBeside(form, [...known.values()], remember);
  const title = group ? `编辑 ${group.groupName}` : '新增分组';
  useTitle(title);
  const { conflict } = saver;
  const groupType = group?.groupType ?? (Number(form.text('groupType')) || undefined);
  const marks = useMarkNames();
  const people = listOf(form.text('members')).map(
    (id) => known.get(id) ?? { id, name: '姓名没有读到', note: '可移除后重新选择' },
  );
  const theirs = new Map(conflict?.people.map((person) => [person.id, choiceOf(person)]));
  const nameOf = (id: string) => known.get(id)?.name ?? theirs.get(id)?.name ?? '';
  const words = (field: string, value: string | boolean | undefined) => {
    const text = String(value ?? '');
    if (field === 'members' || field === 'leaderId') return listOf(text).map(nameOf).join('、');
    if (field === 'labelIds') return listOf(text).map(marks.label).join('、');
    return field === 'classId' ? marks.className(text) : text;
  };
  const choose = (chosen: Choice[]) => {
    remember(chosen);
    const leads = chosen.some(({ id }) => id === form.text('leaderId'));
    form.set({ members: chosen.map(({ id }) => id).join(','), ...(!leads && { leaderId: '' }) });
  };

  const save = async () => {
    if (group) await saver.save(group.id);
    else done((await create.mutateAsync(form.input())).id);
  };
  const leaders = people.map(({ id, name, note }) => ({ value: id, label: note ? `${name}（${note}）` : name }));
  return (
    <>
      <FormPage
        title={title}
        form={form}
        onSave={save}
        onCancel={() => navigate(group ? detailPath(group.id) : placeOf(GROUPS))}
        sections={[
          {
            id: 'group',
            title: '分组',
            content: (
              <>
                <TextField form={form} name="groupName" label="分组名称" required max={40} />
                {group ? (
                  <>
                    <Fixed label="所属组织" value={group.orgName} />
                    <Fixed label="分组类别" value={group.typeName} />
                  </>
                ) : (
                  <>
                    <OrgField form={form} name="orgId" label="所属组织" required count="organisations" />
                    <SelectField
                      form={form}
                      name="groupType"
                      label="分组类别"
                      required
                      options={TYPES}
                      hint="办理这类事项时可以选到这个分组；保存后不能修改"
                    />
                  </>
                )}
                <AreaField form={form} name="description" label="说明" wide max={300} rows={2} />
              </>
            ),
          },
          {
            id: 'people',
            title: '人员',
            content: (
              <>
                <PeopleField
                  label="人员"
                  multiple
                  max={MAX_GROUP}
                  // Groups of the same kind are offered as well, to be taken over whole or in part.
                  groupType={groupType}
                  value={people}
                  onChange={choose}
                  fault={form.faults.members}
                  hint={
                    group && group.otherMembers > 0
                      ? `另有${group.otherMembers}人不在您的管理范围内，保存时保持不变`
                      : WHOM[groupType === undefined ? 'any' : groupType === PARTY_OFFICE ? 'office' : 'typed']
                  }
                />
                <SelectField form={form} name="leaderId" label="组长" options={leaders} hint="从组内人员中选" />
              </>
            ),
          },
          {
            id: 'marks',
            title: '标签与分类',
            content: (
              <>
                <LabelField
                  form={form}
                  name="labelIds"
                  about={`${form.text('groupName')}${form.text('description')}`}
                />
                <ClassField form={form} name="classId" />
              </>
            ),
          },
        ]}
      />
      {conflict && group && (
        <DiffDialog
          name={group.groupName}
          who={conflict.updateName}
          differences={differencesOf([start, valuesOf(conflict), form.values], LABELS, words)}
          onMerge={(mine) => {
            // Theirs may hold people who were never chosen here.
            remember([...theirs.values()]);
            return saver.merge(mine);
          }}
          onClose={saver.leaveConflict}
        />
      )}
    </>
  );
}

function Fixed({ label, value }: { label: string; value: string }) {
  return (
    <div className="form-field">
      <span className="field-label">{label}</span>
      <p>{value}</p>
    </div>
  );
}
