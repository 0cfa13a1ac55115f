import { type FormEvent, useRef, useState } from 'react';
import { usePictureCheck } from '#kernel/session/web/pickers.tsx';
import { useAct } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { AreaField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { objectionForm, sayObjection } from '../contract.publicity.ts';
import '#platform/web/form/form.css';
import './publicity.css';

const EMPTY = { content: '', contact: '' };
const FAULT = 'fz-objection-fault';

/** 反映情况 on a 公示 page, without signing in; the superior alone reads it. */
export function ObjectionForm({ token, approver }: { token: string; approver: string }) {
  const form = useForm({ schema: objectionForm, initial: EMPTY, isNew: true });
  const say = useAct(sayObjection, { quiet: true });
  const [fault, setFault] = useState('');
  const [isSent, setSent] = useState(false);
  // From the press on: the picture check may take its time before anything is sent.
  const sending = useRef(false);
  const check = usePictureCheck('提交', FAULT, setFault);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (sending.current || !form.validate()) return;
    setFault('');
    sending.current = true;
    try {
      const passed = await check.take();
      if (!passed) return;
      const { content, contact } = form.values;
      await say.mutateAsync({ token, content, contact, ...passed });
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
        <span>已密封送交{approver}，由其核查。公示对象和所在党支部看不到内容和您的联系方式。</span>
      </div>
    );
  }
  return (
    <form ref={form.box} className="fz-objection" aria-label="反映情况" noValidate onSubmit={send}>
      <h2 className="section-title">反映情况</h2>
      <AreaField form={form} name="content" label="反映的情况" required max={1000} rows={4} />
      <TextField
        form={form}
        name="contact"
        label="姓名和联系方式（可不填）"
        max={60}
        hint={`只有${approver}看得到，便于核实和答复`}
      />
      {check.field}
      {fault && (
        <p id={FAULT} className="field-fault" role="alert">
          <Icon name="warning" size={14} />
          {fault}
        </p>
      )}
      <Button submit look="primary" disabled={say.isPending}>
        {say.isPending ? '正在提交' : '提交反映'}
      </Button>
    </form>
  );
}
