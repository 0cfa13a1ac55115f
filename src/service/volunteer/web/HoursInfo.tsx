import { useState } from 'react';
import { useLocation } from 'react-router';
import { z } from 'zod';
import type { ReplyOf } from '#platform/contract.ts';
import { required } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { Fact, FactCard, MatterHead } from '#platform/web/field/Matter.tsx';
import { AreaField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';

import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Gone } from '#platform/web/show/states.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { correctHours, hoursInfo } from '../contract.hours.ts';
import { periodText, StateTag } from './parts.tsx';
import { isId, PATHS } from './paths.ts';

type Info = ReplyOf<typeof hoursInfo>;

/** `hoursInfo`: one person at one activity, from signing up to recognised hours. */
export default function HoursInfo() {
  const { id } = readQuery(useLocation().search, ['id']);
  if (!isId(id)) return <Gone sentence="地址不完整，请从审核名单打开" />;
  return <One key={id} id={id} />;
}

function One({ id }: { id: string }) {
  const query = useCall(hoursInfo, { id }, { quiet: true, staleTime: 0 });
  return (
    <RecordLoader query={query} fresh>
      {(row) => <Shown row={row} />}
    </RecordLoader>
  );
}

function Shown({ row }: { row: Info }) {
  const [open, setOpen] = useState(false);
  useTitle(`时长信息 ${row.name}`);
  return (
    <>
      <RecordTop title={`时长信息 ${row.name}`} />
      <MatterHead name={row.name} state={<StateTag name={row.hoursStateName || row.stateName} />}>
        <ButtonLink to={PATHS.view(row.activityId)}>活动详情</ButtonLink>
        {row.can.correct && (
          <Button icon="edit" onClick={() => setOpen(true)}>
            更正时长
          </Button>
        )}
      </MatterHead>
      <div className="matter-work">
        <FactCard title="参加情况" extra={row.orgName}>
          <Fact label="活动">{row.title}</Fact>
          <Fact label="活动时间">{periodText(row.startsAt, row.endsAt)}</Fact>
          <Fact label="所在党组织">{row.homeName}</Fact>
          <Fact label="手机号">{row.phone}</Fact>
          <Fact label="报名">
            {row.stateName}（{row.sourceName}）
          </Fact>
          <Fact label="到场">
            {row.signedAt ? `${row.signedAt}，${row.wayName}${row.late ? '，迟到' : ''}` : '没有签到'}
          </Fact>
          {row.leftAt && (
            <Fact label="离开">
              {row.leftAt}，{row.leftName === '待核' ? '没有签退，按活动结束记，待核' : row.leftName}
            </Fact>
          )}
        </FactCard>
        <FactCard title="时长">
          <Fact label="活动时长">{row.activityHours}小时</Fact>
          <Fact label="本人时长">{row.hours === null ? '' : `${row.hours}小时`}</Fact>
          <Fact label="状态">{row.hoursStateName}</Fact>
          {row.overlap && <Fact label="重叠">{row.overlap}</Fact>}
          {row.note && <Fact label="说明">{row.note}</Fact>}
          {row.decidedOn && (
            <Fact label="审核">
              {row.decidedOn}，{row.decidedName}
            </Fact>
          )}
        </FactCard>
      </div>
      {row.entries.length > 0 && (
        <FactCard title="计入和冲销" extra="只增加，不改动；季度结账后的更正记入当日">
          {row.entries.map((entry, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries are only added to, and have no number of their own here
            <Fact key={at} label={entry.postedOn}>
              {entry.kindName}
              {entry.minutes}分钟，{entry.note}（{entry.at}
              {entry.byName && `，${entry.byName}`}）
            </Fact>
          ))}
        </FactCard>
      )}
      {open && <Correction row={row} onClose={() => setOpen(false)} />}
    </>
  );
}

const schema = z.object({
  hours: z.coerce
    .number<string | number>('请输入服务时长')
    .min(0, '服务时长不能为负')
    .refine((value) => Number.isInteger(value * 2), '以0.5小时为单位'),
  note: required(100, '更正原因'),
});

function Correction({ row, onClose }: { row: Info; onClose: () => void }) {
  const correct = useAct(correctHours, { quiet: true });
  const form = useForm({
    schema,
    initial: { hours: String(row.hours ?? 0), note: '' },
    of: `Correction ${row.id}`,
    isNew: true,
  });
  return (
    <FormDialog
      title={`更正 ${row.name}的时长`}
      icon="edit"
      act="更正"
      form={form}
      pending={correct.isPending}
      onSave={async () => {
        const { hours = '', note = '' } = form.values;
        await correct.mutateAsync({ id: row.id, version: row.version, hours, note });
        emit('notice', { kind: 'success', text: '已更正，本人已收到通知' });
        onClose();
      }}
      onClose={onClose}
    >
      <p className="muted">不超过在场时间（{row.most}小时）；更正为0的，不认定。原来计入的冲销，积分随之更正。</p>
      <TextField form={form} name="hours" label="认定时长（小时）" required max={4} inputMode="decimal" />
      <AreaField form={form} name="note" label="更正原因" required max={100} />
    </FormDialog>
  );
}
