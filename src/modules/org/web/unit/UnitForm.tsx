import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useDict } from '#modules/dictionary/web/pickers.ts';
import type { InputOf } from '#platform/contract.ts';
import { DiffDialog } from '#platform/web/dialogs/DiffDialog.tsx';
import { differencesOf } from '#platform/web/dialogs/differences.ts';
import { emit } from '#platform/web/events.ts';
import { useDraft } from '#platform/web/form/drafts.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { SelectField, TextField, TickField } from '#platform/web/form/fields.tsx';
import { type FormValues, useForm } from '#platform/web/form/useForm.ts';
import { useRecordSave } from '#platform/web/form/useRecordSave.ts';
import { useAct, useCall } from '#platform/web/hooks.ts';
import { placeOf } from '#platform/web/listMemory.ts';
import { useSession } from '#platform/web/session.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Bones, Failed, NoRight } from '#platform/web/states.tsx';
import { forgetUnsaved } from '#platform/web/unsaved.ts';
import { getOrg } from '../../contract.ts';
import { createUnit, getUnit, type UnitDetail, unitForm, updateUnit } from '../../contract.unit.ts';
import { checkUnit, cleanCreditCode, ENTERPRISES } from '../../rules.unit.ts';
import { OrgField } from '../pickers.tsx';
import { LABELS, newUnitValues, unitValuesOf } from './unitValues.ts';

const PATH = '/affairs/company';

/** 新增单位 `addCompany/:orgId?` and 编辑单位 `editCompany/:companyID`. */
export default function UnitForm() {
  const { companyID, orgId } = useParams();
  const { user } = useSession();
  const org = useCall(getOrg, { orgId: orgId ?? '' }, { quiet: true, enabled: orgId !== undefined });
  if (companyID) return <Existing id={companyID} />;
  if (org.error && !org.data) return <Failed error={org.error} onRetry={() => org.refetch()} />;
  if (orgId !== undefined && !org.data) return <Bones lines={10} />;
  return <UnitEditor unit={null} initial={newUnitValues(orgId ?? user.workOrgId)} />;
}

function Existing({ id }: { id: string }) {
  const record = useCall(getUnit, { id }, { quiet: true, staleTime: 0 });
  if (record.error && !record.data) return <Failed error={record.error} onRetry={() => record.refetch()} />;
  if (!record.data || !record.isFetchedAfterMount) return <Bones lines={10} />;
  if (!record.data.can.edit) return <NoRight title="当前角色不能修改这个单位" />;
  return <UnitEditor key={id} unit={record.data} initial={unitValuesOf(record.data)} />;
}

const contradictions = (values: FormValues) =>
  checkUnit({
    creditCode: String(values.creditCode) || null,
    noCode: values.noCode === true,
    nature: String(values.nature),
    scale: String(values.scale) || null,
    holding: String(values.holding) || null,
  });

function UnitEditor({ unit, initial }: { unit: UnitDetail | null; initial: FormValues }) {
  const navigate = useNavigate();
  const { user } = useSession();
  const create = useAct(createUnit, { quiet: true });
  const update = useAct(updateUnit, { quiet: true });
  const dict = useDict('0011', '0014', '0015', '0016', '0017', '0018');
  // The record is read again behind an open form; what the form started from must not move under it.
  const [start] = useState(initial);
  const form = useForm({ schema: unitForm, initial: start, isNew: unit === null, check: contradictions });
  const saver = useRecordSave({
    record: unit,
    form,
    valuesOf: unitValuesOf,
    get: getUnit,
    input: (id) => ({ id }),
    // Texts as typed; the contract's own schema reads them on both sides.
    update: (input) => update.mutateAsync(input as InputOf<typeof updateUnit>),
    onSaved: (id) => done(id),
  });
  const { conflict } = saver;
  const draft = useDraft(`${user.userId}:unit:${unit?.id ?? 'add'}`, String(saver.version), form);
  const title = unit ? `编辑 ${unit.name}` : '新增单位';
  useTitle(title);
  const enterprise = ENTERPRISES.includes(form.text('nature'));

  const done = (id: string) => {
    draft.done();
    forgetUnsaved();
    emit('notice', { kind: 'success', text: '保存成功' });
    navigate(`${PATH}/browseCompany/${id}`, { replace: true });
  };
  const save = async () => {
    if (unit) return saver.save(unit.id);
    const made = await create.mutateAsync(form.values as InputOf<typeof createUnit>);
    done(made.id);
  };
  const words = (field: string, value: string | boolean | undefined): string => {
    if (typeof value === 'boolean') return value ? '是' : '否';
    const codes = {
      nature: '0011',
      establishment: '0014',
      leadingGroup: '0018',
      scale: '0015',
      holding: '0016',
      affiliation: '0017',
    } as const;
    const code = codes[field as keyof typeof codes];
    return (code && dict[code].find((choice) => choice.value === value)?.label) || (value ?? '');
  };

  return (
    <>
      <FormPage
        title={title}
        form={form}
        draft={draft}
        onSave={save}
        onCancel={() => navigate(unit ? `${PATH}/browseCompany/${unit.id}` : placeOf(PATH))}
        sections={[
          {
            id: 'base',
            title: '基本信息',
            content: (
              <>
                <TextField form={form} name="name" label="单位名称" required max={80} hint="用登记证书上的全称" />
                <OrgField form={form} name="orgId" label="所属党组织" required count="organisations" />
                <TextField
                  form={form}
                  name="creditCode"
                  label="统一社会信用代码"
                  max={24}
                  clean={cleanCreditCode}
                  hint="18位，最后一位是校验码"
                />
                <SelectField
                  form={form}
                  name="nature"
                  label="单位性质"
                  required
                  options={dict['0011']}
                  onPick={() => form.set({ scale: '', holding: '' })}
                />
                <SelectField form={form} name="establishment" label="建立党组织情况" options={dict['0014']} />
                <SelectField form={form} name="leadingGroup" label="建立党组情况" options={dict['0018']} />
                <SelectField form={form} name="affiliation" label="隶属关系" options={dict['0017']} />
                {enterprise && (
                  <>
                    <SelectField form={form} name="scale" label="企业规模" options={dict['0015']} />
                    <SelectField form={form} name="holding" label="控股情况" options={dict['0016']} />
                  </>
                )}
                <TextField form={form} name="industry" label="所属行业" max={40} />
                <TickField form={form} name="noCode" label="没有统一社会信用代码" />
                <TickField form={form} name="isLegal" label="法人单位" />
              </>
            ),
          },
          {
            id: 'people',
            title: '人员与联系',
            content: (
              <>
                <TextField form={form} name="staffCount" label="在岗职工人数" max={7} inputMode="numeric" />
                <TextField form={form} name="manager" label="单位负责人" max={20} />
                <TextField
                  form={form}
                  name="phone"
                  label="联系电话"
                  max={18}
                  inputMode="tel"
                  hint="手机号，或区号-号码"
                />
                <TextField form={form} name="address" label="地址" max={120} />
              </>
            ),
          },
        ]}
      />
      {conflict && unit && (
        <DiffDialog
          name={unit.name}
          who={conflict.updateName}
          differences={differencesOf([start, unitValuesOf(conflict), form.values], LABELS, words)}
          onMerge={saver.merge}
          onClose={saver.leaveConflict}
        />
      )}
    </>
  );
}
