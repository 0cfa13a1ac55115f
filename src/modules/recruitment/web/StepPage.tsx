import { Link, useParams } from 'react-router';
import { useCall } from '#platform/web/hooks.ts';
import { Icon } from '#platform/web/icons.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Bones, Failed } from '#platform/web/states.tsx';
import { type FileDetail, type Finding, getFile } from '../contract.ts';
import { ENDINGS } from '../rules/path.ts';
import { PHASES, STEPS, stepDef, stepName } from '../rules/steps.ts';
import { DecideForm } from './DecideForm.tsx';
import { FileActs } from './FileActs.tsx';
import { History } from './History.tsx';
import { Fact } from './Overview.tsx';
import { Papers } from './Papers.tsx';
import { DaysLeft } from './parts.tsx';
import { listOf, PATHS } from './paths.ts';
import { StepForm } from './StepForm.tsx';
import './recruitment.css';

/** `steps/:id/:type`: where a person stands on the way, what the rules say of it, and the act that is next. */
export default function StepPage() {
  const { id = '' } = useParams();
  const found = useCall(getFile, { id }, { quiet: true, staleTime: 0 });
  useTitle(found.data ? `${stepDef(found.data.step).title} ${found.data.name}` : undefined);
  if (found.error && !found.data) return <Failed error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <Bones lines={12} />;
  const file = found.data;
  return (
    <div className="fz-page">
      <header className="fz-head">
        <h1>{file.ending ? `发展档案（${ENDINGS[file.ending]}）` : stepDef(file.step).title}</h1>
        <div className="fz-acts">
          <FileActs file={file} />
          <Link className="button" to={PATHS.list(listOf(file.category === 1 ? 2 : file.category))}>
            返回名单
          </Link>
        </div>
      </header>
      <PathCard file={file} />
      <div className="fz-work">
        <div className="card">
          <Person file={file} />
          {file.papers.length > 0 && <Papers file={file} />}
        </div>
        {!file.isOwn && <Rules findings={file.findings} />}
        <section className="card">
          <div className="card-head">
            <h2>{file.steps.some(({ can }) => can.decide) ? '审批决定' : '办理'}</h2>
          </div>
          <Act file={file} key={`${file.id}.${file.version}`} />
        </section>
      </div>
      <History file={file} />
    </div>
  );
}

function PathCard({ file }: { file: FileDetail }) {
  const faulty = new Set(file.findings.filter(({ ok, level }) => !ok && level === 'block').map(({ no }) => no));
  const current = stepDef(file.step).phase;
  return (
    <section className="card fz-path" aria-label="二十五步">
      {PHASES.map((title, at) => (
        <div key={title} className={at + 1 === current && !file.ending ? 'fz-phase now' : 'fz-phase'}>
          <h2>{title}</h2>
          <ol>
            {STEPS.filter(({ phase }) => phase === at + 1).map(({ no, short }) => {
              const step = file.steps[no - 1];
              const isNow = no === file.step && !file.ending;
              const kind = isNow
                ? 'now'
                : faulty.has(no) || step?.state === 'failed'
                  ? 'fault'
                  : step?.state === 'done'
                    ? 'done'
                    : '';
              return (
                <li
                  key={no}
                  className={kind}
                  title={`${stepName(no)}${step?.handledOn ? ` ${step.handledOn}` : ''}`}
                  aria-current={isNow ? 'step' : undefined}
                >
                  <span>{kind === 'done' ? <Icon name="check" size={13} /> : kind === 'fault' ? '!' : no}</span>
                  {short[0]}
                  <br />
                  {short[1]}
                </li>
              );
            })}
          </ol>
        </div>
      ))}
    </section>
  );
}

function Person({ file }: { file: FileDetail }) {
  return (
    <>
      <div className="fz-person">
        <h2 className="fz-name">
          {file.name}
          <span className="tag">{file.categoryName}</span>
          {file.isSupplement && <span className="tag">补录</span>}
        </h2>
        <p className="muted">
          {[
            file.genderName,
            file.age === null ? '' : `${file.age}岁`,
            file.nationName,
            file.educationName,
            file.workUnit,
            file.position,
          ]
            .filter(Boolean)
            .join('，')}
        </p>
      </div>
      <dl className="fz-facts">
        <Fact label="身份证号" value={file.idCardNo} />
        <Fact label="所在支部" value={file.orgName} />
        <Fact label="递交申请" value={file.appliedOn ?? ''} />
        <Fact label="培养联系人" value={file.contacts} />
        <Fact label="入党介绍人" value={file.introducers} />
        <Fact label="预备期到" value={file.probationUntil ?? ''} />
        <div>
          <dt>本步期限</dt>
          <dd>
            {file.dueOn ? (
              <>
                {file.dueOn} <DaysLeft days={file.daysLeft} />
              </>
            ) : (
              '没有期限'
            )}
          </dd>
        </div>
        <Fact label="审批组织" value={file.approver || '上级没有具有审批权限的党委'} />
      </dl>
    </>
  );
}

function Rules({ findings }: { findings: readonly Finding[] }) {
  const passed = findings.filter(({ ok }) => ok).length;
  return (
    <section className="card">
      <div className="card-head">
        <h2>规则核对</h2>
        <span className="card-extra">
          通过 {passed}，待补 {findings.length - passed}
        </span>
      </div>
      {findings.length === 0 && <p className="fz-quiet">这一步还没有要核对的规则。</p>}
      <ul className="fz-rules">
        {findings.map((one) => (
          <li key={`${one.code}.${one.no}.${one.evidence}`} className={one.ok ? '' : one.level}>
            {one.ok ? <Icon name="check" size={16} /> : <Icon name="warning" size={16} />}
            <div>
              <b>{one.title}</b>
              <p>{one.evidence}</p>
              {one.earliest && <p>最早 {one.earliest}</p>}
            </div>
            <span className="muted tiny">{one.clause}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The one act that is next: the superior's decision, the branch's step, or whom it waits for. */
function Act({ file }: { file: FileDetail }) {
  const deciding = file.steps.find(({ can }) => can.decide);
  if (deciding) return <DecideForm file={file} step={deciding} />;
  const current = file.steps[file.step - 1];
  if (!current) return null;
  if (file.ending)
    return (
      <p className="fz-quiet">
        {file.endedOn} {ENDINGS[file.ending]}。{file.endedFor}
      </p>
    );
  if (file.steps.some(({ can }) => can.submit || can.withdraw)) return <StepForm file={file} />;
  return (
    <p className="fz-quiet">
      {current.state === 'submitted'
        ? `已报送，等待${current.approver}决定。`
        : `等待${file.orgName}办理${stepName(file.step)}。`}
    </p>
  );
}
