import { useState } from 'react';
import { useLocation } from 'react-router';
import { z } from 'zod';
import { useOrg } from '#people/org/web/pickers.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { OwnPassword } from '#platform/web/dialogs/OwnPassword.tsx';
import { AreaField, SelectField, TextField, TickField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { listMerchants, type MerchantShown, saveMerchant } from '../contract.order.ts';
import { BANKS, type Bank } from '../rules.order.ts';
import './online.css';

const BANK_OPTIONS = optionsOf(BANKS);
const { bank, accountName, merchantNo, appId, baseUrl, notifyUrl, serial, privateKey, providerKey, secret } =
  saveMerchant.input.shape;
const schema = z.object({
  bank,
  accountName,
  merchantNo,
  appId,
  baseUrl,
  notifyUrl,
  serial,
  privateKey,
  providerKey,
  secret,
});

/** 收款账户: the accounts by which an organisation and those below it are paid online. */
export function Merchants() {
  const { orgId } = readQuery(useLocation().search, ['orgId']);
  const org = useOrg(orgId);
  const query = useCall(listMerchants, { orgId: org.id }, { quiet: true, enabled: org.id !== '' });
  const [edited, setEdited] = useState<MerchantShown | null>(null);
  return (
    <div className="list-page">
      <PageHead title="收款账户" />
      <RecordLoader query={query}>
        {({ orgName, channels, sandbox }) => (
          <>
            <section className="card" aria-label="收款账户">
              <div className="card-head">
                <h2>{orgName}</h2>
                <span className="secondary">供本组织和没有自己账户的下级组织使用；党费账户须开在国有银行。</span>
              </div>
              <ul className="dues-accounts">
                {channels.map((row) => (
                  <li key={row.channel}>
                    <b>{row.name}</b>
                    <span>
                      {row.account ? (
                        <>
                          {row.account.accountName}，{BANKS[row.account.bank as Bank]}，商户号{row.account.merchantNo}{' '}
                          {row.account.isSandbox && <span className="tag warn">演示环境</span>}{' '}
                          {!row.account.enabled && <span className="tag">停用</span>}
                          {!row.account.isConfirmed && <span className="tag warn">待上级确认</span>}
                        </>
                      ) : (
                        <span className="muted">没有自己的账户</span>
                      )}
                      <br />
                      <span className="muted small">
                        {row.servedBy ? `现在收到${row.servedBy}的账户` : '还没有开通，党员不能用这种方式缴费'}
                        {row.account &&
                          `，${row.account.updateName || '系统'}于${dateTime(row.account.updateDate)}修改`}
                      </span>
                    </span>
                    <Button
                      size="compact"
                      aria-label={`${row.account?.canConfirm ? '核对确认' : '设置'}${row.name}`}
                      onClick={() => setEdited(row)}
                    >
                      {row.account?.canConfirm ? '核对确认' : '设置'}
                    </Button>
                  </li>
                ))}
              </ul>
            </section>
            {edited && (
              <MerchantDialog
                key={edited.channel}
                orgId={org.id}
                row={edited}
                sandbox={sandbox}
                onClose={() => setEdited(null)}
              />
            )}
          </>
        )}
      </RecordLoader>
    </div>
  );
}

function MerchantDialog({
  orgId,
  row: { channel, name, account },
  sandbox,
  onClose,
}: {
  orgId: string;
  row: MerchantShown;
  sandbox: boolean;
  onClose: () => void;
}) {
  const save = useAct(saveMerchant, { quiet: true });
  const form = useForm({
    schema,
    initial: {
      bank: String(account?.bank ?? ''),
      accountName: account?.accountName ?? '',
      isSandbox: account?.isSandbox ?? false,
      enabled: account?.enabled ?? true,
      merchantNo: account?.isSandbox ? '' : (account?.merchantNo ?? ''),
      appId: account?.isSandbox ? '' : (account?.appId ?? ''),
      baseUrl: account?.baseUrl ?? '',
      notifyUrl: account?.notifyUrl ?? '',
      serial: '',
      privateKey: '',
      providerKey: '',
      secret: '',
    },
    of: `MerchantDialog ${orgId} ${channel}`,
    isNew: account === null,
  });
  const isDemo = form.values.isSandbox === true;
  const kept =
    account && !account.isSandbox ? '已保存，不再显示；留空表示不变' : 'PEM 格式全文，加密保存，以后不再显示';
  return (
    <OwnPassword
      title={`设置${name}收款账户`}
      icon="dues"
      act={account?.canConfirm ? '确认启用' : '保存'}
      width={700}
      box={form.box}
      disabled={save.isPending}
      onConfirm={async (encrypt) => {
        if (!form.validate()) return;
        const saved = await save
          .mutateAsync({
            password: await encrypt(),
            ...form.values,
            serial: form.text('serial'),
            privateKey: form.text('privateKey'),
            providerKey: form.text('providerKey'),
            secret: form.text('secret'),
            orgId,
            channel,
            bank: form.text('bank'),
            isSandbox: isDemo,
            enabled: form.values.enabled === true,
            version: account?.version ?? 0,
          })
          .catch((error: unknown) => {
            if (form.take(error)) return null;
            throw error;
          });
        if (!saved) return;
        const text = saved.isConfirmed
          ? '收款账户已确认，现在起使用'
          : '已保存，上级党组织的另一名工作人员核对确认后启用';
        emit('notice', { kind: 'success', text });
        form.sent();
        onClose();
      }}
      onClose={onClose}
    >
      <p className="secondary">
        {account?.canConfirm
          ? '请核对账户名称、商户号和地址，不修改直接确认，账户即启用；修改后须由另一人再确认。'
          : '收款账户由两个人办理：保存后由上级党组织的另一名工作人员核对、用本人密码确认，才启用；确认前不用它收款。'}
      </p>
      <TextField
        form={form}
        name="accountName"
        label="账户名称"
        required
        max={60}
        hint="党委或党委组织部门名义开立的党费专户"
      />
      <SelectField form={form} name="bank" label="开户银行" required options={BANK_OPTIONS} />
      {sandbox && <TickField form={form} name="isSandbox" label="用演示环境收款（不会真的扣款）" />}
      <TickField form={form} name="enabled" label="启用" />
      {!isDemo && (
        <>
          <TextField form={form} name="merchantNo" label="商户号" required max={64} />
          {channel !== 1 && <TextField form={form} name="appId" label="应用编号（AppID）" required max={64} />}
          <TextField form={form} name="baseUrl" label="支付平台地址" required max={200} placeholder="https://" />
          <TextField
            form={form}
            name="notifyUrl"
            label="本平台外网地址"
            required
            max={200}
            placeholder="https://"
            hint="支付平台的到账通知送到这里"
          />
          {channel === 2 && <TextField form={form} name="serial" label="商户证书序列号" max={64} hint={kept} />}
          <AreaField form={form} name="privateKey" label="商户私钥" max={8000} rows={3} hint={kept} />
          <AreaField form={form} name="providerKey" label="支付平台公钥" max={8000} rows={3} hint={kept} />
          {channel === 2 && <TextField form={form} name="secret" label="APIv3密钥" max={32} hint="32个字符" />}
        </>
      )}
    </OwnPassword>
  );
}
