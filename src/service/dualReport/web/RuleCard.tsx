import { useState } from 'react';
import { useDict } from '#kernel/dictionary/web/pickers.ts';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { Fact } from '#platform/web/field/Matter.tsx';
import { DateField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { useSession } from '#platform/web/session/session.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { addConfig, type getConfig, type RuleRow, ruleForm, ruleWords } from '../contract.config.ts';
import { TicksField } from './parts.tsx';
import '#platform/web/field/matter.css';

type Config = ReplyOf<typeof getConfig>;
const ages = (rule: RuleRow) =>
  rule.youngest === null && rule.eldest === null
    ? '不限年龄'
    : `${rule.youngest ?? '不限'}至${rule.eldest ?? '不限'}岁`;

/** Who has to report, goal, stars and absences as they count for the own organisation today, and what it has said of other days. */
export function RuleCard({ config }: { config: Config }) {
  const [open, setOpen] = useState(false);
  const { rule, rules } = config;
  return (
    <section className="card matter-gap" aria-label="报到规则">
      <div className="card-head">
        <h2>报到规则</h2>
        <span className="card-extra">
          {rule.orgName ? `${rule.orgName}，${rule.fromOn}起` : '平台默认'}
          {config.can.set && (
            <Button size="compact" icon="edit" aria-haspopup="dialog" onClick={() => setOpen(true)}>
              设定
            </Button>
          )}
        </span>
      </div>
      <dl className="matter-facts">
        <Fact label="应报到">
          {rule.occupationNames}，{ages(rule)}
        </Fact>
        <Fact label="报到期限">到本支部后{rule.reportDays}天内</Fact>
        <Fact label="年度目标">{rule.goalHours}小时</Fact>
        <Fact label="年度一星到五星">{rule.starHours.join('、')}小时</Fact>
        <Fact label="缺席">
          {rule.noShowMonths}个月内{rule.noShowTimes}次，{rule.noShowDays}天不能报名
        </Fact>
        {rules
          .filter(({ fromOn }) => fromOn !== rule.fromOn || rule.orgName === '')
          .map((one) => (
            <Fact key={one.fromOn} label={`${one.fromOn}起`}>
              {ruleWords(one)}
            </Fact>
          ))}
      </dl>
      {open && <RuleDialog rule={rule} onClose={() => setOpen(false)} />}
    </section>
  );
}

function RuleDialog({ rule, onClose }: { rule: RuleRow; onClose: () => void }) {
  const {
    user: {
      workOrgId: orgId,
      workOrg: { name: orgName },
    },
  } = useSession();
  const posts = useDict('0008')['0008'];
  const save = useAct(addConfig, { quiet: true });
  const form = useForm({
    schema: ruleForm,
    initial: {
      fromOn: '',
      occupations: rule.occupations.join(),
      youngest: String(rule.youngest ?? ''),
      eldest: String(rule.eldest ?? ''),
      reportDays: String(rule.reportDays),
      goalHours: String(rule.goalHours),
      starHours: rule.starHours.join('/'),
      noShowTimes: String(rule.noShowTimes),
      noShowMonths: String(rule.noShowMonths),
      noShowDays: String(rule.noShowDays),
    },
    of: `Rule ${orgId}`,
    isNew: true,
  });
  return (
    <FormDialog
      title="设定报到规则"
      icon="edit"
      form={form}
      pending={save.isPending}
      onClose={onClose}
      onSave={async () => {
        await save.mutateAsync({
          orgId,
          rule: {
            fromOn: form.text('fromOn'),
            occupations: form.text('occupations'),
            youngest: form.text('youngest'),
            eldest: form.text('eldest'),
            reportDays: form.text('reportDays'),
            goalHours: form.text('goalHours'),
            starHours: form.text('starHours'),
            noShowTimes: form.text('noShowTimes'),
            noShowMonths: form.text('noShowMonths'),
            noShowDays: form.text('noShowDays'),
          },
        });
        emit('notice', { kind: 'success', text: '已设定报到规则' });
      }}
    >
      <p className="muted">对{orgName}和没有另行设定的下级起作用；起用以前按原来的规则。</p>
      <DateField form={form} name="fromOn" label="起用日期" required />
      <TextField form={form} name="reportDays" label="报到期限（天）" required max={3} inputMode="numeric" />
      <TicksField form={form} name="occupations" label="应报到的工作岗位" options={posts} />
      <TextField form={form} name="youngest" label="最小年龄" max={3} inputMode="numeric" hint="不填不限" />
      <TextField form={form} name="eldest" label="最大年龄" max={3} inputMode="numeric" hint="不填不限" />
      <TextField form={form} name="goalHours" label="年度目标（小时）" required max={4} inputMode="numeric" />
      <TextField form={form} name="starHours" label="年度星级（小时）" required max={30} hint="依次写一星到五星" />
      <TextField form={form} name="noShowMonths" label="缺席计算月数" required max={2} inputMode="numeric" />
      <TextField form={form} name="noShowTimes" label="缺席次数" required max={2} inputMode="numeric" />
      <TextField form={form} name="noShowDays" label="停止报名天数" required max={3} inputMode="numeric" />
    </FormDialog>
  );
}
