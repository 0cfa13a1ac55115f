import { useState } from 'react';

import type { ReplyOf } from '#platform/contract.ts';
import { PROVISIONAL } from '#platform/time/workdays.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, DateField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { listCalendars, saveCalendar, type WorkYear } from '../contract.plan.ts';
import { getRuleSettings, saveRuleSettings } from '../contract.settings.ts';
import { spansOf } from '../rules/calendar.ts';
import { CHECKS } from '../rules/checks.ts';
import { intervalText, RULE_SETTINGS } from '../rules/days.ts';
import { clauseOf } from '../rules/findings.ts';
import { stepDefinition } from '../rules/steps.ts';
import { Fact } from './Overview.tsx';
import './plan.css';
import './recruitment.css';

const LEVELS = { block: '拦住', warn: '提醒' } as const;

/** `rules`: what is checked at which step, by which clause of either version, and the working days that 公示 counts by. */
export function Rules() {
  useTitle('发展党员规则');
  const settings = useCall(getRuleSettings, {}, { quiet: true });
  return (
    <div className="fz-page">
      <PageHead title="发展党员规则" />
      <section className="card">
        <div className="card-head">
          <h2>规则核对</h2>
          <span className="card-extra">
            {settings.data?.switchDay ?? RULE_SETTINGS.switchDay}以前的步骤按2014年细则，从当日起按2026年细则
          </span>
        </div>
        <div className="fz-scroll">
          <table className="fz-views fz-rules-table">
            <thead>
              <tr>
                <th scope="col">规则</th>
                <th scope="col">步骤</th>
                <th scope="col">不符合时</th>
                <th scope="col">2014年版</th>
                <th scope="col">2026年版</th>
              </tr>
            </thead>
            <tbody>
              {CHECKS.map((check) => {
                const [first = 1] = check.at;
                const many = check.at.length > 2;
                return (
                  <tr key={`${check.code}.${first}`}>
                    <th scope="row">{check.title}</th>
                    <td data-label="步骤">
                      {many ? '各步' : check.at.map((no) => `${no} ${stepDefinition(no).title}`).join('；')}
                    </td>
                    <td data-label="不符合时">
                      <span className={`tag ${check.level === 'block' ? 'warn' : ''}`}>{LEVELS[check.level]}</span>
                    </td>
                    <td data-label="2014年版">
                      {check.only === '2026' ? <span className="muted">没有规定</span> : clauseOf(check, '2014', first)}
                    </td>
                    <td data-label="2026年版">{clauseOf(check, '2026', first)}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      </section>
      {settings.data && <Settings now={settings.data} />}
      <Calendars />
    </div>
  );
}

type Now = ReplyOf<typeof getRuleSettings>;

/** What the site sets of the rules, and its change. */
function Settings({ now }: { now: Now }) {
  const [editing, setEditing] = useState(false);
  return (
    <section className="card fz-history" aria-label="规则设置">
      <div className="card-head">
        <h2>规则设置</h2>
        <span className="card-extra">所有党组织都按这些设置办理</span>
        {now.can.edit && (
          <Button size="compact" onClick={() => setEditing(true)}>
            修改设置
          </Button>
        )}
      </div>
      <dl className="fz-facts">
        <Fact label="新细则施行" value={now.switchDay} />
        <Fact label="公示首日" value={now.inclusive ? '是工作日的计入' : '不计入，从次日算起'} />
        <Fact label="补登" value={`办理后超过${now.lateDays}天才登记的`} />
        <Fact label="思想汇报" value={`${intervalText(now.thoughtMonths)}一次`} />
      </dl>
      {editing && <SettingsDialog now={now} onClose={() => setEditing(false)} />}
    </section>
  );
}

function SettingsDialog({ now, onClose }: { now: Now; onClose: () => void }) {
  const form = useForm({
    schema: saveRuleSettings.input,
    initial: {
      switchDay: now.switchDay,
      inclusive: now.inclusive ? 'yes' : 'no',
      lateDays: String(now.lateDays),
      thoughtMonths: String(now.thoughtMonths),
    },
    of: 'SettingsDialog',
    isNew: false,
  });
  const save = useAct(saveRuleSettings, { quiet: true });
  return (
    <FormDialog
      title="修改规则设置"
      icon="settings"
      form={form}
      pending={save.isPending}
      onSave={() => save.mutateAsync({ version: now.version, ...form.values } as never)}
      onClose={onClose}
    >
      <DateField
        form={form}
        name="switchDay"
        label="2026年细则施行日期"
        required
        hint="这一天以前的步骤按2014年细则；已办理的步骤仍按当时适用的版本"
      />
      <SelectField
        form={form}
        name="inclusive"
        label="公示首日"
        required
        options={[
          { value: 'yes', label: '是工作日的计入' },
          { value: 'no', label: '不计入，从次日算起' },
        ]}
      />
      <TextField
        form={form}
        name="lateDays"
        label="补登天数"
        required
        max={3}
        inputMode="numeric"
        hint="办理后超过这些天才登记的，标为补登"
      />
      <TextField
        form={form}
        name="thoughtMonths"
        label="思想汇报间隔（月）"
        required
        max={2}
        inputMode="numeric"
        hint="每季度一次填3；到期提醒本人，没有交的在核对时提醒"
      />
    </FormDialog>
  );
}

function Calendars() {
  const calendarsQuery = useCall(listCalendars, {}, { quiet: true });
  const [edited, setEdited] = useState<WorkYear | 'new' | null>(null);
  if (calendarsQuery.error && !calendarsQuery.data)
    return <Failed error={calendarsQuery.error} onRetry={() => calendarsQuery.refetch()} />;
  if (!calendarsQuery.data) return <Skeleton lines={4} />;
  const { rows, can } = calendarsQuery.data;
  return (
    <section className="card fz-history">
      <div className="card-head">
        <h2>工作日历</h2>
        <span className="card-extra">公示按工作日计算；没有登记的年度{PROVISIONAL}</span>
        {can.edit && (
          <Button size="compact" onClick={() => setEdited('new')}>
            登记一年
          </Button>
        )}
      </div>
      <div className="fz-scroll">
        <table className="fz-views fz-rules-table">
          <thead>
            <tr>
              <th scope="col">年度</th>
              <th scope="col">放假</th>
              <th scope="col">周末上班</th>
              {can.edit && <th scope="col">办理</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.year}>
                <th scope="row">{row.year}年</th>
                <td data-label="放假">
                  <Days days={row.off} />
                </td>
                <td data-label="周末上班">
                  {row.work.length > 0 ? <Days days={row.work} /> : <span className="muted">没有</span>}
                </td>
                {can.edit && (
                  <td>
                    <Button look="link" size="compact" onClick={() => setEdited(row)}>
                      修改
                    </Button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {edited && <CalendarDialog table={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </section>
  );
}

function Days({ days }: { days: readonly string[] }) {
  return (
    <span className="fz-days">
      {spansOf(days).map((span) => (
        <span key={span}>{span}</span>
      ))}
    </span>
  );
}

function CalendarDialog({ table, onClose }: { table: WorkYear | null; onClose: () => void }) {
  const lines = (days: readonly string[]) => spansOf(days).join('\n');
  const form = useForm({
    schema: saveCalendar.input,
    initial: table
      ? { year: String(table.year), off: lines(table.off), work: lines(table.work) }
      : { year: '', off: '', work: '' },
    of: 'CalendarDialog',
    isNew: table === null,
  });
  const save = useAct(saveCalendar, { quiet: true });
  return (
    <FormDialog
      title={table ? `修改${table.year}年工作日历` : '登记工作日历'}
      icon="calendarCheck"
      width={700}
      form={form}
      pending={save.isPending}
      onSave={() => save.mutateAsync({ version: table?.version ?? 0, ...form.values } as never)}
      onClose={onClose}
    >
      {!table && <TextField form={form} name="year" label="年度" required max={4} inputMode="numeric" />}
      <AreaField
        form={form}
        name="off"
        label="放假日期"
        required
        max={4000}
        rows={8}
        hint="按国务院办公厅的通知，每行一天或一段，如 2026-10-01 至 2026-10-07"
      />
      <AreaField
        form={form}
        name="work"
        label="周末上班日期"
        max={4000}
        rows={5}
        hint="调休上班的周六、周日，每行一天"
      />
    </FormDialog>
  );
}
