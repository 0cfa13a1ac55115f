import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { z } from 'zod';
import { DecisionTag, StandingBanner } from '#house/web/given/parts.tsx';
import { beijingDay } from '#platform/time/days.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { Line } from '#platform/web/field/record.tsx';
import { AreaField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';

import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { FileList } from '#platform/web/upload/FileList.tsx';
import { getPart, type PartDetail } from '../contract.read.ts';
import { reportPart } from '../contract.ts';
import { FREQUENCIES, KINDS } from '../rules.ts';
import { Owed, Percent, StandingTag } from './parts.tsx';
import { PATHS } from './paths.ts';
import '#platform/web/records/records.css';
import './keyWork.css';

/** 我的重点工作详情: what is asked, the periods, what was reported, and what comes next. */
export default function PartView() {
  const { id = '' } = readQuery(useLocation().search, ['id']);
  const partQuery = useCall(getPart, { id }, { quiet: true, staleTime: 0 });
  useTitle(partQuery.data?.title);
  return <RecordLoader query={partQuery}>{(part) => <Detail key={part.id} part={part} />}</RecordLoader>;
}

function Detail({ part }: { part: PartDetail }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="record-page">
      <PartHead part={part}>
        {part.can.report && (
          <>
            <Button
              look={owesFinish(part) ? 'normal' : 'primary'}
              icon="edit"
              aria-haspopup="dialog"
              onClick={() => setOpen(true)}
            >
              报送进展
            </Button>
            <ButtonLink look={owesFinish(part) ? 'primary' : 'normal'} icon="check" to={PATHS.finishOf(part.id)}>
              报送完成情况
            </ButtonLink>
          </>
        )}
        {(part.state === 'asked' || part.state === 'done') && (
          <ButtonLink look={part.can.decide ? 'primary' : 'normal'} icon="check" to={PATHS.finishViewOf(part.id)}>
            {part.can.decide ? '去验收' : '完成情况'}
          </ButtonLink>
        )}
      </PartHead>
      <Standing part={part} />
      <section className="card key-body" aria-label="工作要求">
        <dl className="record-fields">
          <Line label="类别">{KINDS[part.kind]}</Line>
          <Line label="牵头领导">{part.leader}</Line>
          <Line label="起止日期">
            {part.startsOn} 至 {part.endsOn}
          </Line>
          <Line label="报送频次">{FREQUENCIES[part.frequency]}</Line>
          <Line label="工作内容" wide>
            <span className="record-text">{part.content}</span>
          </Line>
          {part.measures && (
            <Line label="措施和标准" wide>
              <span className="record-text">{part.measures}</span>
            </Line>
          )}
        </dl>
        <FileList files={part.files} />
      </section>
      {part.schedule.length > 1 && <Schedule part={part} />}
      <Reports part={part} />
      {open && <ReportDialog part={part} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** Whether the completion is what comes next, and no progress on the way: it was returned, or nothing else is left to report. */
const owesFinish = ({ state, schedule }: PartDetail) =>
  state === 'returned' || schedule.find(({ reportId }) => reportId === null)?.isFinal === true;

/** The head of a part, on its own page and where its completion is looked at. */
export function PartHead({ part, children }: { part: PartDetail; children?: ReactNode }) {
  return (
    <>
      <RecordTop title={part.title} />
      <section className="card record-head">
        <span className="seal" aria-hidden="true">
          重
        </span>
        <div className="record-name">
          <h1>
            {part.title}
            <span className="record-tags">
              <StandingTag part={part} />
            </span>
          </h1>
          <p className="record-facts">
            <span>{part.setterName}布置</span>
            <span>{part.orgName}负责</span>
            {part.dueOn && (
              <span>
                <Owed part={part} />
              </span>
            )}
            <span>
              <Percent percent={part.percent} />
            </span>
          </p>
        </div>
        <div className="record-acts">{children}</div>
      </section>
    </>
  );
}

/** What has to be known before anything is done. */
export const Standing = ({ part }: { part: PartDetail }) => (
  <StandingBanner
    state={part.state}
    opinion={part.opinion}
    waits={`${part.askedByName}已报送完成情况，由${part.deciderName}验收`}
    over={`不用再办理${part.reason && `：${part.reason}`}`}
  />
);

function Schedule({ part }: { part: PartDetail }) {
  const today = beijingDay();
  const isOpen = part.state === 'open' || part.state === 'returned';
  const words = ({ reportId, isLate, dueOn, startsOn, isFinal }: PartDetail['schedule'][number]) => {
    if (reportId && isFinal && part.state !== 'done') return ['tag info', '待验收'];
    if (reportId) return isLate ? ['tag warn', '迟报'] : ['tag ok', '已报送'];
    if (!isOpen) return ['tag', '未报送'];
    if (dueOn < today) return ['tag bad', '逾期'];
    return startsOn <= today ? ['tag info', '应报送'] : ['tag', '未开始'];
  };
  return (
    <section className="card key-body" aria-labelledby="key-schedule">
      <h2 id="key-schedule" className="section-title">
        各期
      </h2>
      <ol className="key-schedule">
        {part.schedule.map((period) => {
          const [tone, word] = words(period);
          return (
            <li key={period.id}>
              <b>{period.isFinal ? `${period.label}（报完成情况）` : period.label}</b>
              <span className="muted">{period.dueOn} 截止</span>
              <span className={tone}>{word}</span>
              {period.reportId && <Link to={PATHS.filesOf(period.reportId)}>资料</Link>}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Reports({ part }: { part: PartDetail }) {
  return (
    <section className="card key-body" aria-labelledby="key-reports">
      <h2 id="key-reports" className="section-title">
        报送记录（{part.reports.length}次）
      </h2>
      {part.reports.length === 0 && <p className="muted">还没有报送。</p>}
      <ol className="key-reports">
        {part.reports.map((report) => (
          <li key={report.id}>
            <p>
              <b>{report.isFinal ? '完成情况' : report.label ? `${report.label}进展` : '进展'}</b>
              {!report.isFinal && <span className="tag">{report.percent}%</span>}
              {report.isLate && <span className="tag warn">迟报</span>}
              {report.decision && <DecisionTag decision={report.decision} verb="验收" />}
              <span className="muted">
                {report.reportedBy}，{dateTime(report.reportedAt)}
              </span>
              <Link to={PATHS.filesOf(report.id)}>{report.files > 0 ? `资料（${report.files}份）` : '资料'}</Link>
            </p>
            <p className="record-text">{report.content}</p>
            {report.opinion && (
              <p className="muted">
                {report.decidedBy}：{report.opinion}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

const schema = z.object({
  ...reportPart.input.pick({ content: true, percent: true }).shape,
  periodId: z.string(),
  files: z.string(),
});

function ReportDialog({ part, onClose }: { part: PartDetail; onClose: () => void }) {
  const save = useAct(reportPart, { quiet: true });
  const today = beijingDay();
  const due = part.schedule.filter(({ isFinal, reportId, startsOn }) => !isFinal && !reportId && startsOn <= today);
  const form = useForm({
    schema,
    initial: { periodId: due[0]?.id ?? '', content: '', percent: String(part.percent), files: '' },
    of: `ReportDialog ${part.id}`,
    isNew: true,
  });
  return (
    <FormDialog
      title={`报送进展 ${part.title}`}
      icon="edit"
      act="报送"
      width={700}
      form={form}
      pending={save.isPending}
      onClose={onClose}
      onSave={async () => {
        const periodId = form.text('periodId');
        await save.mutateAsync({
          id: part.id,
          version: part.version,
          ...(periodId ? { periodId } : {}),
          content: form.text('content'),
          percent: form.text('percent'),
          files: form.text('files').split(',').filter(Boolean),
        });
        emit('notice', { kind: 'success', text: '已报送进展' });
        onClose();
        return false;
      }}
    >
      {due.length > 0 && (
        <SelectField
          form={form}
          name="periodId"
          label="报送哪一期"
          options={due.map(({ id, label, dueOn }) => ({
            value: id,
            label: `${label}（${dueOn}截止${dueOn < today ? '，已逾期' : ''}）`,
          }))}
          hint="不选，就是各期之外的补充"
        />
      )}
      <TextField form={form} name="percent" label="进度（%）" required max={3} inputMode="numeric" />
      <AreaField form={form} name="content" label="进展情况" required wide max={2000} rows={6} />
      <AttachmentField form={form} name="files" label="附件" format="common" count={20} />
    </FormDialog>
  );
}
