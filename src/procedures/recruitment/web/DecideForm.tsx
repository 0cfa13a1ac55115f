import { useState } from 'react';
import { z } from 'zod';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { AreaField, DateField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { useBeside, useForm } from '#platform/web/form/useForm.ts';
import { KeptAt } from '#platform/web/kept/KeptAt.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { decideStep } from '../contract.steps.ts';
import type { FileDetail, Step } from '../contract.ts';
import { stepDefinition } from '../rules/steps.ts';
import { submitByKey } from './keys.ts';

type Choice = 'agree' | 'return' | 'refuse';

const schema = z.object({
  decidedOn: z.string(),
  meeting: z.string(),
  present: z.string(),
  yes: z.string(),
  opinion: z.string(),
  lateReason: z.string(),
  mend: z.string(),
});
const EMPTY = { decidedOn: '', meeting: '', present: '', yes: '', opinion: '', lateReason: '', mend: '' };

/** What is asked for most, at a press. */
const PHRASES = ['补签名', '补日期', '补盖章', '重新扫描'];

/** The superior's decision: agreeing waits for what blocks, returning names what to fix, refusing says why. */
export function DecideForm({ file, step }: { file: FileDetail; step: Step }) {
  // How late a decision is depends on the day that is entered: the server asks it of that day.
  const stops = file.findings.filter(({ ok, level, code }) => !ok && level === 'block' && code !== 'APPROVAL_LATE');
  const late = file.findings.some(({ code, ok }) => code === 'APPROVAL_LATE' && !ok);
  const [choice, setChoice] = useState<Choice>(stops.length > 0 ? 'return' : 'agree');
  const form = useForm({
    schema,
    initial: { ...EMPTY, decidedOn: file.today },
    of: `DecideForm ${file.id} ${step.no}`,
    isNew: true,
  });
  useBeside(form, choice, setChoice);
  const decide = useAct(decideStep, { quiet: true });
  const { title } = stepDefinition(step.no);
  // 接收 and 转正 are decided by the committee's vote; elsewhere it may be written down.
  const voted = step.no === 17 || step.no === 24;
  const options: readonly { value: Choice; label: string; note: string; off?: boolean }[] = [
    { value: 'agree', label: '同意', note: stops[0] ? `${stops[0].title}后才能选择` : title, off: stops.length > 0 },
    { value: 'return', label: '退回补正', note: `退给${file.orgName}，只补指定的材料` },
    { value: 'refuse', label: '不同意', note: '须填写理由，并通知支部和本人' },
  ];
  const papers = file.papers.filter(({ no, state }) => no <= step.no && state !== 'missing');
  const save = async () => {
    const [no, kind] = form.text('mend').split('.');
    const { decidedOn, ...texts } = form.values;
    const { mend: _mend, present, yes, ...said } = texts;
    const votes = choice === 'return' ? {} : { ...(present ? { present } : {}), ...(yes ? { yes } : {}) };
    try {
      await decide.mutateAsync({
        fileId: file.id,
        no: step.no,
        version: file.version,
        decision: choice,
        ...said,
        ...(votes as object),
        ...(choice === 'return' ? {} : decidedOn ? { decidedOn } : {}),
        ...(choice === 'return' && no && kind ? { mend: { no, kind } } : {}),
      });
      form.sent();
      emit('notice', { kind: 'success', text: { agree: '已同意', return: '已退回', refuse: '已登记不同意' }[choice] });
    } catch (error) {
      form.tell(error);
    }
  };
  return (
    <form
      ref={form.box}
      noValidate
      className="fz-act"
      onKeyDown={submitByKey}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {step.generalOn && (
        <p className="fz-after">
          {step.generalOn} {step.general}审议：{step.generalOpinion}
        </p>
      )}
      {options.map(({ value, label, note, off }) => (
        <label key={value} className={`fz-option ${choice === value ? 'on' : ''} ${off ? 'off' : ''}`}>
          <input
            type="radio"
            name="decision"
            checked={choice === value}
            disabled={off}
            onChange={() => setChoice(value)}
          />
          <b>{label}</b>
          <small>{note}</small>
        </label>
      ))}
      {choice === 'return' ? (
        <SelectField
          form={form}
          name="mend"
          label="退回的材料"
          hint="不选则整步退回重报"
          options={papers.map(({ no, kind, label }) => ({ value: `${no}.${kind}`, label: `第${no}步 ${label}` }))}
        />
      ) : (
        <>
          <DateField form={form} name="decidedOn" label="审批日期" required />
          <TextField form={form} name="meeting" label="党委会议" required max={60} placeholder="如 党工委第21次会议" />
          <div className="fz-counts">
            <TextField
              form={form}
              name="present"
              label="到会委员"
              max={3}
              inputMode="numeric"
              {...(voted ? { required: true } : {})}
            />
            <TextField
              form={form}
              name="yes"
              label="赞成票"
              max={3}
              inputMode="numeric"
              {...(voted ? { required: true } : {})}
            />
          </div>
          {late && choice === 'agree' && (
            <TextField
              form={form}
              name="lateReason"
              label="超期原因"
              max={200}
              hint="审批日期在大会后超过三个月的须填写"
            />
          )}
        </>
      )}
      <AreaField
        form={form}
        name="opinion"
        label={choice === 'return' ? '补正要求' : '审批意见'}
        max={200}
        {...(choice === 'agree' ? {} : { required: true })}
      />
      <div className="fz-after">
        {choice === 'agree' && '提交后下一步打开，支部和本人收到通知。'}
        {choice === 'return' && `${file.orgName}今天收到待办；补齐后直接回到本步，其他步骤不重走。本人看不到意见原文。`}
        {choice === 'refuse' && '提交后由支部重新讨论；本人收到没有通过的通知。'}
      </div>
      {choice === 'return' && (
        <p className="fz-phrases">
          {PHRASES.map((phrase) => (
            <Button
              key={phrase}
              size="compact"
              onClick={() =>
                form.set({ opinion: `${form.text('opinion')}${form.text('opinion') ? '，' : ''}${phrase}` })
              }
            >
              {phrase}
            </Button>
          ))}
        </p>
      )}
      <KeptAt />
      <Button submit look="primary" title="Ctrl+Enter" disabled={decide.isPending}>
        {options.find(({ value }) => value === choice)?.label}
      </Button>
    </form>
  );
}
