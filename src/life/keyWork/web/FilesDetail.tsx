import { useLocation } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { Line } from '#platform/web/field/record.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';

import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { Previews } from '#platform/web/upload/Previews.tsx';
import { getReport } from '../contract.read.ts';
import { PATHS } from './paths.ts';
import '#platform/web/records/records.css';
import './keyWork.css';

/** 资料详情: what was handed in with one report. */
export default function FilesDetail() {
  const { id = '' } = readQuery(useLocation().search, ['id']);
  const reportQuery = useCall(getReport, { id }, { quiet: true });
  useTitle(reportQuery.data && `资料 ${reportQuery.data.title}`);
  return (
    <RecordLoader query={reportQuery}>
      {(report) => (
        <div className="key-page">
          <PageHead title={report.title}>
            <ButtonLink icon="back" to={PATHS.partOf(report.partId)}>
              重点工作详情
            </ButtonLink>
          </PageHead>
          <section className="card key-body" aria-label="报送内容">
            <dl className="record-fields">
              <Line label="责任单位">{report.orgName}</Line>
              <Line label="报送内容">
                {report.isFinal ? '完成情况' : report.label ? `${report.label}进展` : '进展'}
                {report.isLate && <span className="tag warn">迟报</span>}
              </Line>
              <Line label="报送">
                {report.reportedBy}，{dateTime(report.reportedAt)}
              </Line>
              <Line label="进度">{report.percent}%</Line>
              <Line label="情况" wide>
                <span className="record-text">{report.content}</span>
              </Line>
            </dl>
          </section>
          <Previews files={report.files} />
        </div>
      )}
    </RecordLoader>
  );
}
