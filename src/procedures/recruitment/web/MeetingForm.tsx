import { z } from 'zod';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { DateField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { addMeeting, dueVoters } from '../contract.meeting.ts';
import type { FileDetail } from '../contract.ts';

const INITIAL = {
  heldOn: '',
  place: '',
  host: '',
  present: '',
  proposal: 'agree',
  months: '',
  yes: '',
  no: '0',
  abstain: '0',
  spoilt: '0',
  writtenYes: '0',
  writtenNo: '0',
};
const schema = z.object(Object.fromEntries(Object.keys(INITIAL).map((name) => [name, z.string()])));
const COUNTS = [
  ['present', '实到人数'],
  ['yes', '赞成'],
  ['no', '反对'],
  ['abstain', '弃权'],
  ['spoilt', '废票'],
  ['writtenYes', '书面赞成'],
  ['writtenNo', '书面反对'],
] as const;
const OUTCOMES = [
  { value: 'convert', label: '按期转正' },
  { value: 'extend', label: '延长预备期' },
  { value: 'revoke', label: '取消预备党员资格' },
];

/** The general meeting about one person, with its vote: counts alone, 应到 drawn from the roll of that day. */
export function MeetingForm({ file, stage }: { file: FileDetail; stage: 7 | 9 }) {
  const form = useForm({
    schema,
    initial: { ...INITIAL, proposal: stage === 7 ? 'agree' : 'convert' },
    of: `MeetingForm ${file.id} ${stage}`,
    isNew: true,
  });
  const add = useAct(addMeeting, { quiet: true });
  const day = form.text('heldOn');
  const due = useCall(
    dueVoters,
    { orgId: file.orgId, day },
    { quiet: true, enabled: /^\d{4}-\d{2}-\d{2}$/.test(day) && day <= file.today },
  );
  const save = async () => {
    const { heldOn, place, host, present, proposal, months, ...counts } = form.values;
    const person = { fileId: file.id, proposal, ...counts, ...(proposal === 'extend' ? { months } : {}) };
    try {
      await add.mutateAsync({ orgId: file.orgId, stage, heldOn, place, host, present, people: [person] } as never);
      form.sent();
      emit('notice', { kind: 'success', text: '会议和表决已登记' });
    } catch (error) {
      form.tell(error);
    }
  };
  return (
    <form
      ref={form.box}
      noValidate
      className="fz-act-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h3 className="section-title">登记支部大会和表决</h3>
      <DateField form={form} name="heldOn" label="会议日期" required />
      <TextField form={form} name="place" label="地点" required max={60} />
      <TextField form={form} name="host" label="主持人" required max={20} />
      {due.data && (
        <p className="fz-after">
          当日应到{due.data.due}人
          {due.data.away.length > 0 &&
            `；不计入应到：${due.data.away.map(({ name, reason }) => `${name}（${reason}）`).join('、')}`}
        </p>
      )}
      {stage === 9 && <SelectField form={form} name="proposal" label="表决事项" required options={OUTCOMES} />}
      {form.text('proposal') === 'extend' && (
        <TextField form={form} name="months" label="延长月数" required max={2} inputMode="numeric" hint="6至12个月" />
      )}
      <div className="fz-counts">
        {COUNTS.map(([name, label]) => (
          <TextField key={name} form={form} name={name} label={label} required max={4} inputMode="numeric" />
        ))}
      </div>
      {Object.entries(form.faults)
        .filter(([name]) => name.startsWith('people'))
        .map(([name, text]) => (
          <p key={name} className="fz-late" role="alert">
            {text}
          </p>
        ))}
      <Button submit disabled={add.isPending}>
        登记会议
      </Button>
    </form>
  );
}
