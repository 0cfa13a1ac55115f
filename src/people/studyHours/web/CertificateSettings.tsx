import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import {
  type CertificateSetting,
  getCertificateSetting,
  saveCertificateSetting,
  settingForm,
} from '../contract.certificate.ts';

const TITLE = '学习证明设置';

/** How the own organisation's certificates are numbered and signed. */
export function CertificateSettings({ onClose }: { onClose: () => void }) {
  const query = useCall(getCertificateSetting, {}, { quiet: true, staleTime: 0 });
  if (query.data && !query.isFetching) return <Settings setting={query.data} onClose={onClose} />;
  return (
    <Dialog title={TITLE} icon="settings" onClose={onClose}>
      <Waiting query={query} />
    </Dialog>
  );
}

function Settings({ setting, onClose }: { setting: CertificateSetting; onClose: () => void }) {
  const { prefix, issuer, wording, version, shown } = setting;
  const form = useForm({ schema: settingForm, initial: { prefix, issuer, wording }, of: 'Settings', isNew: false });
  const save = useAct(saveCertificateSetting, { quiet: true });
  return (
    <FormDialog
      title={TITLE}
      icon="settings"
      form={form}
      pending={save.isPending}
      onSave={() =>
        save.mutateAsync({
          prefix: String(form.values.prefix),
          issuer: String(form.values.issuer),
          wording: String(form.values.wording),
          version,
        })
      }
      onClose={onClose}
    >
      <p className="muted">只用于以后由本组织出具的证明，已出具的不变。下一个编号：{setting.nextNumber}</p>
      <TextField
        form={form}
        name="prefix"
        label="编号字头"
        max={12}
        placeholder={shown.prefix}
        hint="不填的用组织简称"
      />
      <TextField
        form={form}
        name="issuer"
        label="落款"
        max={40}
        placeholder={shown.issuer}
        hint="证明右下角的出具单位，不填的用组织名称"
      />
      <TextField
        form={form}
        name="wording"
        label="结论用语"
        max={30}
        placeholder={shown.wording}
        hint="如“修完规定课程”"
      />
    </FormDialog>
  );
}
