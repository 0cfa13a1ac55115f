import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { DiffDialog } from '#platform/web/dialogs/DiffDialog.tsx';
import { differencesOf } from '#platform/web/dialogs/differences.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, DateField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { type FormValues, useForm } from '#platform/web/form/useForm.ts';
import { useRecordSave } from '#platform/web/form/useRecordSave.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { NoRight } from '#platform/web/show/states.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { uploadedAlready } from '#platform/web/upload/keptFiles.ts';
import { type ChangeDetail, changeFields, createChange, getChange, updateChange } from '../../contract.changes.ts';
import { CHANGE_KINDS, type ChangeKind, SUBJECTS, TARGETS } from '../../rules.changes.ts';
import { ORG_TYPE_CHOICES } from '../orgColumns.tsx';
import { OrgField, useOrg } from '../pickers.tsx';
import { PartsField, partsOf } from './PartsField.tsx';
import { SourcesField, sourcesOf } from './SourcesField.tsx';

const PATH = '/affairs/organization/change';
const { number, issuedOn, reason } = changeFields.shape;
const kinds = Object.keys(CHANGE_KINDS) as [ChangeKind, ...ChangeKind[]];
/** The form as it is typed: files as ids joined by commas, what is a list as JSON. */
const typed = z.object({
  kind: z.enum(kinds, '请选择变更种类'),
  number,
  issuedOn,
  reason,
  files: z.string(),
  orgId: z.string().min(1, '请选择党组织'),
  targetId: z.string(),
  sourceIds: z.string(),
  name: z.string(),
  shortName: z.string(),
  type: z.string(),
  parts: z.string(),
});

const NEW: FormValues = {
  kind: '',
  number: '',
  issuedOn: '',
  reason: '',
  files: '',
  orgId: '',
  targetId: '',
  sourceIds: '[]',
  name: '',
  shortName: '',
  type: '',
  parts: '[]',
};

const valuesOf = (change: ChangeDetail): FormValues => ({
  kind: change.kind,
  number: change.number,
  issuedOn: change.issuedOn,
  reason: change.reason,
  files: change.files.map(({ id }) => id).join(','),
  orgId: change.orgId,
  targetId: change.targetId ?? '',
  sourceIds: JSON.stringify(change.sources),
  name: change.name,
  shortName: change.shortName,
  type: change.type === null ? '' : String(change.type),
  parts: JSON.stringify(change.parts),
});

const LABELS: Readonly<Record<string, string>> = {
  kind: '变更种类',
  number: '文号',
  issuedOn: '发文日期',
  reason: '变更事由',
  files: '附件',
  orgId: '变更的组织',
  targetId: '上级或接收组织',
  sourceIds: '被合并的组织',
  name: '组织名称',
  shortName: '组织简称',
  type: '组织类别',
  parts: '新设组织和去向',
};

/** What is sent of the form: what the kind does not ask for is left empty. */
function sent(values: FormValues) {
  const text = (name: string) => String(values[name] ?? '');
  const kind = text('kind') as ChangeKind;
  const named = kind === 'establish' || kind === 'rename';
  return {
    kind,
    number: text('number'),
    issuedOn: text('issuedOn'),
    reason: text('reason'),
    files: text('files').split(',').filter(Boolean),
    orgId: text('orgId'),
    targetId: kind in TARGETS ? text('targetId') : null,
    sourceIds: kind === 'merge' ? sourcesOf(values.sourceIds).map((org) => org.id) : [],
    name: named ? text('name') : '',
    shortName: named ? text('shortName') : '',
    type: kind === 'establish' ? text('type') : null,
    parts: kind === 'split' || kind === 'upgrade' ? partsOf(values.parts) : [],
  };
}

