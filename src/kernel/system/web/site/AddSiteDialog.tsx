import { type FormEvent, useId } from 'react';
import type { z } from 'zod';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { removeSite } from '../../contract.site.ts';

/** Asks for the name of a host; its row is made when its settings are saved. */
export function AddSiteDialog(props: {
  taken: readonly string[];
  onChoose: (host: string) => void;
  onClose: () => void;
}) {
  const { taken, onChoose, onClose } = props;
  const id = useId();
  const form = useForm({
    schema: removeSite.input as z.ZodObject,
    initial: { host: '' },
    of: 'AddSiteDialog',
    isNew: true,
    check: ({ host }): Record<string, string> =>
      taken.includes(String(host).trim().toLowerCase()) ? { host: '这个站点已在列表中' } : {},
  });
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (!form.validate()) return;
    onClose();
    form.sent();
    onChoose(form.text('host').trim().toLowerCase());
  };
  return (
    <Dialog
      title="新增站点"
      icon="plus"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button submit form={id} look="primary">
            下一步
          </Button>
        </>
      }
    >
      <form id={id} ref={form.box} className="dialog-form" noValidate onSubmit={add}>
        <p>以这个域名访问的人看到单独的设置，没有单独设定的沿用默认设置。</p>
        <TextField
          form={form}
          name="host"
          label="站点域名"
          required
          max={120}
          placeholder="dj.example.cn"
          hint="浏览器地址栏里的域名，不带 https://，可带端口"
        />
      </form>
    </Dialog>
  );
}
