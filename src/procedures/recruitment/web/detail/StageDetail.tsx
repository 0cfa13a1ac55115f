import { useLocation, useParams } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { type FileDetail, getFile } from '../../contract.ts';
import { LISTS, type ListName, PATHS } from '../paths.ts';
import { DetailHead } from './DetailHead.tsx';
import { isWritten, StepRecord, Unwritten } from './StepRecord.tsx';
import { STEPS_OF } from './stages.ts';
import '../recruitment.css';
import './detail.css';

/** `applicant/:id` and the three beside it: what a file holds of that stage. */
export default function StageDetail() {
  const { id = '' } = useParams();
  const { pathname } = useLocation();
  const name = (pathname.split('/')[3] ?? 'applicant') as ListName;
  const fileQuery = useCall(getFile, { id }, { quiet: true, staleTime: 0 });
  return <RecordLoader query={fileQuery}>{(file) => <Shown file={file} name={name} />}</RecordLoader>;
}

function Shown({ file, name }: { file: FileDetail; name: ListName }) {
  const title = `${LISTS[name].title} ${file.name}`;
  useTitle(title);
  const steps = file.steps.filter(({ no }) => STEPS_OF[name].includes(no));
  return (
    <div className="record-page fz-detail">
      <DetailHead file={file} title={title}>
        <ButtonLink to={pathWithQuery(PATHS.detailInfo, { id: file.id })}>完整档案</ButtonLink>
        {file.can.write && <ButtonLink to={pathWithQuery(PATHS.papers, { id: file.id })}>档案材料</ButtonLink>}
        {file.can.write && <ButtonLink to={PATHS.edit(name, [file.id])}>修改</ButtonLink>}
        <ButtonLink look="primary" to={PATHS.work(file.id, file.category)}>
          {file.can.write ? '办理' : '查看进度'}
        </ButtonLink>
      </DetailHead>
      {steps
        .filter((step) => isWritten(file, step))
        .map((step) => (
          <StepRecord key={step.no} file={file} step={step} />
        ))}
      <Unwritten steps={steps.filter((step) => !isWritten(file, step))} />
    </div>
  );
}
