import { useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { partyGroupCalls } from '#people/member/nouns/partyGroup.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { AreaField, DateField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { type Form, type FormValues, useForm } from '#platform/web/form/useForm.ts';
import { KeptAt } from '#platform/web/kept/KeptAt.tsx';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { MEETING_STAGES } from '../contract.meeting.ts';
import { submitStep, withdrawStep } from '../contract.steps.ts';
import type { FileDetail, Step } from '../contract.ts';
import { labelForBranch, stepInBranch } from '../rules/meetings.ts';
import { type FactField, type StepDef, stepDefinition, stepName } from '../rules/steps.ts';
import { isTalk } from '../rules/talk.ts';
import { submitByKey } from './keys.ts';
import { MeetingForm } from './MeetingForm.tsx';
import { PeopleControl } from './PeopleControl.tsx';
import { PublicityForm } from './PublicityForm.tsx';
import { waitingDesk } from './parts.tsx';
import { PATHS } from './paths.ts';
import { TalkBox, TalkFill } from './Talk.tsx';
import { Trained } from './Trained.tsx';

/** A vote step waits for a meeting that passed it, after the last refusal. */
function asksMeeting(file: FileDetail, step: Step): boolean {
  const { vote } = stepDefinition(step.no);
  if (!vote || step.no <= file.paperUntil) return false;
  const last = file.votes.find(({ stage }) => stage === vote);
  const refused = file.steps[step.no === 15 ? 16 : 23];
  if (!last?.passed) return true;
  // After an extension its end is what the branch meets about.
  if (vote === 9 && file.probationUntil !== null && last.heldOn < file.probationUntil) return true;
  return refused?.state === 'failed' && refused.decidedOn !== null && last.heldOn <= refused.decidedOn;
}

/** The step that the branch does now, or one of 补录 that is still empty; `start` is the one to begin with. */
export function StepForm({ file, start }: { file: FileDetail; start?: number }) {
  const open = file.steps.filter(({ can }) => can.submit);
  const first = start ?? file.step;
  const [no, setNo] = useState(open.some((step) => step.no === first) ? first : (open[0]?.no ?? file.step));
  const step = file.steps[no - 1];
  const withdraw = useAct(withdrawStep);
  const waiting = file.steps.find(({ can }) => can.withdraw);
  return (
    <div className="fz-act">
      {open.length > 1 && (
        <label className="form-field">
          <span className="field-label">办理或补录</span>
          <span className="field-box">
            <select value={no} onChange={(event) => setNo(Number(event.target.value))}>
              {open.map((one) => (
                <option key={one.no} value={one.no}>
                  {stepName(one.no)}
                </option>
              ))}
            </select>
            <Icon name="down" size={14} />
          </span>
        </label>
      )}
      {waiting && (
        <>
          <p>
            {stepName(waiting.no)}：{waitingDesk(waiting)}
          </p>
          <Button
            disabled={withdraw.isPending}
            onClick={() =>
              withdraw.mutate(
                { fileId: file.id, no: waiting.no },
                { onSuccess: () => emit('notice', { kind: 'success', text: '已撤回，可以修改后再报送' }) },
              )
            }
          >
            撤回
          </Button>
        </>
      )}
      {step?.can.submit && isTalk(no) && no > file.paperUntil && <TalkBox file={file} no={no} />}
      {step?.can.submit && no === 8 && <PublicityForm file={file} />}
      {step?.can.submit && asksMeeting(file, step) && <MeetingForm file={file} stage={no === 15 ? 7 : 9} />}
      {step?.can.submit && no > file.paperUntil && <MetAbout file={file} no={no} />}
      {step?.can.submit && <Editor key={no} file={file} step={step} />}
    </div>
  );
}

/** Meetings that this step rests on: those entered, and the way to enter one for several people at once. */
function MetAbout({ file, no }: { file: FileDetail; no: number }) {
  const { stages = [] } = stepDefinition(no);
  const [first] = stages;
  if (first === undefined) return null;
  const met = file.votes.filter(({ stage }) => stages.includes(stage));
  return (
    <p className="fz-after">
      {met.map((one) => (
        <span key={one.meetingId}>
          {one.heldOn} {labelForBranch(MEETING_STAGES[one.stage as keyof typeof MEETING_STAGES], file.hasCommittee)}
          已登记
          {one.passed ? '' : '，没有通过'}。
        </span>
      ))}
      <Link to={pathWithQuery(PATHS.addMeeting(file.orgId), { stage: String(stages.at(-1)), fileId: file.id })}>
        登记会议（可以几个人一起）
      </Link>
    </p>
  );
}

const fieldText = (step: Step, field: FactField): string => {
  const value = step.values[field.name];
  if (Array.isArray(value)) return value.map(({ id }) => id).join(',');
  return value === null || value === undefined ? '' : String(value);
};

const paperName = (kind: string) => `paper.${kind}`;

function Editor({ file, step }: { file: FileDetail; step: Step }) {
  const def = stepInBranch(stepDefinition(step.no), file.hasCommittee);
  const met = file.votes.find(({ stage }) => def.stages?.includes(stage));
  const isListing = step.no === 8 && file.isConsented;
  const asksDay = !def.vote || step.no <= file.paperUntil;
  const fields = isListing ? [] : def.fields;
  const initial: FormValues = Object.fromEntries([
    ...(asksDay ? [['handledOn', isListing ? '' : (step.handledOn ?? met?.heldOn ?? '')]] : []),
    ...fields.map((field) => [field.name, fieldText(step, field)]),
    ...def.papers.map(({ kind }) => [paperName(kind), '']),
  ]);
  const schema = z.object(Object.fromEntries(Object.keys(initial).map((name) => [name, z.string()])));
  const form = useForm({ schema, initial, of: `Editor ${file.id} ${step.no}`, isNew: true });
  const submit = useAct(submitStep, { quiet: true });
  const sends = def.decided && !isListing && step.no > file.paperUntil;
  const save = async () => {
    if (!form.validate()) return;
    const facts = Object.fromEntries(
      fields.flatMap((field) => {
        const text = form.text(field.name);
        if (text === '') return [];
        return [[field.name, field.kind === 'people' ? text.split(',') : text]];
      }),
    );
    const papers = def.papers.flatMap(({ kind }) => {
      const files = form.text(paperName(kind)).split(',').filter(Boolean);
      return files.length > 0 ? [{ kind, files }] : [];
    });
    const day = form.text('handledOn');
    try {
      await submit.mutateAsync({
        fileId: file.id,
        no: step.no,
        version: file.version,
        facts,
        papers,
        ...(day ? { handledOn: day } : {}),
      });
      form.sent();
      emit('notice', { kind: 'success', text: sends ? '已报送上级' : `${stepName(step.no)}已完成` });
    } catch (error) {
      form.tell(error);
    }
  };
  return (
    <form
      ref={form.box}
      noValidate
      className="fz-act-form"
      onKeyDown={submitByKey}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {step.returnNote && (
        <div className="banner warn" role="note">
          <span>退回意见：{step.returnNote}</span>
        </div>
      )}
      {form.faults.vote && (
        <p className="fz-late" role="alert">
          {form.faults.vote}
        </p>
      )}
      {isTalk(step.no) && step.no > file.paperUntil && <TalkFill fileId={file.id} no={step.no} form={form} />}
      {step.no === 11 && step.no > file.paperUntil && <Trained fileId={file.id} form={form} />}
      {asksDay && (
        <DateField form={form} name="handledOn" label={isListing ? '列为发展对象日期' : def.dayLabel} required />
      )}
      {fields.map((field) => (
        <FactControl key={field.name} form={form} field={field} file={file} no={step.no} />
      ))}
      <PaperControls form={form} def={def} file={file} />
      <p className="fz-after">
        {sends
          ? `提交后由${file.approver || '上级党委'}审批，决定以前可以撤回。`
          : '提交后本步完成，日期登记有误须申请更正。'}
        <KeptAt />
      </p>
      <Button submit look="primary" title="Ctrl+Enter" disabled={submit.isPending}>
        {sends ? '报送上级' : '完成本步'}
      </Button>
    </form>
  );
}

function PaperControls({ form, def, file }: { form: Form; def: StepDef; file: FileDetail }) {
  return def.papers.map(({ kind, label, required }) => {
    const stored = file.papers.find((paper) => paper.no === def.no && paper.kind === kind);
    const has = stored !== undefined && stored.state !== 'missing' && stored.state !== 'returned';
    return (
      <AttachmentField
        key={kind}
        form={form}
        name={paperName(kind)}
        label={label}
        format="common"
        count={20}
        {...(required && !has ? { required } : {})}
        {...(has ? { hint: '已交，重新上传会替换' } : {})}
      />
    );
  });
}

function FactControl({ form, field, file, no }: { form: Form; field: FactField; file: FileDetail; no: number }) {
  const { name, label, hint } = field;
  const required = field.required || (field.ofMigrants && file.isMigrant && no > file.paperUntil);
  const common = { form, name, label, ...(required ? { required } : {}), ...(hint ? { hint } : {}) };
  if (no === 19 && name === 'group') return <GroupControl form={form} field={field} orgId={file.orgId} />;
  if (field.kind === 'people') return <PeopleControl form={form} field={field} file={file} no={no} />;
  if (field.kind === 'text') return <AreaField {...common} max={field.max ?? 1000} />;
  if (field.kind === 'day') return <DateField {...common} />;
  if (field.kind === 'choice') {
    return (
      <SelectField
        {...common}
        options={Object.entries(field.options ?? {}).map(([value, text]) => ({ value, label: text }))}
      />
    );
  }
  return (
    <TextField
      {...common}
      max={field.kind === 'line' ? (field.max ?? 60) : 5}
      {...(field.kind === 'whole' ? { inputMode: 'numeric' as const } : {})}
    />
  );
}

/** The 党小组 of the branch to choose from; in words where it has none. */
function GroupControl({ form, field, orgId }: { form: Form; field: FactField; orgId: string }) {
  const found = useCall(partyGroupCalls.list, { orgId, pageSize: 100 } as never, { quiet: true });
  const names = (found.data?.rows ?? []).filter((row) => row.orgId === orgId).map(({ name }) => String(name));
  const common = { form, name: field.name, label: field.label, required: true } as const;
  if (names.length === 0) return <TextField {...common} max={field.max ?? 40} hint="支部没有划分党小组的写“支部”" />;
  return <SelectField {...common} options={names.map((one) => ({ value: one, label: one }))} />;
}
