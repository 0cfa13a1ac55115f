import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { Line } from '#platform/web/field/record.tsx';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';

import { noValue } from '#platform/web/show/none.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { getTerm, type TermDetail } from '../../contract.office.ts';
import { DeleteTerm } from './DeleteTerm.tsx';
import { AskExtension, Extensions } from './Extensions.tsx';
import { PhaseTag, yearsText } from './terms.tsx';
import '../org.css';
import '#platform/web/records/records.css';

const orgPath = (id: string) => pathWithQuery(`/affairs/organization/browseOrganization/${id}`, { tab: 'office' });

/** 届次详情. */
export default function TermView() {
  const { id = '' } = useParams();
  const record = useCall(getTerm, { id }, { quiet: true });
  const name = record.data && `${record.data.orgName}第${record.data.number}届`;
  useTitle(name);
  if (!record.data) return <Waiting query={record} lines={10} />;
  return (
    <div className="record-page">
      <RecordTop title={name ?? ''} />
      <Head term={record.data} />
      <div className="card record-body">
        <div className="record-main">
          <Fields term={record.data} />
          <Extensions term={record.data} />
          <Team term={record.data} />
        </div>
      </div>
    </div>
  );
}

function Head({ term }: { term: TermDetail }) {
  const navigate = useNavigate();
  const [removing, setRemoving] = useState(false);
  const [extending, setExtending] = useState(false);
  return (
    <section className="card record-head">
      <span className="seal" aria-hidden="true">
        届
      </span>
      <div className="record-name">
        <h1>
          {term.orgName}第{term.number}届
          <span className="record-tags">
            <PhaseTag phase={term.phase} />
          </span>
        </h1>
        <p className="record-facts">
          <span>
            书记<b>{term.secretaryName || '空缺'}</b>
          </span>
          <span>
            班子<b>{term.teamNumber}人</b>
          </span>
        </p>
      </div>
      <div className="record-acts">
        {term.can.edit && (
          <ButtonLink look="primary" icon="edit" to={`/affairs/organization/office/edit/${term.id}`}>
            编辑
          </ButtonLink>
        )}
        {term.canExtend && (
          <Button icon="clock" onClick={() => setExtending(true)}>
            申请延期
          </Button>
        )}
        <ButtonLink icon="organisation" to={orgPath(term.orgId)}>
          查看组织
        </ButtonLink>
        {term.can.remove && (
          <Button danger icon="trash" onClick={() => setRemoving(true)}>
            删除
          </Button>
        )}
      </div>
      {extending && <AskExtension term={term} onClose={() => setExtending(false)} />}
      {removing && (
        <DeleteTerm
          term={term}
          onDeleted={() => navigate(orgPath(term.orgId), { replace: true })}
          onClose={() => setRemoving(false)}
        />
      )}
    </section>
  );
}

function Fields({ term }: { term: TermDetail }) {
  return (
    <>
      <div className="record-section">
        <h2 className="section-title">选举情况</h2>
      </div>
      <dl className="record-fields">
        <Line label="当选日期">{term.electedOn}</Line>
        <Line label="产生方式">{term.method || noValue}</Line>
        <Line label="任期">{yearsText(term)}</Line>
        <Line
          label="下次换届"
          source={term.nextElectionOn === term.endsByRule ? undefined : `已延期，按规定应于${term.endsByRule}届满`}
        >
          {term.nextElectionOn ?? noValue}
        </Line>
        <Line label="应到会">{term.entitled === null ? noValue : `${term.entitled}人`}</Line>
        <Line label="实到会">{term.present === null ? noValue : `${term.present}人`}</Line>
        <Line label="最近修改" source={dateTime(term.updateDate)}>
          {term.updateName || noValue}
        </Line>
        {term.remark && (
          <Line label="备注" wide>
            <span className="org-introduction">{term.remark}</span>
          </Line>
        )}
      </dl>
    </>
  );
}

function Team({ term }: { term: TermDetail }) {
  return (
    <>
      <div className="record-section">
        <h2 className="section-title">班子成员</h2>
      </div>
      {term.posts.length === 0 ? (
        <Empty title="还没有登记班子成员">编辑本届即可添加。</Empty>
      ) : (
        <div className="record-scroll">
          <table className="table record-table">
            <caption className="visually-hidden">班子成员</caption>
            <thead>
              <tr>
                <th scope="col">党内职务</th>
                <th scope="col">姓名</th>
                <th scope="col">得票</th>
              </tr>
            </thead>
            {term.posts.map((post) => (
              <tbody key={post.id}>
                <tr>
                  <td data-label="党内职务">{post.post}</td>
                  <td data-label="姓名">
                    {post.memberId ? (
                      <Link to={`/affairs/member/browse/${post.memberId}`}>{post.name}</Link>
                    ) : (
                      post.name
                    )}
                  </td>
                  <td data-label="得票">{post.votes === null ? noValue : `${post.votes}票`}</td>
                </tr>
              </tbody>
            ))}
          </table>
        </div>
      )}
    </>
  );
}
