import { useState } from 'react';
import type { ReplyOf } from '#platform/contract.ts';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { QrCode } from '#platform/web/field/QrCode.tsx';
import { TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { copyText } from '#platform/web/press/copy.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { flowSetting, limitForm, reportPoster, saveFlowSetting } from '../contract.report.ts';
import '#platform/web/form/form.css';
import '#platform/web/field/matter.css';
import './floating.css';

type Answer = ReplyOf<typeof flowSetting>;

/** `setting`: the own 报到码 with its poster, and how many floating members one contact person may have. */
export default function Setting() {
  const query = useCall(flowSetting, {}, { quiet: true });
  return (
    <div className="list-page">
      <PageHead title="报到码和设置" />
      <RecordLoader query={query}>
        {(answer) => (
          <div className="matter-work">
            <Code answer={answer} />
            <Limit key={answer.version} answer={answer} />
          </div>
        )}
      </RecordLoader>
    </div>
  );
}

function Code({ answer: { orgName, reportPath } }: { answer: Answer }) {
  const [printing, setPrinting] = useState(false);
  const address = `${location.origin}/#${reportPath}`;
  return (
    <section className="card" aria-label="报到码">
      <div className="card-head">
        <h2>报到码</h2>
        <span className="card-extra">{orgName}</span>
      </div>
      <div className="flow-code">
        <QrCode text={address} alt={`${orgName}流动党员报到码`} caption="扫码报到" fileName={`报到码-${orgName}`} />
        <div className="flow-stack">
          <p>外来的流动党员扫码填写，不用登录；报到后在“待确认”里核实接收。平台认识的人，原党支部同时得到通知。</p>
          <div className="matter-acts">
            <Button look="primary" icon="print" onClick={() => setPrinting(true)}>
              打印海报
            </Button>
            <Button icon="link" onClick={() => void copyText(address, '报到地址已复制')}>
              复制地址
            </Button>
            <a className="button" href={`#${reportPath}`} target="_blank" rel="noopener">
              <Icon name="eye" />
              打开报到页
            </a>
          </div>
        </div>
      </div>
      {printing && (
        <PaperDialog
          title="打印报到码海报"
          ask={(signal) => call(reportPoster, {}, { quiet: true, signal })}
          onClose={() => setPrinting(false)}
        />
      )}
    </section>
  );
}

function Limit({ answer }: { answer: Answer }) {
  const { most, setBy, version, can } = answer;
  const form = useForm({
    schema: limitForm,
    initial: { most: String(most) },
    isNew: false,
  });
  const save = useAct(saveFlowSetting, { quiet: true });
  return (
    <section className="card" aria-label="联系人数">
      <div className="card-head">
        <h2>联系人数</h2>
        <span className="card-extra">{setBy ? `${setBy}设置` : '平台默认'}</span>
      </div>
      <form
        ref={form.box}
        className="flow-limit"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!form.validate()) return;
          save.mutateAsync({ most: Number(form.text('most')), version }).then(
            () => {
              form.rebase(form.values);
              emit('notice', { kind: 'success', text: '已保存联系人数' });
            },
            (error: Error) => {
              if (!form.take(error)) emit('notice', { kind: 'error', text: error.message });
            },
          );
        }}
      >
        {can.edit ? (
          <>
            <TextField
              form={form}
              name="most"
              label="每名联系人最多联系（人）"
              required
              max={2}
              inputMode="numeric"
              hint="本组织和下级都按此执行；下级另行设置的从其设置"
            />
            <Button submit look="primary" disabled={save.isPending}>
              保存
            </Button>
          </>
        ) : (
          <p>
            每名联系人最多联系<b>{most}</b>名流动党员，由上级党组织设置。
          </p>
        )}
      </form>
    </section>
  );
}
