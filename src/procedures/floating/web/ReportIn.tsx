import { type FormEvent, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { usePictureCheck } from '#kernel/session/web/pickers.tsx';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { DateField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { encryptSecret } from '#platform/web/session/encryptSecret.ts';
import { StandalonePage } from '#platform/web/shell/StandalonePage.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Skeleton } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { reportForm, reportIn, reportPlace } from '../contract.report.ts';
import { checkCard } from './parts.tsx';
import '#platform/web/form/form.css';
import './floating.css';

const FAULT = 'flow-report-fault';

/** `/report-in/:code`: a floating member who has come reports by the code of a poster, without signing in. */
export default function ReportIn() {
  useTitle('流动党员报到');
  const { code = '' } = useParams();
  const isCode = reportPlace.input.safeParse({ place: code }).success;
  const reportPlaceQuery = useCall(reportPlace, { place: code }, { quiet: true, staleTime: 0, enabled: isCode });
  const fault = isCode ? reportPlaceQuery.error : { message: '报到码不正确，请重新扫描海报上的二维码' };
  return (
    <StandalonePage>
      <h1>流动党员报到</h1>
      {reportPlaceQuery.data ? (
        <Form code={code} orgName={reportPlaceQuery.data.orgName} />
      ) : fault ? (
        <>
          <div className="banner warn" role="alert">
            <Icon name="warning" />
            <span>{fault.message}</span>
          </div>
          {isCode && !(fault instanceof ApiError) && (
            <Button onClick={() => void reportPlaceQuery.refetch()}>再试一次</Button>
          )}
        </>
      ) : (
        <Skeleton lines={8} />
      )}
    </StandalonePage>
  );
}

const EMPTY = { name: '', idCardNo: '', phone: '', homeOrg: '', startedOn: '' };

function Form({ code, orgName }: { code: string; orgName: string }) {
  const form = useForm({ schema: reportForm, initial: EMPTY, isNew: true, check: checkCard });
  const send = useAct(reportIn, { quiet: true });
  const [fault, setFault] = useState('');
  const [isSent, setSent] = useState(false);
  // From the press on: the picture check may take its time before anything is sent.
  const sending = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const check = usePictureCheck('报到', FAULT, setFault);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending.current || !form.validate()) return;
    setFault('');
    sending.current = true;
    setBusy(true);
    try {
      const passed = await check.take();
      if (!passed) return;
      const values = form.values;
      const idCardNo = await encryptSecret(values.idCardNo.trim().toUpperCase());
      await send.mutateAsync({ ...values, idCardNo, place: code, ...passed });
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
      setBusy(false);
    }
  };
  if (isSent) {
    return (
      <div className="banner ok" role="status">
        <Icon name="check" />
        <span>已收到您的报到。{orgName}核实后会用您留的手机号与您联系，组织关系不变。</span>
      </div>
    );
  }
  return (
    <>
      <p>
        您正在向<strong>{orgName}</strong>报到。党组织核实后与您联系，您可以就近参加组织生活，组织关系仍在原党支部。
      </p>
      <form ref={form.box} className="flow-report-in" aria-label="流动党员报到" noValidate onSubmit={submit}>
        <TextField form={form} name="name" label="姓名" required max={30} />
        <TextField
          form={form}
          name="idCardNo"
          label="身份证号"
          required
          max={18}
          clean={(text) => text.toUpperCase()}
          hint="加密传送，只用于核实党员身份"
        />
        <TextField form={form} name="phone" label="手机号" required max={11} inputMode="tel" />
        <TextField
          form={form}
          name="homeOrg"
          label="组织关系所在党支部"
          required
          max={80}
          hint="填写全称，如 某镇某村党支部"
        />
        <DateField form={form} name="startedOn" label="到本地的日期" required />
        {check.field}
        {fault && (
          <p id={FAULT} className="field-fault" role="alert">
            <Icon name="warning" size={14} />
            {fault}
          </p>
        )}
        <Button submit look="primary" disabled={isBusy}>
          {isBusy ? '正在提交' : '报到'}
        </Button>
      </form>
    </>
  );
}
