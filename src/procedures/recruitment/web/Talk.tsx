import { useState } from 'react';
import { z } from 'zod';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { DateField, SelectField, TextField, TickField } from '#platform/web/form/fields.tsx';
import { type Form, useForm } from '#platform/web/form/useForm.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { listCandidates } from '../contract.steps.ts';
import { answerTalk, arrangeTalk, cancelTalk, fileTalk, moveTalk, type Talk } from '../contract.talk.ts';
import type { FileDetail } from '../contract.ts';
import type { TALKS } from '../rules/talk.ts';

type TalkNo = (typeof TALKS)[number];

/** The talk of a step: not arranged yet, or when and where, how far both agree, and what may be done. */
export function TalkBox({ file, no }: { file: FileDetail; no: TalkNo }) {
  const fileTalkQuery = useCall(fileTalk, { fileId: file.id, no }, { quiet: true, staleTime: 0 });
  const [open, setOpen] = useState(false);
  if (fileTalkQuery.isPending || fileTalkQuery.error) return null;
  const talk = fileTalkQuery.data;
  return (
    <section className="fz-talk" aria-label="谈话安排">
      {talk ? <TalkLine talk={talk} /> : <p className="muted">还没有约定谈话时间；谈过以后直接填写下面的情况。</p>}
      <div className="fz-acts">
        <Button size="compact" onClick={() => setOpen(true)}>
          {talk ? '重新安排' : '安排谈话'}
        </Button>
      </div>
      {open && <ArrangeDialog file={file} no={no} talk={talk} onClose={() => setOpen(false)} />}
    </section>
  );
}

/** What was arranged goes into the step's form at a touch, once the talk was held. */
export function TalkFill({ fileId, no, form }: { fileId: string; no: TalkNo; form: Form }) {
  const fileTalkQuery = useCall(fileTalk, { fileId, no }, { quiet: true, staleTime: 0 });
  const talk = fileTalkQuery.data;
  if (!talk) return null;
  return (
    <Button
      size="compact"
      onClick={() => form.set({ handledOn: talk.day, talker: talk.talkerId, time: talk.starts, place: talk.place })}
    >
      填入约定的谈话人、时间和地点
    </Button>
  );
}

/** When, where, with whom, and the answers that the session may give. */
export function TalkLine({ talk, isOwn = false }: { talk: Talk; isOwn?: boolean }) {
  const [asking, setAsking] = useState<'wish' | 'move' | 'cancel' | null>(null);
  const answer = useAct(answerTalk);
  const close = () => setAsking(null);
  const { can } = talk;
  return (
    <>
      <div className="fz-talk-line">
        <b>
          {talk.day} {talk.starts}至{talk.ends}，{talk.place}
        </b>
        <p>
          {isOwn ? '' : `${talk.name}，`}谈话人{talk.talkerName}，
          <span className={talk.isAgreed ? '' : 'fz-late'}>{talk.standing}</span>
        </p>
        {talk.wish && <p className="muted">申请改期：{talk.wish}</p>}
      </div>
      <div className="fz-acts">
        {can.confirm && (
          <Button
            look="primary"
            size="compact"
            disabled={answer.isPending}
            onClick={() =>
              answer.mutate(
                { fileId: talk.fileId, no: talk.no as TalkNo, version: talk.version },
                { onSuccess: () => emit('notice', { kind: 'success', text: '已确认谈话时间' }) },
              )
            }
          >
            {talk.wish && can.move ? '不改期，按原时间' : '确认时间'}
          </Button>
        )}
        {can.wish && (
          <Button size="compact" onClick={() => setAsking('wish')}>
            申请改期
          </Button>
        )}
        {can.move && (
          <Button size="compact" onClick={() => setAsking('move')}>
            改期
          </Button>
        )}
        {can.cancel && (
          <Button size="compact" onClick={() => setAsking('cancel')}>
            取消谈话
          </Button>
        )}
      </div>
      {asking === 'wish' && <WishDialog talk={talk} onClose={close} />}
      {asking === 'move' && <MoveDialog talk={talk} onClose={close} />}
      {asking === 'cancel' && <CancelDialog talk={talk} onClose={close} />}
    </>
  );
}

const WHEN = {
  day: z.string().min(1, '请填写日期'),
  starts: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, '时间应写作 15:30'),
  minutes: z.string().regex(/^\d+$/, '请填写分钟'),
  place: z.string().trim().min(1, '请填写地点'),
  despite: z.boolean(),
};
type When = { day: string; starts: string; minutes: string; place: string; despite: boolean };
const sent = ({ minutes, ...others }: When) => ({ ...others, minutes: Number(minutes) });

