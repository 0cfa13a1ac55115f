import { z } from 'zod';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, TextField, TickField } from '#platform/web/form/fields.tsx';
import { type Form, useForm } from '#platform/web/form/useForm.ts';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { handIn, ownMeetings, type ScoreDetail } from '../contract.score.ts';
import { MAX_RECORDS, pointsText } from '../rules.ts';

const schema = z.object({
  self: handIn.input.shape.self,
  content: handIn.input.shape.content,
  files: z.string(),
  meetings: z.string(),
  later: z.boolean(),
});

/** 报送资料: what was done, the papers and meetings that show it, and the own points; handed in, or saved for later. */
export function HandInDialog({ one, onClose }: { one: ScoreDetail; onClose: () => void }) {
  const send = useAct(handIn, { quiet: true });
  const form = useForm({
    schema,
    initial: {
      self: one.self === null ? '' : pointsText(one.self),
      content: one.content,
      files: one.papers.map(({ id }) => id).join(),
      meetings: one.meetings.map(({ meetingId }) => meetingId).join(),
      later: false,
    },
    of: `HandInDialog ${one.id}`,
    isNew: true,
    check: ({ content, later }): Record<string, string> =>
      later !== true && String(content).trim() === '' ? { content: '请输入完成情况' } : {},
  });
  const later = form.values.later === true;
  return (
    <FormDialog
      title={`报送资料 ${one.itemTitle}`}
      icon="import"
      act={later ? '保存' : '提交审核'}
      width={700}
      form={form}
      pending={send.isPending}
      onClose={onClose}
      onSave={async () => {
        const { decider } = await send.mutateAsync({
          id: one.id,
          version: one.version,
          self: form.text('self'),
          content: form.text('content'),
          files: form.text('files').split(',').filter(Boolean),
          meetingIds: form.text('meetings').split(',').filter(Boolean),
          submit: !later,
        });
        emit('notice', { kind: 'success', text: later ? '已保存，提交前还可以修改' : `已提交，由${decider}审核` });
        onClose();
        return false;
      }}
    >
      {one.standard && <p className="muted record-text">{one.standard}</p>}
      <TextField
        form={form}
        name="self"
        label="自评分"
        required
        max={6}
        inputMode="decimal"
        hint={`满分${pointsText(one.points)}分`}
      />
      <AreaField form={form} name="content" label="完成情况" required max={4000} rows={5} />
      <Meetings form={form} one={one} />
      <AttachmentField form={form} name="files" label="附件" format="common" count={20} kept={one.papers} />
      <TickField form={form} name="later" label="先保存，暂不提交" />
    </FormDialog>
  );
}

/** The own meetings of 组织生活, chosen by ticks; those chosen before stay offered. */
function Meetings({ form, one }: { form: Form; one: ScoreDetail }) {
  const ownMeetingsQuery = useCall(ownMeetings, { id: one.id }, { quiet: true });
  const known = ownMeetingsQuery.data ?? [];
  const all = [...one.meetings.filter((old) => !known.some(({ meetingId }) => meetingId === old.meetingId)), ...known];
  const chosen = form.text('meetings').split(',').filter(Boolean);
  if (all.length === 0) return null;
  return (
    <fieldset className="trinity-choose">
      <legend className="field-label">组织生活记录（已选{chosen.length}次）</legend>
      <ul>
        {all.map(({ meetingId, title, heldOn }) => {
          const isChosen = chosen.includes(meetingId);
          return (
            <li key={meetingId}>
              <label className="filter-option">
                <input
                  type="checkbox"
                  className="tick"
                  checked={isChosen}
                  disabled={!isChosen && chosen.length >= MAX_RECORDS}
                  onChange={() =>
                    form.set({
                      meetings: (isChosen ? chosen.filter((id) => id !== meetingId) : [...chosen, meetingId]).join(),
                    })
                  }
                />
                {title}
                <span className="muted small">{heldOn}</span>
              </label>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
