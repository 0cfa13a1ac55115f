import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { emit } from '#platform/web/events.ts';
import { useDraft } from '#platform/web/form/drafts.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, DateField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { type FormValues, useForm } from '#platform/web/form/useForm.ts';
import { useAct, useCall } from '#platform/web/hooks.ts';
import { readQuery } from '#platform/web/navigation.ts';
import { ApiError } from '#platform/web/request.ts';
import { useSession } from '#platform/web/session.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Bones, Failed, NoRight } from '#platform/web/states.tsx';
import { forgetUnsaved } from '#platform/web/unsaved.ts';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { type ChangeDetail, changeFields, createChange, getChange, updateChange } from '../../contract.changes.ts';
import { CHANGE_KINDS, type ChangeKind, SUBJECTS, TARGETS } from '../../rules.changes.ts';
import { ORG_TYPE_CHOICES } from '../orgColumns.tsx';
import { OrgField } from '../pickers.tsx';
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

/** `/affairs/organization/change/add` and `…/edit/:id`: drafts a document, or mends a draft. */
export default function ChangeForm() {
  const { id } = useParams();
  const asked = readQuery(useLocation().search, ['orgId', 'kind']);
  if (id) return <Existing key={id} id={id} />;
  const kind = asked.kind && asked.kind in CHANGE_KINDS ? asked.kind : '';
  return <Editor key="new" change={null} initial={{ ...NEW, orgId: asked.orgId ?? '', kind }} />;
}

function Existing({ id }: { id: string }) {
  const found = useCall(getChange, { id }, { quiet: true, staleTime: 0 });
  if (found.error && !found.data) return <Failed error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data || !found.isFetchedAfterMount) return <Bones lines={10} />;
  if (!found.data.can.edit) return <NoRight title="已执行或已撤回的文件不能修改" />;
  return <Editor change={found.data} initial={valuesOf(found.data)} />;
}

function Editor({ change, initial }: { change: ChangeDetail | null; initial: FormValues }) {
  const navigate = useNavigate();
  const { user } = useSession();
  const create = useAct(createChange, { quiet: true });
  const update = useAct(updateChange, { quiet: true });
  // The record is read again behind an open form; what the form started from must not move under it.
  const [start] = useState(initial);
  const form = useForm({ schema: typed, initial: start, isNew: true, check: lacking });
  const draft = useDraft(`${user.userId}:orgChange:${change?.id ?? 'add'}`, String(change?.version ?? 0), form);
  const title = change ? `编辑 ${change.number}` : '起草组织变更文件';
  useTitle(title);
  const kind = form.text('kind') as ChangeKind | '';

  const save = async () => {
    const input = {
      kind: form.text('kind') as ChangeKind,
      number: form.text('number'),
      issuedOn: form.text('issuedOn'),
      reason: form.text('reason'),
      files: form.text('files').split(',').filter(Boolean),
      orgId: form.text('orgId'),
      targetId: kind && kind in TARGETS ? form.text('targetId') : null,
      sourceIds: kind === 'merge' ? sourcesOf(form.text('sourceIds')).map((org) => org.id) : [],
      name: kind === 'establish' || kind === 'rename' ? form.text('name') : '',
      shortName: kind === 'establish' || kind === 'rename' ? form.text('shortName') : '',
      type: kind === 'establish' ? form.text('type') : null,
      parts: kind === 'split' || kind === 'upgrade' ? partsOf(form.text('parts')) : [],
    };
    let id = change?.id ?? '';
    try {
      if (change) await update.mutateAsync({ ...input, id, version: change.version });
      else ({ id } = await create.mutateAsync(input));
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.fields).length === 0) {
        emit('notice', { kind: 'error', text: error.message });
      }
      throw error;
    }
    draft.done();
    forgetUnsaved();
    emit('notice', { kind: 'success', text: '已保存，请核对预览后执行' });
    navigate(`${PATH}/browse/${id}`, { replace: true });
  };
  return (
    <FormPage
      title={title}
      form={form}
      draft={draft}
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
                options={Object.entries(CHANGE_KINDS).map(([value, label]) => ({ value, label }))}
                hint={kind ? HINTS[kind] : undefined}
              />
              <TextField form={form} name="number" label="文号" required max={40} placeholder="江组〔2026〕12号" />
              <DateField form={form} name="issuedOn" label="发文日期" required />
              <AreaField form={form} name="reason" label="变更事由" required max={1000} wide />
              <AttachmentField
                form={form}
                name="files"
                label="附件"
                count={20}
                hint="批复、决定等文件的扫描件"
                kept={(change?.files ?? []).map(({ id, name, mime, size }) => ({
                  id,
                  name,
                  size,
                  fileType: mime,
                  url: '',
                  thumbnailUrl: '',
                  zoomUrl: '',
                }))}
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
                  {...(kind === 'revoke' ? { hint: '没有人员、单位和下级组织的不填' } : {})}
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
                  <TextField form={form} name="shortName" label={kind === 'rename' ? '新简称' : '组织简称'} max={30} />
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
            <p className="muted">选好变更种类后，在这里填写变更的组织。</p>
          ),
        },
      ]}
    />
  );
}

const HINTS: Readonly<Record<ChangeKind, string>> = {
  establish: '在上级党组织下设立一个新组织，编码由系统给出',
  rename: '编码和隶属不变',
  move: '连同全部下级组织和人员调整到新的上级之下，编码随之改变',
  merge: '被合并组织的人员、单位和下级组织并入保留的组织，被合并的撤销',
  split: '从一个组织划出人员或下级组织，另设同级的组织',
  upgrade: '党支部升为党总支，或党总支升为基层党委',
  revoke: '撤销一个组织；还有人员的要写明去向',
};