/** Day, start, length, place; a clash is said at the start, and may be overruled. */
function WhenFields({ form }: { form: Form }) {
  return (
    <>
      <DateField form={form} name="day" label="谈话日期" required />
      <TextField form={form} name="starts" label="开始时间" required max={5} hint="如 15:30" />
      <TextField form={form} name="minutes" label="时长（分钟）" required max={3} inputMode="numeric" />
      <TextField form={form} name="place" label="地点" required max={60} />
      {(form.faults.starts?.includes('时间冲突') || form.values.despite === true) && (
        <TickField form={form} name="despite" label="时间冲突也按此时间" />
      )}
    </>
  );
}

function ArrangeDialog({
  file,
  no,
  talk,
  onClose,
}: {
  file: FileDetail;
  no: TalkNo;
  talk: Talk | null;
  onClose: () => void;
}) {
  const people = useCall(listCandidates, { fileId: file.id, no, role: 'talker' }, { quiet: true });
  const form = useForm({
    schema: z.object({ talkerId: z.string().min(1, '请选择谈话人'), ...WHEN }),
    initial: {
      talkerId: talk?.talkerId ?? '',
      day: talk?.day ?? file.today,
      starts: talk?.starts ?? '',
      minutes: String(talk?.minutes ?? 60),
      place: talk?.place ?? '',
      despite: false,
    },
    of: `ArrangeDialog ${file.id} ${no}`,
    isNew: true,
  });
  const arrange = useAct(arrangeTalk, { quiet: true });
  return (
    <FormDialog
      title={`安排谈话 ${file.name}`}
      icon="calendarCheck"
      form={form}
      pending={arrange.isPending}
      onClose={onClose}
      onSave={() => {
        const { talkerId, ...when } = form.values;
        return arrange.mutateAsync({ fileId: file.id, no, talkerId, ...sent(when) });
      }}
    >
      <SelectField
        form={form}
        name="talkerId"
        label="谈话人"
        required
        options={(people.data ?? [])
          .filter(({ can }) => can)
          .map(({ id, name, post, orgName }) => ({ value: id, label: `${name}（${post || orgName}）` }))}
      />
      {people.data?.every(({ can }) => !can) && (
        <p className="fz-late">
          没有可选的谈话人：{no === 2 ? '须是书记、副书记、组织委员或组织员' : '须是党委委员或组织员'}
        </p>
      )}
      <WhenFields form={form} />
      <p className="muted tiny">保存后通知本人和谈话人确认；本人可以申请改期一次。</p>
    </FormDialog>
  );
}

function WishDialog({ talk, onClose }: { talk: Talk; onClose: () => void }) {
  const form = useForm({
    schema: z.object({ wish: z.string().trim().min(1, '请写明原因和希望的时间') }),
    initial: { wish: '' },
    of: `WishDialog ${talk.fileId} ${talk.no}`,
    isNew: true,
  });
  const answer = useAct(answerTalk, { quiet: true });
  return (
    <FormDialog
      title="申请谈话改期"
      icon="calendarCheck"
      act="申请"
      form={form}
      pending={answer.isPending}
      onClose={onClose}
      onSave={() =>
        answer.mutateAsync({
          fileId: talk.fileId,
          no: talk.no as TalkNo,
          version: talk.version,
          wish: form.text('wish'),
        })
      }
    >
      <TextField form={form} name="wish" label="原因和希望的时间" required max={100} hint="只能申请一次" />
    </FormDialog>
  );
}

function MoveDialog({ talk, onClose }: { talk: Talk; onClose: () => void }) {
  const { day, starts, minutes, place } = talk;
  const form = useForm({
    schema: z.object(WHEN),
    initial: { day, starts, minutes: String(minutes), place, despite: false },
    of: `MoveDialog ${talk.fileId} ${talk.no}`,
    isNew: true,
  });
  const move = useAct(moveTalk, { quiet: true });
  return (
    <FormDialog
      title={`谈话改期 ${talk.name}`}
      icon="calendarCheck"
      form={form}
      pending={move.isPending}
      onClose={onClose}
      onSave={() =>
        move.mutateAsync({
          fileId: talk.fileId,
          no: talk.no as TalkNo,
          version: talk.version,
          ...sent(form.values),
        })
      }
    >
      <p>本人希望：{talk.wish}</p>
      <WhenFields form={form} />
    </FormDialog>
  );
}

function CancelDialog({ talk, onClose }: { talk: Talk; onClose: () => void }) {
  const form = useForm({
    schema: z.object({ reason: z.string().trim().min(1, '请输入取消原因') }),
    initial: { reason: '' },
    of: `CancelDialog ${talk.fileId} ${talk.no}`,
    isNew: true,
  });
  const cancel = useAct(cancelTalk, { quiet: true });
  return (
    <FormDialog
      title="取消谈话"
      icon="warning"
      act="取消谈话"
      form={form}
      pending={cancel.isPending}
      onClose={onClose}
      onSave={() => cancel.mutateAsync({ fileId: talk.fileId, no: talk.no as TalkNo, reason: form.text('reason') })}
    >
      <TextField form={form} name="reason" label="原因" required max={100} hint="会通知本人和谈话人" />
    </FormDialog>
  );
}
