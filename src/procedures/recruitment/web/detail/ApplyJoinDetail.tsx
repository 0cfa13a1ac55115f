import { useParams } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { type FileDetail, getFile } from '../../contract.ts';
import { DaysLeft } from '../parts.tsx';
import { PATHS } from '../paths.ts';
import { DetailHead } from './DetailHead.tsx';
import { isWritten, StepRecord, Unwritten } from './StepRecord.tsx';
import '../recruitment.css';
import './detail.css';

/** `applyJoinDetail/:id`: the application and the talk that answers it within a month, steps 1 and 2. */
export default function ApplyJoinDetail() {
  const { id = '' } = useParams();
  const fileQuery = useCall(getFile, { id }, { quiet: true, staleTime: 0 });
  return <RecordLoader query={fileQuery}>{(file) => <Shown file={file} />}</RecordLoader>;
}

function Shown({ file }: { file: FileDetail }) {
  const title = `入党申请 ${file.name}`;
  useTitle(title);
  const both = file.steps.filter(({ no }) => no <= 2);
  const findings = file.findings.filter(({ no }) => no <= 2);
  return (
    <div className="record-page fz-detail">
      <DetailHead file={file} title={title}>
        <ButtonLink to={pathWithQuery(PATHS.detailInfo, { id: file.id })}>完整档案</ButtonLink>
        {file.can.write && <ButtonLink to={pathWithQuery(PATHS.papers, { id: file.id })}>档案材料</ButtonLink>}
        {file.can.write && file.step <= 2 && (
          <ButtonLink look="primary" to={PATHS.work(file.id, file.category)}>
            办理
          </ButtonLink>
        )}
      </DetailHead>
      {file.step === 2 && file.dueOn && (
        <p className={`banner ${(file.daysLeft ?? 0) < 0 ? 'warn' : 'info'}`} role="note">
          <span>
            收到申请后一个月内派人谈话，最迟 {file.dueOn}，<DaysLeft days={file.daysLeft} />
          </span>
        </p>
      )}
      {both
        .filter((step) => isWritten(file, step))
        .map((step) => (
          <StepRecord key={step.no} file={file} step={step} />
        ))}
      <Unwritten steps={both.filter((step) => !isWritten(file, step))} />
      {findings.length > 0 && (
        <section className="card fz-step">
          <div className="card-head">
            <h3>规则核对</h3>
          </div>
          <dl className="fz-lines">
            {findings.map(({ code, ok, open, title: rule, evidence, clause }) => (
              <div key={code}>
                <dt className={ok ? '' : 'fz-late'}>{ok ? (open ? '还没有办' : '符合') : '不符合'}</dt>
                <dd>
                  {rule}：{evidence}（{clause}）
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  );
}
