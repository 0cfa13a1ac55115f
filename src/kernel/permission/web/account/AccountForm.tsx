import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import type { InputOf, ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { OwnPassword } from '#platform/web/dialogs/OwnPassword.tsx';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { DateField, MaskedField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { type FormValues, useBeside, useForm } from '#platform/web/form/useForm.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { placeOf } from '#platform/web/list/listMemory.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { useSession } from '#platform/web/session/session.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Failed, NoRight, Skeleton } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { listTypes, rightsToGive } from '../../contract.groups.ts';
import {
  type AccountDetail,
  accountFields,
  accountForm,
  type Candidate,
  createAccount,
  getAccount,
  resetPassword,
  updateAccount,
} from '../../contract.ts';
import { PlaceField } from '../pickers.tsx';
import { ACCOUNTS } from './accountParts.tsx';
import { Effect } from './Effect.tsx';
import { PersonField } from './PersonField.tsx';
import { RightsField } from './RightsField.tsx';
import { Temporary } from './Temporary.tsx';

const GENDERS = [
  { value: '1', label: '男' },
  { value: '2', label: '女' },
];

/** `/popedom/user/account/edit/:id`: `add` for a new account. */
export default function AccountForm() {
  const { id = '' } = useParams();
  return id === 'add' ? <AddAccount /> : <EditAccount key={id} id={id} />;
}

function AddAccount() {
  // Which rights stand beside a role is known by the role alone: without them, a draft's would not be given.
  const give = useCall(rightsToGive, {}, { quiet: true });
  if (give.data) return <NewAccount give={give.data} />;
  return give.error ? <Failed error={give.error} onRetry={() => give.refetch()} /> : <Skeleton lines={8} />;
}

const useTypes = () => useCall(listTypes, { pageSize: 200 }, { quiet: true }).data?.rows ?? [];

const EMPTY: FormValues = {
  memberId: '',
  name: '',
  idCardNo: '',
  gender: '',
  phonenumber: '',
  userTypeId: '',
  roleId: '',
  orgId: '',
  keys: '',
  validFrom: '',
  validUntil: '',
};
/** The rights are held as one text, so that the form knows whether they changed. */
const schema = accountForm.extend({ keys: z.string() });
const listOf = (text: string) => text.split(',').filter(Boolean);

function NewAccount({ give }: { give: ReplyOf<typeof rightsToGive> }) {
  const { user } = useSession();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { orgId = user.workOrgId } = readQuery(search, ['orgId']) as { orgId?: string };
  const [start] = useState({ ...EMPTY, orgId });
  const [person, setPerson] = useState<Candidate | null>(null);
  const [typed, setTyped] = useState(false);
  const [asking, setAsking] = useState(false);
  const [made, setMade] = useState<{ id: string; temporary: string } | null>(null);
  const types = useTypes();
  const create = useAct(createAccount, { quiet: true });
  const issue = useAct(resetPassword, { quiet: true });
  const form = useForm({
    schema,
    initial: start,
    of: 'NewAccount',
    isNew: true,
    check: (values) => {
      if (values.memberId || typed) {
        const faults: Record<string, string> = {};
        if (typed && !String(values.name).trim()) faults.name = '请输入姓名';
        if (typed && !String(values.idCardNo).trim()) faults.idCardNo = '请输入身份证号';
        return faults;
      }
      return { memberId: '请选择人员' };
    },
  });
  useBeside(form, { person, typed }, (kept) => {
    setPerson(kept.person);
    setTyped(kept.typed);
  });
  const type = types.find(({ id }) => id === form.text('userTypeId'));
  const role = give.roles.find(({ id }) => String(id) === form.text('roleId'));
  // What the role has itself, or does not take, is not given beside it.
  const keys = role?.takesMore ? listOf(form.text('keys')).filter((key) => !role.keys.includes(key)) : [];
  const rights = give.rights.filter(({ key }) => !role?.keys.includes(key) && !role?.keys.includes('*:*:*'));
  const name = person?.name ?? form.text('name');
  const done = (id: string) => {
    clearKeptInput();
    navigate(`${ACCOUNTS}/view/${id}`, { replace: true });
  };

  return (
    <>
      <FormPage
        title="新增账号"
        form={form}
        onSave={async () => setAsking(true)}
        onCancel={() => navigate(placeOf(ACCOUNTS))}
        sections={[
          {
            id: 'person',
            title: '为谁开通',
            content: (
              <>
                {typed ? (
                  <>
                    <TextField form={form} name="name" label="姓名" required max={30} />
                    <TextField
                      form={form}
                      name="idCardNo"
                      label="身份证号"
                      required
                      max={18}
                      clean={(text) => text.toUpperCase()}
                      hint="登录账号，保存后只显示首尾"
                    />
                    <SelectField form={form} name="gender" label="性别" options={GENDERS} hint="不填则由身份证号得出" />
                    <TextField
                      form={form}
                      name="phonenumber"
                      label="手机号"
                      inputMode="tel"
                      max={14}
                      hint="用于短信验证和找回密码"
                    />
                  </>
                ) : (
                  <PersonField
                    label="人员"
                    picked={person}
                    fault={form.faults.memberId}
                    refuse={({ accountId, idCardNo }) => (accountId ? '已有账号' : idCardNo ? '' : '未登记身份证号')}
                    onPick={(next) => {
                      setPerson(next);
                      form.set({ memberId: next?.memberId ?? '', ...(next ? { orgId: next.orgId } : {}) });
                    }}
                  />
                )}
                <div className="form-field wide">
                  <Button
                    look="word"
                    onClick={() => {
                      setTyped(!typed);
                      setPerson(null);
                      form.set({ memberId: '', name: '', idCardNo: '', gender: '', phonenumber: '' });
                    }}
                  >
                    {typed ? '从人员档案中选择' : '没有人员档案，手工填写'}
                  </Button>
                </div>
              </>
            ),
          },
          {
            id: 'role',
            title: '任职与权限',
            content: (
              <>
                <SelectField
                  form={form}
                  name="userTypeId"
                  label="用户类型"
                  options={types.map(({ id, name }) => ({ value: id, label: name }))}
                  hint="选择后带出角色和权限"
                />
                {type && String(type.roleId) !== form.text('roleId') && (
                  <div className="form-field">
                    <span className="field-label">类型带出</span>
                    <Button onClick={() => form.set({ roleId: String(type.roleId), keys: type.keys.join(',') })}>
                      采用“{type.roleName}”{type.rights.length > 0 && `和${type.rights.length}项权限`}
                    </Button>
                  </div>
                )}
                <SelectField
                  form={form}
                  name="roleId"
                  label="角色"
                  required
                  options={give.roles.map(({ id, name }) => ({ value: String(id), label: name }))}
                  hint="只列出您有权授予的角色"
                />
                <PlaceField
                  key={person?.memberId ?? ''}
                  form={form}
                  name="orgId"
                  label="任职组织"
                  known={person && { id: person.orgId, name: person.orgName }}
                  hint="党员类角色只能在本人所在党支部"
                />
                <DateField form={form} name="validFrom" label="开始日期" hint="不填为立即生效" />
                <DateField form={form} name="validUntil" label="结束日期" hint="含当天，不填为长期" />
                {role?.takesMore && rights.length > 0 && (
                  <RightsField
                    label="另加权限"
                    hint={`“${role.name}”自带的权限不用勾选，这里只加角色没有的。`}
                    rights={rights}
                    chosen={keys}
                    before={[]}
                    onChange={(next) => form.set({ keys: next.join(',') })}
                  />
                )}
              </>
            ),
          },
        ]}
      />
      {asking && (
        <OwnPassword
          title={`新增账号 ${name}`}
          icon="person"
          act="新增并发放密码"
          width={700}
          onConfirm={async (encrypt) => {
            const { keys: _text, ...fields } = form.changes();
            const input = { ...fields, keys, password: await encrypt() };
            // Texts as typed; the contract's own schema reads them on both sides.
            const { id } = await create.mutateAsync(input as unknown as InputOf<typeof createAccount>);
            clearKeptInput();
            emit('notice', { kind: 'success', text: `${name}的账号已新增` });
            // The account is there; without the right, or where this fails, a password is issued later.
            const issued = await encrypt()
              .then((password) => issue.mutateAsync({ id, password }))
              .catch(() => null);
            // Only now: behind the dialog stands the form, which must not be sent once more.
            setAsking(false);
            if (issued) setMade({ id, temporary: issued.temporary });
            else done(id);
          }}
          onFault={(error) => {
            form.take(error);
            if (error.fields.keys) emit('notice', { kind: 'error', text: error.fields.keys });
          }}
          onClose={() => setAsking(false)}
        >
          <Effect input={{ act: 'grant', roleId: form.text('roleId'), orgId: form.text('orgId'), keys }} />
        </OwnPassword>
      )}
      {made && <Temporary name={name} temporary={made.temporary} onClose={() => done(made.id)} />}
    </>
  );
}

/** The account's own type has its name before the types are there. */
const withOwn = (types: readonly { id: string; name: string }[], { userTypeId, typeName }: AccountDetail) =>
  userTypeId && !types.some(({ id }) => id === userTypeId) ? [{ id: userTypeId, name: typeName }, ...types] : types;

function EditAccount({ id }: { id: string }) {
  const record = useCall(getAccount, { id }, { quiet: true, staleTime: 0 });
  if (!record.data || !record.isFetchedAfterMount) return <Waiting query={record} lines={8} />;
  if (!record.data.can.edit) return <NoRight title={record.data.why || '当前角色不能修改这个账号'} />;
  return <Editor account={record.data} />;
}

function Editor({ account: read }: { account: AccountDetail }) {
  const navigate = useNavigate();
  const types = useTypes();
  const update = useAct(updateAccount, { quiet: true });
  // The account is read again behind an open form; what the form started from must not move under it.
  const [account] = useState(read);
  const [start] = useState<FormValues>({
    name: account.userName,
    gender: account.gender ? String(account.gender) : '',
    userTypeId: account.userTypeId ?? '',
  });
  const form = useForm({ schema: accountFields, initial: start, of: 'Editor', isNew: false });
  const title = `编辑账号 ${account.userName}`;
  useTitle(title);
  const [asking, setAsking] = useState(false);
  const back = `${ACCOUNTS}/view/${account.id}`;
  const save = async (password: { password?: string }) => {
    const input = { ...form.changes(), ...password, id: account.id, version: account.version };
    await update.mutateAsync(input as unknown as InputOf<typeof updateAccount>);
    clearKeptInput();
    emit('notice', { kind: 'success', text: '保存成功' });
    navigate(back, { replace: true });
  };
  return (
    <>
      <FormPage
        title={title}
        form={form}
        onCancel={() => navigate(back)}
        onSave={async () => {
          // Another phone number can bring a new password.
          if ('phonenumber' in form.changes()) return setAsking(true);
          await save({});
        }}
        sections={[
          {
            id: 'account',
            title: '账号信息',
            content: (
              <>
                {account.memberId === null && <TextField form={form} name="name" label="姓名" required max={30} />}
                <SelectField form={form} name="gender" label="性别" options={GENDERS} />
                <MaskedField
                  form={form}
                  name="phonenumber"
                  label="手机号"
                  masked={account.phonenumber}
                  inputMode="tel"
                  max={14}
                  hint="更换后，已有的登录立即失效"
                />
                <SelectField
                  form={form}
                  name="userTypeId"
                  label="用户类型"
                  options={withOwn(types, account).map(({ id, name }) => ({ value: id, label: name }))}
                  hint="只作归类，不改变已有权限"
                />
              </>
            ),
          },
        ]}
      />
      {asking && (
        <OwnPassword
          title={`更换手机号 ${account.userName}`}
          icon="phone"
          act="保存"
          onConfirm={async (encrypt) => save({ password: await encrypt() })}
          onFault={form.take}
          onClose={() => setAsking(false)}
        >
          <p>新手机号可以用来找回密码。保存后，这个账号已有的登录立即失效。</p>
        </OwnPassword>
      )}
    </>
  );
}
