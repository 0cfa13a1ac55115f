import { useRef, useState } from 'react';
import { useParams } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { type FileDetail, type Finding, getFile } from '../contract.ts';
import { ENDINGS } from '../rules/path.ts';
import { stepDefinition, stepName } from '../rules/steps.ts';
import { DecideForm } from './DecideForm.tsx';
import { EndingAsked } from './EndingAsked.tsx';
import { FileActs } from './FileActs.tsx';
import { PathCard, Person } from './FileHead.tsx';
import { FileNeighbours } from './FileNeighbours.tsx';
import { History } from './History.tsx';
import { OpinionForm } from './OpinionForm.tsx';
import { OwnPath } from './own/OwnPath.tsx';
import { Papers, paperKey } from './Papers.tsx';
import { waitingDesk } from './parts.tsx';
import { PATHS } from './paths.ts';
import { StepForm } from './StepForm.tsx';
import './recruitment.css';
import './work.css';

/** `steps/:id/:type`: where a person stands on the way, what the rules say of it, and the act that is next. */
export default function StepPage() {
  const { id = '' } = useParams();
  const fileQuery = useCall(getFile, { id }, { quiet: true, staleTime: 0 });
  useTitle(fileQuery.data ? `${stepDefinition(fileQuery.data.step).title} ${fileQuery.data.name}` : undefined);
  return (
    <RecordLoader query={fileQuery} lines={12}>
      {(file) =>
        file.isOwn ? (
          <div className="fz-own">
            <PageHead title="我的入党进度" />
            <OwnPath key={file.id} file={file} />
          </div>
        ) : (
          <Work key={file.id} file={file} />
        )
      }
    </RecordLoader>
  );
}

function Work({ file }: { file: FileDetail }) {
  const [chosen, setChosen] = useState('');
  const act = useRef<HTMLElement>(null);
  /** Leads to where a fault lies: its paper, else the open step's form, else what was written down of the step. */
  const locate = (no: number) => {
    const paper =
      file.papers.find((one) => one.no === no && one.state === 'returned') ??
      file.papers.find((one) => one.no === no && one.state === 'missing' && one.required);
    if (paper) setChosen(paperKey(paper));
    const place =
      (paper && document.getElementById(`paper-${paperKey(paper)}`)) ??
      (no === file.step ? act.current : document.getElementById(`done-${no}`)) ??
      act.current;
    if (!place) return;
    place.scrollIntoView({ block: 'center' });
    (place.matches('button')
      ? place
      : (place.querySelector<HTMLElement>('input, select, textarea, button, a') ?? place)
    ).focus();
  };
  const title = `${file.ending ? `发展档案（${ENDINGS[file.ending]}）` : stepDefinition(file.step).title} ${file.name}`;
  return (
    <div className="fz-page">
      <PageHead title={title}>
        <FileNeighbours file={file} />
        <FileActs file={file} />
      </PageHead>
      <EndingAsked file={file} />
      <PathCard file={file} onPick={locate} />
      <div className="fz-work">
        <div className="card">
          <Person file={file}>
            <ButtonLink to={pathWithQuery(PATHS.detailInfo, { id: file.id })}>完整档案</ButtonLink>
          </Person>
          {file.papers.length > 0 && <Papers file={file} chosen={chosen} onChoose={setChosen} />}
        </div>
        <Rules findings={file.findings} onLocate={locate} />
        <section className="card fz-decide" ref={act} tabIndex={-1}>
          <div className="card-head">
            <h2>
              {file.steps.some(({ can }) => can.decide)
                ? '审批决定'
                : file.steps.some(({ can }) => can.opine)
                  ? '党总支审议'
                  : '办理'}
            </h2>
          </div>
          <Act file={file} key={`${file.id}.${file.version}`} />
        </section>
      </div>
      <History file={file} />
    </div>
  );
}

function Rules({ findings, onLocate }: { findings: readonly Finding[]; onLocate: (no: number) => void }) {
  const faults = findings.filter(({ ok }) => !ok).length;
  const open = findings.filter(({ ok, open: isOpen }) => ok && isOpen).length;
  const passed = findings.length - faults - open;
  return (
    <section className="card" aria-label="规则核对">
      <div className="card-head">
        <h2>规则核对</h2>
        <span className="card-extra fz-tally">
          <span className="fz-tally-one ok">
            <Icon name="check" size={13} />
            通过 {passed}
          </span>
          {open > 0 && (
            <span className="fz-tally-one">
              <Icon name="clock" size={13} />
              未办 {open}
            </span>
          )}
          <span className={`fz-tally-one ${faults > 0 ? 'bad' : ''}`}>
            <Icon name="close" size={13} />
            待补 {faults}
          </span>
        </span>
      </div>
      {findings.length === 0 && <p className="fz-quiet">这一步还没有要核对的规则。</p>}
      <ul className="fz-rules">
        {findings.map((one) => (
          <li key={`${one.code}.${one.no}.${one.evidence}`} className={one.ok ? '' : one.level}>
            {one.ok ? (
              <span className={one.open ? 'fz-mark open' : 'fz-mark ok'}>
                <Icon name={one.open ? 'clock' : 'check'} size={13} />
              </span>
            ) : (
              <span className="fz-mark">
                <Icon name={one.level === 'block' ? 'close' : 'warning'} size={13} />
              </span>
            )}
            <div>
              <b>{one.title}</b>
              <p>{one.evidence}</p>
              {one.earliest && <p>最早 {one.earliest} 可以办理</p>}
              {!one.ok && (
                <p>
                  {one.clause}，由{one.desk}办理
                </p>
              )}
            </div>
            {one.ok ? (
              <span className="muted tiny">{one.clause}</span>
            ) : (
              <Button size="compact" aria-label={`定位到第${one.no}步`} onClick={() => onLocate(one.no)}>
                定位
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The one act that is next: the superior's decision, the branch's step, or whom it waits for. */
function Act({ file }: { file: FileDetail }) {
  const opining = file.steps.find(({ can }) => can.opine);
  if (opining) return <OpinionForm file={file} step={opining} />;
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
  if (file.endingAsked)
    return (
      <p className="fz-quiet">
        终止培养等待{file.endingAsked.waitsFor}，决定以前不办理{stepName(file.step)}。
      </p>
    );
  return (
    <p className="fz-quiet">
      {current.state === 'submitted' ? waitingDesk(current) : `等待${file.orgName}办理${stepName(file.step)}。`}
    </p>
  );
}
