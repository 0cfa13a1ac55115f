import { useParams } from 'react-router';
import { call } from '#platform/web/call/api.ts';
import { PaperView } from '#platform/web/paper/PaperView.tsx';
import { usePaper } from '#platform/web/paper/usePaper.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { printRecord } from '../contract.paper.ts';
import './event.css';

/** 会议记录 as it is printed, at an address of its own. */
export default function MeetingRecord() {
  const { id = '' } = useParams();
  const { paper, error, retry } = usePaper((signal) => call(printRecord, { id }, { quiet: true, signal }), id);
  return (
    <div className="life-page">
      <PageHead title={paper?.name.replace(/\.pdf$/, '') ?? '会议记录'} />
      {paper ? <PaperView paper={paper} /> : error ? <Failed error={error} onRetry={retry} /> : <Skeleton lines={12} />}
    </div>
  );
}
