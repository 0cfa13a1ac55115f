import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { useDict } from '#kernel/dictionary/web/pickers.ts';
import type { InputOf } from '#platform/contract.ts';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { DiffDialog } from '#platform/web/dialogs/DiffDialog.tsx';
import { differencesOf } from '#platform/web/dialogs/differences.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, DateField, SelectField, TextField, TickField } from '#platform/web/form/fields.tsx';
import { type FormValues, useForm } from '#platform/web/form/useForm.ts';
import { useRecordSave } from '#platform/web/form/useRecordSave.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { placeOf } from '#platform/web/list/listMemory.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { useSession } from '#platform/web/session/session.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { NoRight } from '#platform/web/show/states.tsx';
import { createOrg, getOrg, type OrgDetail, orgForm, updateOrg, validateOrg } from '../contract.ts';
import { checkOrg, mayStandBelow } from '../rules.ts';
import { ORG_TYPE_CHOICES } from './orgColumns.tsx';
import { LABELS, orgValuesOf } from './orgValues.ts';
import { OrgPlace } from './pickers.place.tsx';
import './org.css';

const PATH = '/affairs/organization';

/** 编辑组织 `editOrganization/:id?`; without an id, the session's own organisation. */
export default function OrgEdit() {
  const { user } = useSession();
  const { id = user.workOrgId } = useParams();
  const record = useCall(getOrg, { orgId: id }, { quiet: true, staleTime: 0 });
  if (!record.data || !record.isFetchedAfterMount) return <Waiting query={record} lines={12} />;
  if (!record.data.can.edit) return <NoRight title="当前角色不能修改这个组织" />;
  return <OrgEditor key={id} org={record.data} parent={null} initial={orgValuesOf(record.data)} />;
}

interface EditorProps {
  /** The organisation that is edited; null while adding below `parent`. */
  org: OrgDetail | null;
  parent: OrgDetail | null;
  initial: FormValues;
}

const today = () => new Date().toLocaleDateString('sv-SE');
const numberOf = (text: string) => (text.trim() === '' ? null : Number(text));

function contradictions(values: FormValues): Record<string, string> {
  return checkOrg(
    {
      type: Number(values.type),
      foundedOn: String(values.foundedOn) || null,
      canApprove: values.canApprove === true,
      lng: numberOf(String(values.lng)),
      lat: numberOf(String(values.lat)),
    },
    today(),
  );
}

/** The form of an organisation, for adding and editing alike. */
export function OrgEditor({ org, parent, initial }: EditorProps) {
  const navigate = useNavigate();
  const create = useAct(createOrg, { quiet: true });
  const update = useAct(updateOrg, { quiet: true });
  const relations = useDict('0010')['0010'];
  const [taken, setTaken] = useState('');
  const asked = useRef('');
  // The record is read again behind an open form; what the form started from must not move under it.
  const [start] = useState(initial);
  const form = useForm({ schema: orgForm, initial: start, isNew: org === null, check: contradictions });
  const saver = useRecordSave({
    record: org,
    form,
    valuesOf: orgValuesOf,
    get: getOrg,
    input: (orgId) => ({ orgId }),
    // Texts as typed; the contract's own schema reads them on both sides.
    update: (input) => update.mutateAsync(input as InputOf<typeof updateOrg>),
    onSaved: (id) => done(id),
  });
  const { conflict } = saver;
  // A gap of the record leads to the field that closes it.
  const wanted = readQuery(useLocation().search, ['field']).field;
  const { box } = form;
  useEffect(() => {
    const control = box.current?.elements.namedItem(wanted ?? '');
    if (control instanceof HTMLElement) control.focus();
  }, [box, wanted]);
  const title = org ? `编辑 ${org.name}` : '新增下级组织';
  useTitle(title);

  const types = ORG_TYPE_CHOICES.filter(({ value }) => !parent || mayStandBelow(parent.type, Number(value)));
  const checkName = async () => {
    const name = form.text('name').trim();
    asked.current = name;
    if (!name || (org && name === org.name)) {
      setTaken('');
      return;
    }
    const input = org ? { name, id: org.id } : { name, parentId: parent?.id };
    const answer = await call(validateOrg, input, { quiet: true }).catch(() => null);
    // A late answer is about a name that stands there no more.
    if (asked.current === name) setTaken(answer && !answer.valid ? answer.message : '');
  };
  const done = (id: string) => {
    form.sent();
    // Saved by merging, the form still holds its changes.
    clearKeptInput();
    emit('notice', { kind: 'success', text: '保存成功' });
    navigate(`${PATH}/browseOrganization/${id}`, { replace: true });
  };
  const save = async () => {
    if (org) return saver.save(org.id);
    const made = await create.mutateAsync({ ...form.changes(), parentId: parent?.id } as InputOf<typeof createOrg>);
    done(made.id);
  };
  return (
    <>
      <FormPage
        title={title}
        form={form}
        onSave={save}
        onCancel={() => navigate(org ? `${PATH}/browseOrganization/${org.id}` : placeOf(PATH))}
        banners={
          taken && (
            <div className="banner bad" role="alert">
              <Icon name="close" />
              <span>{taken}</span>
            </div>
          )
        }
        sections={[
          {
            id: 'base',
            title: '基本信息',
            content: (
              <>
                <TextField
                  form={form}
                  name="name"
                  label="组织名称"
                  required
                  max={60}
                  hint={taken ? undefined : '用全称，同一上级下不能重名'}
                  onLeave={checkName}
                />
                <TextField form={form} name="shortName" label="组织简称" max={30} />
                <SelectField
                  form={form}
                  name="type"
                  label="组织类别"
                  required
                  options={types}
                  hint={parent ? `${parent.name}下可设的类别` : undefined}
                />
                <DateField form={form} name="foundedOn" label="成立日期" hint="上级党组织批准之日" />
                <SelectField form={form} name="unitRelation" label="所在单位情况" required options={relations} />
                {!org && parent && (
                  <div className="form-field">
                    <span className="field-label">组织编码</span>
                    <p className="org-code">保存时由系统给出，以 {parent.orgCode} 开头</p>
                  </div>
                )}
                <TickField form={form} name="canApprove" label="具有审批预备党员权限" />
                <TickField form={form} name="functional" label="功能型党组织" />
              </>
            ),
          },
          {
            id: 'contact',
            title: '联系与位置',
            content: (
              <>
                <TextField form={form} name="contact" label="联系人" max={20} />
                <TextField
                  form={form}
                  name="phone"
                  label="联系电话"
                  max={18}
                  inputMode="tel"
                  hint="手机号，或区号-号码"
                />
                <TextField form={form} name="address" label="地址" max={120} />
                <OrgPlace form={form} />
                <AreaField form={form} name="introduction" label="简介" max={2000} rows={4} wide />
              </>
            ),
          },
        ]}
      />
      {conflict && org && (
        <DiffDialog
          name={org.name}
          who={conflict.updateName}
          differences={differencesOf([start, orgValuesOf(conflict), form.values], LABELS, words)}
          onMerge={saver.merge}
          onClose={saver.leaveConflict}
        />
      )}
    </>
  );
}

function words(field: string, value: string | boolean | undefined): string {
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (field === 'type') return ORG_TYPE_CHOICES.find((choice) => choice.value === value)?.label ?? '';
  return value ?? '';
}