/** A value of the form in words; organisations by the names that are known. */
function words(field: string, value: unknown, names: ReadonlyMap<string, string>): string {
  const text = String(value ?? '');
  if (field === 'kind') return CHANGE_KINDS[text as ChangeKind] ?? '';
  if (field === 'files') return `${text.split(',').filter(Boolean).length}个`;
  if (field === 'orgId' || field === 'targetId') return names.get(text) ?? '';
  if (field === 'type') return ORG_TYPE_CHOICES.find((one) => String(one.value) === text)?.label ?? '';
  if (field === 'sourceIds')
    return sourcesOf(text)
      .map(({ name }) => name)
      .join('、');
  if (field === 'parts')
    return partsOf(text)
      .map((part) => `${part.name}（人员${part.memberIds.length}名，组织${part.orgIds.length}个）`)
      .join('；');
  return text;
}

/** What the chosen kind needs and does not have; the server looks at the tree itself. */
function lacking(values: FormValues): Record<string, string> {
  const kind = values.kind as ChangeKind;
  const named = kind === 'establish' || kind === 'rename';
  return {
    ...(named && String(values.name).trim() === '' ? { name: '请输入组织名称' } : {}),
    ...(kind === 'establish' && values.type === '' ? { type: '请选择组织类别' } : {}),
    ...(kind === 'move' && values.targetId === '' ? { targetId: '请选择新的上级党组织' } : {}),
    ...(kind === 'merge' && sourcesOf(values.sourceIds).length === 0 ? { sourceIds: '请选择被合并的组织' } : {}),
    ...(partsOf(values.parts).some((part) => part.name.trim() === '') ? { parts: '请填写每个新组织的名称' } : {}),
  };
}

/** `/affairs/organization/change/add` and `…/edit/:id`: drafts a document, or fixes a draft. */
export default function ChangeForm() {
  const { id } = useParams();
  const params = readQuery(useLocation().search, ['orgId', 'kind']);
  if (id) return <Existing key={id} id={id} />;
  const kind = params.kind && params.kind in CHANGE_KINDS ? params.kind : '';
  return <Editor key="new" change={null} initial={{ ...NEW, orgId: params.orgId ?? '', kind }} />;
}

function Existing({ id }: { id: string }) {
  const changeQuery = useCall(getChange, { id }, { quiet: true, staleTime: 0 });
  if (!changeQuery.data || !changeQuery.isFetchedAfterMount) return <Waiting query={changeQuery} lines={10} />;
  if (!changeQuery.data.can.edit) return <NoRight title="已执行或已撤回的文件不能修改" />;
  return <Editor change={changeQuery.data} initial={valuesOf(changeQuery.data)} />;
}

