import { Link, useParams } from 'react-router';
import { useCall } from '#platform/web/hooks.ts';
import { pathWithQuery } from '#platform/web/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Bones, Failed } from '#platform/web/states.tsx';
import { dateTime } from '#platform/web/time.ts';
import { getHistory } from '../../contract.history.ts';
import '#platform/web/records/records.css';

/** 历史党员信息: `:id` is the version's, `:reason` a value of the dictionary of reasons. */
export default function HistoryPage() {
  const { id = '', reason = '' } = useParams();
  // Each asking stands in the log: the answer is used for as long as the page is open.
  const version = useCall(getHistory, { id, reason }, { quiet: true, staleTime: Number.POSITIVE_INFINITY });
  const title = version.data ? `历史党员信息 ${version.data.name}` : '历史党员信息';
  useTitle(title);
  if (version.error) return <Failed error={version.error} onRetry={() => version.refetch()} />;
  if (!version.data) return <Bones lines={12} />;
  // What has changed since stands first.
  const fields = version.data.fields.toSorted((a, b) => Number(a.value === a.now) - Number(b.value === b.now));
  const { memberId, from, to, who, reasonName } = version.data;
  return (
    <>
      <PageHead title={title}>
        <Link className="button" to={pathWithQuery(`/affairs/member/browse/${memberId}`, { tab: 'history' })}>
          返回档案
        </Link>
      </PageHead>
      <section className="card record-rows" aria-label="历史版本">
        <div className="record-section">
          <h2 className="section-title">第{version.data.version}版</h2>
          <span className="muted tiny">
            {dateTime(from)} 至 {dateTime(to)}，{who || '系统'}登记；查看原因：{reasonName}
          </span>
        </div>
        <table className="table record-table">
          <caption className="unseen">当时与现在的内容</caption>
          <thead>
            <tr>
              <th scope="col">项目</th>
              <th scope="col">当时</th>
              <th scope="col">现在</th>
            </tr>
          </thead>
          {fields.map(({ field, label, value, now }) => (
            <tbody key={field}>
              <tr>
                <th scope="row">{label}</th>
                <td data-label="当时">{value || '—'}</td>
                <td data-label="现在">
                  {value === now ? <span className="history-same">未变</span> : <b>{now || '—'}</b>}
                </td>
              </tr>
            </tbody>
          ))}
        </table>
      </section>
    </>
  );
}
