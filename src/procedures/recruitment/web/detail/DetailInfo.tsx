import { useState } from 'react';
import { useLocation } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { listCorrections } from '../../contract.correction.ts';
import { type FileDetail, getFile } from '../../contract.ts';
import { EndingAsked } from '../EndingAsked.tsx';
import { PathCard } from '../FileHead.tsx';
import { PATHS } from '../paths.ts';
import { DetailHead } from './DetailHead.tsx';
import { Backdating, Outlook } from './Outlook.tsx';
import { isWritten, StepRecord, Unwritten } from './StepRecord.tsx';
import { PHASE_STEPS } from './stages.ts';
import { Timeline } from './Timeline.tsx';
import { Versions } from './Versions.tsx';
import '../recruitment.css';
import './detail.css';

/** `detailInfo`, the file by the query `id`: everything that was written down, phase by phase, and the timeline of it. */
export default function DetailInfo() {
  const { id = '' } = readQuery(useLocation().search, ['id']);
  const fileQuery = useCall(getFile, { id }, { quiet: true, staleTime: 0, enabled: id !== '' });
  if (id === '')
    return (
      <Empty title="没有选择发展档案" act={<ButtonLink to={PATHS.overview}>发展党员概览</ButtonLink>}>
        从名单里点姓名，再点“完整档案”。
      </Empty>
    );
  return <RecordLoader query={fileQuery}>{(file) => <Shown file={file} />}</RecordLoader>;
}

function Shown({ file }: { file: FileDetail }) {
  const session = useSession();
  const title = `完整档案 ${file.name}`;
  useTitle(title);
  const [ahead, setAhead] = useState(false);
  const asks = !file.isOwn && may(session, 'recruit:write');
  const corrections = useCall(
    listCorrections,
    { memberId: file.memberId, pageSize: 100 },
    { quiet: true, enabled: asks },
  );
  return (
    <div className="record-page fz-detail">
      <DetailHead file={file} title={title}>
        {!file.isOwn && !file.ending && (
          <Button aria-pressed={ahead} onClick={() => setAhead(!ahead)}>
            时间推演
          </Button>
        )}
        {file.can.write && <ButtonLink to={pathWithQuery(PATHS.papers, { id: file.id })}>档案材料</ButtonLink>}
        <ButtonLink look="primary" to={PATHS.work(file.id, file.category)}>
          {file.can.write ? '办理' : '查看进度'}
        </ButtonLink>
      </DetailHead>
      <EndingAsked file={file} />
      <PathCard file={file} />
      {ahead && <Outlook file={file} />}
      <div className="fz-whole">
        <div>
          {PHASE_STEPS.map(({ title: phase, steps }) => {
            const written = steps.flatMap(({ no }) =>
              file.steps.filter((step) => step.no === no && isWritten(file, step)),
            );
            if (written.length === 0) return null;
            return (
              <div key={phase} className="fz-detail">
                <h2 className="fz-phase-title">{phase}</h2>
                {written.map((step) => (
                  <StepRecord key={step.no} file={file} step={step} />
                ))}
              </div>
            );
          })}
          <Unwritten steps={file.steps.filter((step) => !isWritten(file, step))} />
        </div>
        <div>
          {!file.isOwn && <Versions file={file} />}
          {!file.isOwn && <Backdating file={file} />}
          <Timeline file={file} corrections={corrections.data?.rows ?? []} />
        </div>
      </div>
    </div>
  );
}