function Editor({ change, initial }: { change: ChangeDetail | null; initial: FormValues }) {
  const navigate = useNavigate();
  const create = useAct(createChange, { quiet: true });
  const update = useAct(updateChange, { quiet: true });
  // The record is read again behind an open form; what the form started from must not move under it.
  const [start] = useState(initial);
  const form = useForm({ schema: typed, initial: start, isNew: true, check: lacking });
  const saver = useRecordSave({
    record: change,
    form,
    valuesOf,
    get: getChange,
    input: (id) => ({ id }),
    // A document is written as a whole: what is merged stands on what the other one saved.
    update: ({ id, version, ...mine }): Promise<unknown> => {
      const under = saver.conflict ? valuesOf(saver.conflict) : form.values;
      return update.mutateAsync({
        ...sent({ ...under, ...(mine as FormValues) }),
        id: String(id),
        version: Number(version),
      });
    },
    onSaved: (id) => done(id),
  });
  const { conflict } = saver;
  const title = change ? `编辑 ${change.number}` : '起草组织变更文件';
  useTitle(title);
  const kind = form.text('kind') as ChangeKind | '';
  const [org, target] = [useOrg(form.text('orgId') || undefined), useOrg(form.text('targetId') || undefined)];
  const names = new Map(
    [change, conflict].flatMap((one) =>
      one ? [[one.orgId, one.orgName] as const, [one.targetId ?? '', one.targetName] as const] : [],
    ),
  );
  for (const { id, name } of [org, target]) if (name) names.set(id, name);
  names.delete('');

  const done = (id: string) => {
    clearKeptInput();
    emit('notice', { kind: 'success', text: '已保存，请核对预览后执行' });
    navigate(`${PATH}/browse/${id}`, { replace: true });
  };
  const save = async () => {
    if (change) return saver.save(change.id);
    const made = await create.mutateAsync(sent(form.values));
    done(made.id);
  };
  return (
    <>
      <FormPage
        title={title}
        form={form}
        act="保存并预览"
        onSave={save}
        onCancel={() => navigate(change ? `${PATH}/browse/${change.id}` : PATH)}
        sections={[
          {
            id: 'document',
            title: '文件',
            content: (
              <>
                <SelectField
                  form={form}
                  name="kind"
                  label="变更种类"
                  required
                  options={optionsOf(CHANGE_KINDS)}
                  hint={kind ? HINTS[kind] : undefined}
                />
                <TextField form={form} name="number" label="文号" required max={40} placeholder="江组〔2026〕12号" />
                <DateField form={form} name="issuedOn" label="发文日期" required />
                <AreaField form={form} name="reason" label="变更事由" required max={1000} wide />
                <AttachmentField
                  form={form}
                  name="files"
                  label="附件"
                  format="common"
                  count={20}
                  hint="批复、决定等文件或扫描件"
                  kept={uploadedAlready(change?.files)}
                />
              </>
            ),
          },
          {
            id: 'change',
            title: '变更内容',
            content: kind ? (
              <>
                <OrgField form={form} name="orgId" label={SUBJECTS[kind]} required count="organisations" />
                {TARGETS[kind] && (
                  <OrgField
                    form={form}
                    name="targetId"
                    label={TARGETS[kind]}
                    required={kind === 'move'}
                    count="organisations"
                    {...(kind === 'revoke'
                      ? { hint: '没有人员、单位、下级组织、在办审批，也没有公开过三务的不填' }
                      : {})}
                  />
                )}
                {kind === 'merge' && <SourcesField form={form} name="sourceIds" label="被合并的组织" />}
                {(kind === 'establish' || kind === 'rename') && (
                  <>
                    <TextField
                      form={form}
                      name="name"
                      label={kind === 'rename' ? '新名称' : '组织名称'}
                      required
                      max={60}
                      hint="用全称，同一上级下不能重名"
                    />
                    <TextField
                      form={form}
                      name="shortName"
                      label={kind === 'rename' ? '新简称' : '组织简称'}
                      max={30}
                    />
                  </>
                )}
                {kind === 'establish' && (
                  <SelectField form={form} name="type" label="组织类别" required options={ORG_TYPE_CHOICES} />
                )}
                {(kind === 'split' || kind === 'upgrade') && form.text('orgId') && (
                  <PartsField key={`${kind}:${form.text('orgId')}`} form={form} kind={kind} />
                )}
              </>
            ) : (
              <p className="muted">
                {org?.name
                  ? `已选${org.name}。选好变更种类后，在这里填写其余内容。`
                  : '选好变更种类后，在这里填写变更的组织。'}
              </p>
            ),
          },
        ]}
      />
      {conflict && change && (
        <DiffDialog
          name={change.number}
          who={conflict.updateName}
          differences={differencesOf([start, valuesOf(conflict), form.values], LABELS, (field, value) =>
            words(field, value, names),
          )}
          onMerge={saver.merge}
          onClose={saver.leaveConflict}
        />
      )}
    </>
  );
}

const HINTS: Readonly<Record<ChangeKind, string>> = {
  establish: '在上级党组织下设立一个新组织，编码由系统给出',
  rename: '编码和隶属不变',
  move: '连同全部下级组织和人员调整到新的上级之下，编码随之改变',
  merge: '被合并组织的人员、单位、下级组织、分组和在办审批并入保留的组织，被合并的撤销',
  split: '从一个组织划出人员或下级组织，另设同级的组织',
  upgrade: '党支部升为党总支，或党总支升为基层党委',
  revoke: '撤销一个组织；还有人员、单位、在办审批或公开过三务的，由另一个组织承接',
};
