import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { z } from 'zod';
import { useDict } from '#kernel/dictionary/web/pickers.ts';
import { readIdCard } from '#people/member/rules/idCard.ts';
import { OrgField } from '#people/org/web/pickers.tsx';
import type { InputOf, ReplyOf } from '#platform/contract.ts';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { useStands } from '#platform/web/dialogs/useStands.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { DateField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { type Form, type FormValues, useForm } from '#platform/web/form/useForm.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { encryptSecret } from '#platform/web/session/encryptSecret.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { acceptArrival, arrivalForm, checkArrival } from '../contract.arrival.ts';
import { arrivalFaults } from '../rules/arrival.ts';
import { KINDS, OUTSIDE_KINDS } from '../rules.ts';
import { OutsideField } from './OutsideField.tsx';
import { PATHS } from './paths.ts';
import './relation.css';

const today = () => new Date().toLocaleDateString('sv-SE');

/** What stands on a letter alone: emptied where a code takes its place, so that nothing out of sight is wrong. */
const PAPER = {
  outsideName: '',
  outsideBranch: '',
  outsideAddress: '',
  outsidePhone: '',
  letterNo: '',
  issuedOn: '',
  days: '',
  paidTo: '',
  admissionDate: '',
  conversionDate: '',
  phonenumber: '',
};
const KNOWN = { kind: 'inProvince', nation: '01', personCategory: '1' };
const schema = arrivalForm.extend({
  files: z.string().min(1, '请上传介绍信扫描件'),
  orgId: z.string().min(1, '请选择接收党支部'),
});

const check = (values: FormValues): Record<string, string> => {
  const text = (name: string) => String(values[name] ?? '').trim();
  const read = readIdCard(text('idCardNo'), today());
  return {
    ...arrivalFaults({
      by: text('by') === 'code' ? 'code' : 'paper',
      code: text('code'),
      kind: text('kind'),
      outsideName: text('outsideName'),
      letterNo: text('letterNo'),
      issuedOn: text('issuedOn'),
      days: Number(text('days')) || null,
      receivedOn: text('receivedOn'),
      paidTo: text('paidTo'),
      nation: text('nation'),
      personCategory: Number(text('personCategory')) || null,
      admissionDate: text('admissionDate'),
      conversionDate: text('conversionDate'),
    }),
    ...(text('idCardNo') && 'reason' in read ? { idCardNo: read.reason } : {}),
  };
};

type Checked = ReplyOf<typeof checkArrival>;
type Alike = { id: string; name: string; orgName: string };

/** `transferIn`: the receiving committee takes somebody in by a letter on paper, or by the code of one of this platform. */
export default function TransferIn() {
  const navigate = useNavigate();
  const dict = useDict('0005');
  const [initial] = useState({
    ...PAPER,
    ...KNOWN,
    by: 'paper',
    code: '',
    name: '',
    idCardNo: '',
    orgId: '',
    receivedOn: today(),
    files: '',
  });
  const form = useForm({ schema, initial, isNew: true, check });
  const accept = useAct(acceptArrival, { quiet: true });
  const { stands } = useStands();
  const [checked, setChecked] = useState<Checked | null>(null);
  const [alike, setAlike] = useState<Alike | null>(null);
  const asked = useRef('');
  const isPaper = form.text('by') === 'paper';

  // Asked once branch, number and, where one is used, the code are there; a late answer about other values is dropped.
  const ask = async () => {
    const [orgId, idCardNo, code] = (['orgId', 'idCardNo', 'code'] as const).map((name) => form.text(name).trim());
    const key = [orgId, idCardNo, code].join(' ');
    if (!orgId || !idCardNo || (!isPaper && !code) || key === asked.current) return;
    asked.current = key;
    setChecked(null);
    if ('reason' in readIdCard(idCardNo, today())) return;
    const given = { orgId, idCardNo: await encryptSecret(idCardNo), code: isPaper ? '' : (code ?? '') };
    const found = await call(checkArrival, given, { quiet: true }).catch(() => null);
    if (asked.current === key) setChecked(found);
  };
  const save = async (isAnother: boolean) => {
    const { files, idCardNo, code, name, orgId, receivedOn, by, ...paper } = form.values as typeof initial;
    const made = await accept.mutateAsync({
      ...(isPaper ? { ...paper, isAnother } : { code }),
      by,
      name,
      orgId,
      receivedOn,
      files: files.split(',').filter(Boolean),
      idCardNo: await encryptSecret(idCardNo.trim()),
    } as InputOf<typeof acceptArrival>);
    const text = made.isBack ? '已转入，原档案已恢复；登录账号由管理员启用' : '已转入';
    emit('notice', { kind: 'success', text });
    if (!stands.current) return;
    clearKeptInput();
    navigate(PATHS.handle(made.id, 'in'), { replace: true });
  };
  return (
    <>
      <FormPage
        title="办理转入"
        form={form}
        act="接收并编入支部"
        onCancel={() => navigate(PATHS.desk)}
        onSave={() =>
          save(false).catch((error: unknown) => {
            const found = error instanceof ApiError && (error.data as { alike?: Alike } | null)?.alike;
            if (!found) throw error;
            setAlike(found);
          })
        }
        banners={
          <>
            <p className="banner">
              <Icon name="tree" />
              <span className="grow">整个党组织从系统外转入，凭一份文件和名册办理。</span>
              <Link to={PATHS.graduateSheets}>按名册办理</Link>
            </p>
            {checked && <CheckedBanner checked={checked} />}
          </>
        }
        sections={[
          {
            id: 'who',
            title: '谁转入',
            content: (
              <>
                <SelectField
                  form={form}
                  name="by"
                  label="凭据"
                  required
                  options={[
                    { value: 'paper', label: '纸质介绍信' },
                    { value: 'code', label: '本平台介绍信核验码' },
                  ]}
                  onPick={() => {
                    form.set({ ...PAPER, ...KNOWN, code: '' });
                    setChecked(null);
                    asked.current = '';
                  }}
                />
                {!isPaper && (
                  <TextField
                    form={form}
                    name="code"
                    label="介绍信核验码"
                    required
                    max={20}
                    placeholder="7K3Q-D2M9-XA4T"
                    hint="介绍信二维码下面的12位字母和数字"
                    onLeave={ask}
                  />
                )}
                <OrgField form={form} name="orgId" label="接收党支部" required count="branches" />
                <TextField form={form} name="name" label="姓名" required max={30} />
                <TextField
                  form={form}
                  name="idCardNo"
                  label="身份证号"
                  required
                  max={18}
                  clean={(text) => text.toUpperCase()}
                  hint="加密传送；转出过的党员恢复原档案"
                  onLeave={ask}
                />
                {isPaper && <PersonFields form={form} nations={dict['0005']} />}
              </>
            ),
          },
          ...(isPaper ? [{ id: 'letter', title: '介绍信', content: <LetterFields form={form} /> }] : []),
          {
            id: 'scan',
            title: '收到',
            content: (
              <>
                <DateField form={form} name="receivedOn" label="收到日期" required />
                <AttachmentField
                  form={form}
                  name="files"
                  label="介绍信扫描件"
                  required
                  format="common"
                  count={5}
                  hint="介绍信整页，照片或扫描"
                />
              </>
            ),
          },
        ]}
      />
      {alike && (
        <ConfirmDialog
          title="可能是同一个人"
          icon="warning"
          act="是另一个人，接收"
          cancel="回去核对"
          onConfirm={() => save(true).catch((error: unknown) => void form.tell(error))}
          onClose={() => setAlike(null)}
        >
          {alike.orgName}已有{alike.name}，出生日期和手机号也相同。
          <Link to={`/affairs/member/browse/${alike.id}`} target="_blank">
            查看档案
          </Link>
        </ConfirmDialog>
      )}
    </>
  );
}

