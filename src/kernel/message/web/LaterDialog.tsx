import { addDays, beijingDay, daysBetween } from '#platform/time/days.ts';
import { dayInWords, weekdayOf } from '#platform/web/calendar/days.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { DateField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { useUndo } from '#platform/web/press/undo.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { putOffTodo, type TodoRow, takeUpTodo } from '../contract.ts';
import './today.css';

const schema = putOffTodo.input.pick({ until: true });

/** The days that are offered by one press, as far as the terms allow them. */
function offers(today: string, latest: string): { label: string; day: string }[] {
  const all = [
    { label: '明天', day: addDays(today, 1) },
    { label: '下周一', day: addDays(today, 8 - weekdayOf(today)) },
    { label: '最晚一天', day: latest },
  ];
  return all.filter(({ day }, at) => day <= latest && all.findIndex((one) => one.day === day) === at);
}

/** 稍后提醒: until which day to-dos stand under 稍后; they come back by themselves, at the latest on their term. */
export function LaterDialog({
  rows,
  onDone,
  onClose,
}: {
  rows: readonly TodoRow[];
  onDone: () => void;
  onClose: () => void;
}) {
  const today = beijingDay();
  const latest = rows.map((row) => row.latest).toSorted()[0] ?? today;
  const choices = offers(today, latest);
  const putOff = useAct(putOffTodo, { quiet: true });
  const back = useUndo(takeUpTodo, putOffTodo);
  const id = rows.map((row) => row.id);
  const form = useForm({
    schema,
    initial: { until: choices[0]?.day ?? '' },
    of: `LaterDialog ${id.join()}`,
    isNew: true,
  });
  const name = rows.length === 1 ? `“${rows[0]?.message}”` : `${rows.length}件`;
  return (
    <FormDialog
      title={rows.length === 1 ? '稍后提醒' : `稍后提醒 ${rows.length}件`}
      icon="clock"
      act="推到这天"
      form={form}
      pending={putOff.isPending}
      onClose={onClose}
      onSave={async () => {
        const until = form.text('until');
        await putOff.mutateAsync({ id, until });
        onDone();
        emit('notice', { kind: 'success', text: `${dayInWords(until)}再提醒` });
        back(`已把${name}推到${dayInWords(until)}`, { id });
      }}
    >
      <p className="muted">
        {rows.length === 1 ? rows[0]?.message : `选中的${rows.length}件`}
        先移到“稍后”，到了这天自己回到待办，最晚推到{dayInWords(latest)}（{daysBetween(today, latest)}
        天后）。同事看到的不变。
      </p>
      <div className="today-days">
        {choices.map(({ label, day }) => (
          <Button
            key={day}
            size="compact"
            aria-pressed={form.text('until') === day}
            onClick={() => form.set({ until: day })}
          >
            {label} {day.slice(5)}
          </Button>
        ))}
      </div>
      <DateField form={form} name="until" label="提醒日期" required />
    </FormDialog>
  );
}
