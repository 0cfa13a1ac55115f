import { useState } from 'react';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { DateField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import {
  listSlots,
  moveSlot,
  removeSlot,
  SLOT_LEVELS,
  type Slot,
  saveSlot,
  slotChoices,
  whatIsOn,
} from '../contract.programme.ts';
import { PARTS, type Part } from '../rules.device.ts';
import { LEVELS } from '../rules.plays.ts';

const WEEK = ['一', '二', '三', '四', '五', '六', '日'];
const LEVEL_WORDS = { ...LEVELS, fallback: '名称和时钟' } as const;

/** When a line is due, in words. */
function whenOf({ weekdays, fromOn, toOn, fromTime, toTime }: Slot): string {
  const days = weekdays === '' ? '' : `周${weekdays.split(',').map((day) => WEEK[Number(day) - 1] ?? '')}`;
  const span = fromOn || toOn ? `${fromOn ?? ''}至${toOn ?? ''}` : '';
  const hours = fromTime === '' ? '' : `${fromTime}至${toTime < fromTime ? '次日' : ''}${toTime}`;
  return [span, days.replaceAll(',', '、'), hours].filter(Boolean).join('，') || '每天全天';
}

/** The programme of a group: its lines in their order, and what plays now and over the day. */
export function Programme({ groupId }: { groupId: string }) {
  const query = useCall(listSlots, { groupId }, { quiet: true });
  const [edited, setEdited] = useState<Slot | 'new' | null>(null);
  const move = useAct(moveSlot);
  const remove = useAct(removeSlot);
  if (!query.data) return <Waiting query={query} lines={4} />;
  const { rows, mayWrite } = query.data;
  return (
    <section className="card box-shared" aria-labelledby="box-programme">
      <h2 id="box-programme" className="section-title">
        节目单（{rows.length}行）
        {mayWrite && (
          <Button icon="plus" onClick={() => setEdited('new')}>
            添加节目
          </Button>
        )}
      </h2>
      {rows.length === 0 && (
        <p className="muted">还没有节目：组里的终端轮播各自组织已发布的内容，每条12秒。添加以后按节目单播放。</p>
      )}
      <ol className="box-takers box-slots">
        {rows.map((slot, at) => (
          <li key={slot.id}>
            <span className={slot.level === 'must' ? 'tag bad' : slot.level === 'programme' ? 'tag warn' : 'tag'}>
              {SLOT_LEVELS[slot.level]}
            </span>
            <b>{slot.title || '内容已撤下，不再播放'}</b>
            <span className="muted">
              {PARTS[slot.part]}，每条{slot.seconds}秒，{whenOf(slot)}
            </span>
            {mayWrite && (
              <span className="box-order-steps">
                <Button
                  look="row"
                  disabled={at === 0 || move.isPending}
                  onClick={() => move.mutate({ groupId, id: slot.id, by: -1 })}
                >
                  上移
                </Button>
                <Button
                  look="row"
                  disabled={at === rows.length - 1 || move.isPending}
                  onClick={() => move.mutate({ groupId, id: slot.id, by: 1 })}
                >
                  下移
                </Button>
                <Button look="row" onClick={() => setEdited(slot)}>
                  修改
                </Button>
                <Button look="row" disabled={remove.isPending} onClick={() => remove.mutate({ groupId, id: slot.id })}>
                  移除
                </Button>
              </span>
            )}
          </li>
        ))}
      </ol>
      <Day groupId={groupId} />
      {edited && (
        <SlotDialog groupId={groupId} slot={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </section>
  );
}

/** What plays now and why, and the day from its first minute to its last. */
function Day({ groupId }: { groupId: string }) {
  const { data } = useCall(whatIsOn, { groupId, at: null }, { quiet: true });
  if (!data) return null;
  return (
    <>
      <h3>今天的排播</h3>
      <p>
        {data.at.slice(11)}正在播：<b>{data.title || '组织名称和时钟'}</b>（{LEVEL_WORDS[data.level]}
        {data.turns > 1 ? `，${data.turns}项轮播` : ''}）
      </p>
      <ul className="box-takers">
        {data.day.map(({ from, to, level, titles, turns }) => (
          <li key={from}>
            <span>
              {from}至{to}
            </span>
            <span>{LEVEL_WORDS[level]}</span>
            <span className="muted">
              {level === 'fallback' ? '没有节目，显示名称和时钟' : titles.join('、')}
              {turns > titles.length ? `等${turns}项` : ''}
            </span>
          </li>
        ))}
      </ul>
      {data.hidden.length > 0 && <p className="muted">今天不会出现：{data.hidden.join('、')}</p>}
    </>
  );
}

const schema = saveSlot.input.omit({ groupId: true, id: true });

function SlotDialog({ groupId, slot, onClose }: { groupId: string; slot: Slot | null; onClose: () => void }) {
  const save = useAct(saveSlot, { quiet: true });
  const form = useForm({
    schema,
    initial: {
      level: slot?.level ?? 'loop',
      part: slot?.part ?? 'publicity',
      rowId: slot?.rowId ?? '',
      seconds: String(slot?.seconds ?? 15),
      weekdays: slot?.weekdays ?? '',
      fromOn: slot?.fromOn ?? '',
      toOn: slot?.toOn ?? '',
      fromTime: slot?.fromTime ?? '',
      toTime: slot?.toTime ?? '',
    },
    of: `SlotDialog ${groupId} ${slot?.id ?? ''}`,
    isNew: slot === null,
  });
  const part = form.text('part') as Part;
  const { data = [] } = useCall(slotChoices, { groupId, part }, { quiet: true });
  const days = form.text('weekdays').split(',').filter(Boolean);
  return (
    <FormDialog
      title={slot ? `修改节目 ${slot.title}` : '添加节目'}
      icon="calendarCheck"
      width={700}
      form={form}
      pending={save.isPending}
      onClose={onClose}
      onSave={() => save.mutateAsync({ groupId, id: slot?.id ?? null, ...form.input() })}
    >
      <SelectField
        form={form}
        name="level"
        label="播放方式"
        required
        options={optionsOf(SLOT_LEVELS)}
        hint="必播在本组织和下级组织的全部终端播放；定时节目在它的时段里代替日常轮播"
      />
      <SelectField form={form} name="part" label="栏目" required options={optionsOf(PARTS)} />
      <SelectField
        form={form}
        name="rowId"
        label="内容"
        options={data.map(({ id, title }) => ({ value: id, label: title }))}
        hint="不选为全部，依次播放；是本组所属组织已发布的内容，以后改动、撤下，屏幕随着变"
      />
      <TextField form={form} name="seconds" label="每条秒数" required inputMode="numeric" hint="5至3600" />
      <DateField form={form} name="fromOn" label="开始日期" />
      <DateField form={form} name="toOn" label="结束日期" />
      <TextField form={form} name="fromTime" label="时段起" max={5} hint="如09:00，不填为全天" />
      <TextField form={form} name="toTime" label="时段止" max={5} hint="早于起，到次日" />
      <fieldset className="box-week">
        <legend>星期（都不选为每天）</legend>
        {WEEK.map((word, at) => {
          const day = String(at + 1);
          return (
            <label key={day} className="filter-option">
              <input
                type="checkbox"
                className="tick"
                checked={days.includes(day)}
                onChange={(event) =>
                  form.set({
                    weekdays: (event.target.checked ? [...days, day] : days.filter((one) => one !== day))
                      .toSorted()
                      .join(','),
                  })
                }
              />
              周{word}
            </label>
          );
        })}
      </fieldset>
    </FormDialog>
  );
}