/** What is known of the number before the form is handed in. */
function CheckedBanner({ checked }: { checked: Checked }) {
  const isRefused = checked.state === 'refused';
  return (
    <p className={isRefused ? 'banner bad' : 'banner ok'} role={isRefused ? 'alert' : 'status'}>
      <Icon name={isRefused ? 'warning' : 'check'} />
      {checked.text}
    </p>
  );
}

function PersonFields({ form, nations }: { form: Form; nations: Parameters<typeof SelectField>[0]['options'] }) {
  return (
    <>
      <SelectField form={form} name="nation" label="民族" required options={nations} />
      <SelectField
        form={form}
        name="personCategory"
        label="人员类别"
        required
        options={[
          { value: '1', label: '正式党员' },
          { value: '2', label: '预备党员' },
        ]}
        onPick={() => form.set({ conversionDate: '' })}
      />
      <DateField form={form} name="admissionDate" label="入党日期" required />
      {form.text('personCategory') === '1' && <DateField form={form} name="conversionDate" label="转正日期" required />}
      <TextField form={form} name="phonenumber" label="手机号" max={14} inputMode="tel" />
    </>
  );
}

function LetterFields({ form }: { form: Form }) {
  return (
    <>
      <SelectField
        form={form}
        name="kind"
        label="转接类型"
        required
        options={OUTSIDE_KINDS.map((value) => ({ value, label: KINDS[value] }))}
      />
      <OutsideField
        form={form}
        label="开具党委全称"
        hint="介绍信落款，如 沮阳市职教中心委员会；填过的可选"
        onTake={({ address, phone }) => form.set({ outsideAddress: address, outsidePhone: phone })}
      />
      <TextField form={form} name="outsideBranch" label="原所在党支部" max={80} />
      <TextField
        form={form}
        name="letterNo"
        label="介绍信编号"
        required
        max={40}
        placeholder="峡临渡转〔2026〕第0317号"
      />
      <DateField form={form} name="issuedOn" label="开具日期" required />
      <TextField
        form={form}
        name="days"
        label="有效期（天）"
        required
        inputMode="numeric"
        max={2}
        hint="介绍信上写的天数，最多90天"
      />
      <TextField
        form={form}
        name="paidTo"
        label="党费交至（月份）"
        required
        max={7}
        placeholder="2026-11"
        hint="此后由接收党支部收缴"
      />
      <TextField form={form} name="outsideAddress" label="党委地址" max={80} hint="回执联寄回这里" />
      <TextField form={form} name="outsidePhone" label="党委电话" max={20} inputMode="tel" />
    </>
  );
}
