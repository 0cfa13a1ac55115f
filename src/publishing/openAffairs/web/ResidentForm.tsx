import { type FormEvent, useRef, useState } from 'react';
import { usePictureCheck } from '#kernel/session/web/pickers.tsx';
import { useAct } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { AreaField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { residentFeedback, residentForm } from '../contract.board.ts';
import '#platform/web/form/form.css';

const EMPTY = { content: '', name: '', phone: '' };

/** What a resident says about a document, without signing in. */
export function ResidentForm({ token, orgName }: { token: string; orgName: string }) {
  const form = useForm({ schema: residentForm, initial: EMPTY, isNew: true });
  const say = useAct(residentFeedback, { quiet: true });
  const [fault, setFault] = useState('');
  const [isSent, setSent] = useState(false);
  // From the press on: the picture check may take its time before anything is sent.
  const sending = useRef(false);
  const check = usePictureCheck('提交', 'open-fault', setFault);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (sending.current || !form.validate()) return;
    setFault('');
    sending.current = true;
    try {
      const passed = await check.take();
      if (!passed) return;
      const { content, name, phone } = form.values;
      await say.mutateAsync({ token, content, name, phone, ...passed });
      form.sent();
      setSent(true);
    } catch (error) {
      check.renew();
      const wrong = error instanceof ApiError ? error.fields.code : undefined;
      if (wrong) return setFault(wrong);
      if (form.take(error)) return;
      setFault(error instanceof Error ? error.message : '没有送到，请重试');
    } finally {
      sending.current = false;
    }
  };
  if (isSent) {
    return (
      <div className="banner ok" role="status">
        <Icon name="check" />
        <span>意见已送到{orgName}。答复后可能连同您的意见登在本页，不显示称呼和电话。</span>
      </div>
    );
  }
  return (
    <form ref={form.box} className="open-resident" aria-label="提意见" noValidate onSubmit={send}>
      <h2 className="open-files-title">对公开内容提意见</h2>
      <AreaField form={form} name="content" label="意见" required max={500} rows={4} />
      <div className="open-who">
        <TextField form={form} name="name" label="称呼（可不填）" max={20} />
        <TextField
          form={form}
          name="phone"
          label="电话（可不填）"
          max={20}
          inputMode="tel"
          hint="只有办理意见的工作人员看得到"
        />
      </div>
      {check.field}
      {fault && (
        <p id="open-fault" className="field-fault" role="alert">
          <Icon name="warning" size={14} />
          {fault}
        </p>
      )}
      <Button submit look="primary" disabled={say.isPending}>
        {say.isPending ? '正在提交' : '提交意见'}
      </Button>
      <p className="muted small">意见由{orgName}办理。请不要写身份证号等个人信息。</p>
    </form>
  );
}
