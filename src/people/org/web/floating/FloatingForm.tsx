import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import type { InputOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { DiffDialog } from '#platform/web/dialogs/DiffDialog.tsx';
import { differencesOf } from '#platform/web/dialogs/differences.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { RegionField } from '#platform/web/form/RegionField.tsx';
import { type FormValues, useForm } from '#platform/web/form/useForm.ts';
import { useRecordSave } from '#platform/web/form/useRecordSave.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { placeOf } from '#platform/web/list/listMemory.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { useSession } from '#platform/web/session/session.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Failed, NoRight, Skeleton } from '#platform/web/show/states.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { uploadedAlready } from '#platform/web/upload/keptFiles.ts';
import { addFloating, editFloating, type FloatingDetail, floatingForm, getFloating } from '../../contract.floating.ts';
import { getOrg, type OrgDetail } from '../../contract.ts';
import { checkFloating, SETTINGS } from '../../rules.floating.ts';
import { BRANCH_TYPES } from '../../rules.ts';
import { OrgField, useOrg } from '../pickers.tsx';
import { FLOATING_DETAILS, FLOATING_LIST } from './floatingParts.tsx';
import { PeopleField, peopleOf, peopleText } from './PeopleField.tsx';
import '../org.css';

/** People and files are one value of the form each, as text, compared and kept as a draft like any other. */
const typed = floatingForm.extend({
  secretaryId: z.string().refine((value) => peopleOf(value).length === 1, '请选择书记人选'),
  memberIds: z.string(),
  files: z.string(),
});

const LABELS: Readonly<Record<string, string>> = {
  parentId: '上级党组织',
  name: '组织名称',
  setting: '依托单位',
  region: '流入地区',
  address: '活动场所',
  contact: '联系人',
  phone: '联系电话',
  secretaryId: '书记人选',
  memberCount: '流动党员人数',
  memberIds: '流动党员',
  reason: '设立理由',
  files: '附件',
};

/** `/affairs/mobilePartyMembers/addMobileOrganization`: asks for an organisation of floating members; `?id=` fixes an application. */
export default function FloatingForm() {
  const { user } = useSession();
  const { id } = readQuery(useLocation().search, ['id']);
  const own = useCall(getOrg, { orgId: user.workOrgId }, { quiet: true });
  const record = useCall(getFloating, id === undefined ? null : { id }, { quiet: true, staleTime: 0 });
  const failed = [own, record].find(({ error, data }) => error && !data);
  if (failed?.error) return <Failed error={failed.error} onRetry={() => failed.refetch()} />;
  if (!own.data || (id && !(record.data && record.isFetchedAfterMount))) return <Skeleton lines={10} />;
  if (record.data && !record.data.can.edit) return <NoRight title="这个申请现在不能修改" />;
  const application = id ? (record.data ?? null) : null;
  return <Editor key={id ?? 'add'} application={application} own={own.data} />;
}

const valuesOf = (application: FloatingDetail): FormValues => ({
  parentId: application.parentInScope ? application.parentId : '',
  name: application.name,
  setting: application.setting,
  region: application.region,
  address: application.address,
  contact: application.contact,
  phone: application.phone,
  secretaryId: peopleText([
    { memberId: application.secretaryId, name: application.secretaryCandidate, orgName: application.askingName },
  ]),
  memberCount: String(application.memberCount ?? ''),
  memberIds: peopleText(application.members.map(({ memberId, name, orgName }) => ({ memberId, name, orgName }))),
  reason: application.reason,
  files: application.files.map(({ id }) => id).join(','),
});

const contradictions = (values: FormValues) =>
  checkFloating({
    memberCount: Number(values.memberCount),
    memberIds: peopleOf(values.memberIds).map(({ memberId }) => memberId),
  });

/** What is sent: people and files as lists of ids. */
function sent({ secretaryId, memberIds, files, ...values }: Record<string, unknown>): Record<string, unknown> {
  return {
    ...values,
    ...(secretaryId === undefined ? {} : { secretaryId: peopleOf(secretaryId)[0]?.memberId ?? '' }),
    ...(memberIds === undefined ? {} : { memberIds: peopleOf(memberIds).map(({ memberId }) => memberId) }),
    ...(files === undefined ? {} : { files: String(files).split(',').filter(Boolean) }),
  };
}

/** A value of the form in words; organisations by the names that are known. */
function words(field: string, value: unknown, names: ReadonlyMap<string, string>): string {
  if (field === 'parentId') return names.get(String(value)) ?? '';
  if (field === 'secretaryId' || field === 'memberIds')
    return peopleOf(value)
      .map(({ name }) => name)
      .join('、');
  if (field === 'setting') return SETTINGS[value as keyof typeof SETTINGS] ?? '';
  if (field === 'files')
    return `${
      String(value ?? '')
        .split(',')
        .filter(Boolean).length
    }个`;
  return String(value ?? '');
}

function Editor({ application, own }: { application: FloatingDetail | null; own: OrgDetail }) {
  const navigate = useNavigate();
  const add = useAct(addFloating, { quiet: true });
  const edit = useAct(editFloating, { quiet: true });
  const branch = BRANCH_TYPES.includes(own.type);
  // The record is read again behind an open form; what the form started from must not move under it.
  const [start] = useState<FormValues>(() =>
    application
      ? valuesOf(application)
      : {
          parentId: branch ? '' : own.id,
          name: '',
          setting: '',
          region: '',
          address: '',
          contact: '',
          phone: '',
          secretaryId: '[]',
          memberCount: '',
          memberIds: '[]',
          reason: '',
          files: '',
        },
  );
  const form = useForm({ schema: typed, initial: start, isNew: application === null, check: contradictions });
  const saver = useRecordSave({
    record: application,
    form,
    valuesOf,
    get: getFloating,
    input: (id) => ({ id }),
    // Texts as typed; the contract's own schema reads them on both sides.
    update: (input) => edit.mutateAsync(sent(input) as InputOf<typeof editFloating>),
    onSaved: (id) => done(id),
  });
  const { conflict } = saver;
  const chosen = useOrg(form.text('parentId') || undefined);
  const names = new Map(
    [application, conflict, { parentId: chosen.id, parentName: chosen.name }].flatMap((one) =>
      one ? [[one.parentId, one.parentName]] : [],
    ),
  );
  const title = application ? `修改申请 ${application.name}` : '申请设立流动党员党组织';
  useTitle(title);
  const back = application ? pathWithQuery(FLOATING_DETAILS, { id: application.id }) : placeOf(FLOATING_LIST);

  const done = (id: string, decider = '') => {
    clearKeptInput();
    emit('notice', { kind: 'success', text: decider ? `已提交，由${decider}审核` : '已提交审核' });
    navigate(pathWithQuery(FLOATING_DETAILS, { id }), { replace: true });
  };
  const save = async () => {
    if (application) return saver.save(application.id);
    const made = await add.mutateAsync(sent(form.values) as InputOf<typeof addFloating>);
    done(made.id, made.deciderName);
  };
  const named = peopleOf(form.values.memberIds).length;
  return (
    <>
      <FormPage
        title={title}
        form={form}
        act="提交审核"
        onSave={save}
        onCancel={() => navigate(back)}
        banners={
          application?.state === 'returned' && (
            <p className="banner warn">
              <Icon name="undo" />
              <span>退回原因：{application.opinion}</span>
            </p>
          )
        }
        sections={[
          {
            id: 'org',
            title: '拟设立的组织',
            content: (
              <>
                <TextField
                  form={form}
                  name="name"
                  label="组织名称"
                  required
                  max={60}
                  hint="用全称，如 驻深圳流动党支部"
                />
                {branch ? (
                  <div className="form-field">
                    <span className="field-label">上级党组织</span>
                    <p className="org-code">{own.parentName}（本支部的上级）</p>
                  </div>
                ) : (
                  <OrgField form={form} name="parentId" label="上级党组织" required count="organisations" />
                )}
                <SelectField form={form} name="setting" label="依托单位" required options={optionsOf(SETTINGS)} />
                <RegionField
                  form={form}
                  name="region"
                  label="流入地区"
                  required
                  max={60}
                  hint="写到市或区县，如 广东省深圳市宝安区"
                />
                <TextField form={form} name="address" label="活动场所" max={120} />
                <TextField form={form} name="contact" label="联系人" required max={20} />
                <TextField
                  form={form}
                  name="phone"
                  label="联系电话"
                  required
                  max={18}
                  inputMode="tel"
                  hint="手机号，或区号-号码"
                />
                <AreaField form={form} name="reason" label="设立理由" required max={1000} rows={4} wide />
              </>
            ),
          },
          {
            id: 'people',
            title: '人员',
            content: (
              <>
                <PeopleField
                  form={form}
                  name="secretaryId"
                  label="书记人选"
                  of="secretary"
                  required
                  hint="本组织范围内的正式党员，审核通过时任命"
                />
                <TextField
                  form={form}
                  name="memberCount"
                  label="流动党员人数"
                  required
                  max={4}
                  inputMode="numeric"
                  hint={`不少于3人${named > 0 ? `，已登记到人${named}人` : ''}`}
                />
                <PeopleField
                  form={form}
                  name="memberIds"
                  label="流动党员"
                  of="floating"
                  hint="本组织范围内登记为流动党员的，可逐人添加；组织关系仍在原党支部"
                />
              </>
            ),
          },
          {
            id: 'files',
            title: '附件',
            content: (
              <AttachmentField
                form={form}
                name="files"
                label="申请材料"
                format="common"
                count={20}
                kept={uploadedAlready(application?.files)}
              />
            ),
          },
        ]}
      />
      {conflict && application && (
        <DiffDialog
          name={application.name}
          who={conflict.askedBy}
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
