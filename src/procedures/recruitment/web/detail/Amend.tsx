import { type ReactNode, useRef, useState } from 'react';
import { useCall } from '#platform/web/call/hooks.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { type FileDetail, getFile } from '../../contract.ts';
import { PATHS } from '../paths.ts';
import { StepForm } from '../StepForm.tsx';
import { DetailHead } from './DetailHead.tsx';
import { isWritten, StepRecord, Unwritten } from './StepRecord.tsx';
import '../recruitment.css';
import './detail.css';

/** What is written down of a file is amended: 补录 of steps from paper, the step that is open, the person's own record. */
export function Amend({ id, steps, children }: { id: string; steps?: readonly number[]; children?: ReactNode }) {
  const fileQuery = useCall(getFile, { id }, { quiet: true, staleTime: 0 });
  return (
    <RecordLoader query={fileQuery} refused={({ can }) => (can.write ? '' : '当前角色不能修改这份发展档案')}>
      {(file) => (
        <Shown file={file} steps={steps}>
          {children}
        </Shown>
      )}
    </RecordLoader>
  );
}

function Shown({
  file,
  steps,
  children,
}: {
  file: FileDetail;
  steps: readonly number[] | undefined;
  children: ReactNode;
}) {
  const title = `登记与修改 ${file.name}`;
  useTitle(title);
  const [picked, setPicked] = useState<number | null>(null);
  const form = useRef<HTMLElement>(null);
  const open = file.steps.filter(({ can }) => can.submit);
  const shown = file.steps.filter(({ no }) =>
    steps ? steps.includes(no) : no <= Math.max(file.step, file.paperUntil),
  );
  const empty = file.steps.filter(({ no, state }) => no <= file.paperUntil && state === 'ready').length;
  return (
    <div className="record-page fz-detail">
      {children}
      <DetailHead file={file} title={title}>
        <ButtonLink to={`/affairs/member/editApplicant/${file.memberId}`}>修改人员信息</ButtonLink>
        <ButtonLink to={pathWithQuery(PATHS.detailInfo, { id: file.id })}>完整档案</ButtonLink>
      </DetailHead>
      {empty > 0 && (
        <p className="banner info" role="note">
          <span>
            此前{file.paperUntil}步在纸质档案里，还有{empty}步没有补录。补录只提醒、不拦截，也不改变人员类别。
          </span>
        </p>
      )}
      <div className="fz-whole fz-amend">
        <div>
          <Unwritten
            steps={shown.filter((step) => !isWritten(file, step))}
            onPick={(no) => {
              setPicked(no);
              form.current?.scrollIntoView({ block: 'nearest' });
            }}
          />
          {shown
            .filter((step) => isWritten(file, step))
            .map((step) => (
              <StepRecord key={step.no} file={file} step={step} />
            ))}
        </div>
        <section className="card" ref={form}>
          <div className="card-head">
            <h2>办理或补录</h2>
          </div>
          {open.length === 0 && !file.steps.some(({ can }) => can.withdraw) ? (
            <p className="fz-quiet">现在没有可以登记的步骤。已完成的步骤有误，请申请更正。</p>
          ) : (
            <StepForm key={`${file.id}.${file.version}.${picked}`} file={file} {...(picked ? { start: picked } : {})} />
          )}
        </section>
      </div>
    </div>
  );
}
