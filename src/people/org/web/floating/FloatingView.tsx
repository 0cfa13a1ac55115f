import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useUrgeAbove } from '#kernel/permission/web/pickers.above.tsx';
import { ApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { Line } from '#platform/web/field/record.tsx';
import { placeOf } from '#platform/web/list/listMemory.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead, RecordTop } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { FileList } from '#platform/web/upload/FileList.tsx';
import { auditFloating, type FloatingDetail, getFloating } from '../../contract.floating.ts';
import { DeleteFloating } from './DeleteFloating.tsx';
import { FLOATING_FORM, FLOATING_LIST, FloatingTag } from './floatingParts.tsx';
import '../org.css';

/** `/affairs/organization/mobileOrgDetails?id=`: an application, what came of it, and its audit. */
export default function FloatingView() {
  const { id } = readQuery(useLocation().search, ['id']);
  const record = useCall(getFloating, id === undefined ? null : { id }, { quiet: true, staleTime: 0 });
  useTitle(record.data?.name);
  if (id === undefined) {
    return (
      <>
        <PageHead />
        <Empty title="请从列表中选择" act={<ButtonLink to={placeOf(FLOATING_LIST)}>打开流动党组织列表</ButtonLink>} />
      </>
    );
  }
  if (!record.data) return <Waiting query={record} lines={10} />;
  return (
    <div className="record-page">
      <RecordTop title={record.data.name} />
      <Head application={record.data} onAgain={() => void record.refetch()} />
      <div className="card record-body">
        <div className="record-main">
          <Fields application={record.data} />
          <Members application={record.data} />
          <Files application={record.data} />
        </div>
        <aside className="record-side">
          <Checks application={record.data} />
        </aside>
      </div>
    </div>
  );
}

function Head({ application, onAgain }: { application: FloatingDetail; onAgain: () => void }) {
  const navigate = useNavigate();
  const [isRemoving, setRemoving] = useState(false);
  const audit = useAct(auditFloating, { quiet: true });
  const { id, version, can, name, state } = application;
  const urge = useUrgeAbove('floatingOrg', id);
  const decide = async (agree: boolean, opinion: string) => {
    await audit.mutateAsync({ id, version, agree, opinion });
    const text = agree ? `已通过，${name}已设立` : '已退回，申请的党组织会收到通知';
    emit('notice', { kind: 'success', text });
  };
  return (
    <section className="card record-head">
      <span className="seal" aria-hidden="true">
        流
      </span>
      <div className="record-name">
        <h1>
          {name}
          <span className="record-tags">
            <FloatingTag state={state} />
          </span>
        </h1>
        <p className="record-place">
          {state === 'established' || state === 'dissolved' ? '隶属' : '拟隶属'}
          {application.parentName}
        </p>
        <p className="record-facts">
          <span>
            流入地区<b>{application.region}</b>
          </span>
          <span>
            流动党员<b>{application.memberCount}人</b>
          </span>
          <span>
            书记<b>{application.secretaryName || application.secretaryCandidate}</b>
          </span>
        </p>
      </div>
      <div className="record-acts">
        <ApprovalActs
          acts={{
            agree: can.audit && {
              label: '通过',
              title: `通过 ${name}`,
              words: { label: '审核意见', free: true },
              consequence: `通过后${name}立即在${application.parentName}下设立，${application.secretaryCandidate}任书记；党员的组织关系不变。`,
              run: (opinion) => decide(true, opinion),
            },
            return: can.audit && {
              title: `退回 ${name}`,
              words: { label: '退回原因' },
              consequence: `申请退回${application.askingName}，修改后可以重新提交。`,
              run: (opinion) => decide(false, opinion),
            },
            urge: can.urge && urge,
          }}
          onClosed={onAgain}
        />
        {can.edit && (
          <ButtonLink look="primary" icon="edit" to={pathWithQuery(FLOATING_FORM, { id: application.id })}>
            {state === 'returned' ? '修改后重新提交' : '修改'}
          </ButtonLink>
        )}
        {application.orgInScope && (
          <ButtonLink icon="organisation" to={`/affairs/organization/browseOrganization/${application.orgId}`}>
            组织档案
          </ButtonLink>
        )}
        {can.remove && (
          <Button danger icon="trash" onClick={() => setRemoving(true)}>
            {state === 'established' ? '撤销' : '删除'}
          </Button>
        )}
      </div>
      {isRemoving && (
        <DeleteFloating
          row={{ ...application, applicationId: application.id }}
          onDeleted={() => navigate(placeOf(FLOATING_LIST))}
          onClose={() => setRemoving(false)}
        />
      )}
    </section>
  );
}

function Fields({ application }: { application: FloatingDetail }) {
  const { state, askedAt, decidedAt } = application;
  return (
    <>
      <div className="record-section">
        <h2 className="section-title">申请内容</h2>
      </div>
      <dl className="record-fields">
        <Line label="组织名称">{application.name}</Line>
        <Line label="上级党组织">{application.parentName}</Line>
        <Line label="依托单位">{application.settingName}</Line>
        <Line label="流入地区">{application.region}</Line>
        <Line label="活动场所">{application.address || noValue}</Line>
        <Line label="书记人选">{application.secretaryCandidate}</Line>
        <Line label="联系人">{application.contact}</Line>
        <Line label="联系电话">{application.phone}</Line>
        <Line label="申请" source={askedAt ? dateTime(askedAt) : undefined}>
          {application.askingName} {application.askedBy}
        </Line>
        <Line label="审核组织">{application.deciderName}</Line>
        <Line label="设立理由" wide>
          <span className="org-introduction">{application.reason}</span>
        </Line>
        {decidedAt && (
          <Line
            label={state === 'returned' || state === 'pending' ? '退回原因' : '审核意见'}
            wide
            source={`${application.decidedOrgName} ${application.decidedBy} ${dateTime(decidedAt)}`}
          >
            {application.opinion || '同意'}
          </Line>
        )}
      </dl>
    </>
  );
}

function Members({ application: { members, memberCount } }: { application: FloatingDetail }) {
  const linked = may(useSession(), 'member:read');
  return (
    <>
      <div className="record-section">
        <h2 className="section-title">流动党员</h2>
        <span className="muted small">
          共{memberCount}人，登记到人{members.length}人
        </span>
      </div>
      {members.length === 0 ? (
        <p className="muted small">没有登记到人。</p>
      ) : (
        <ul className="floating-people" aria-label="流动党员">
          {members.map((one) => (
            <li key={one.memberId}>
              <b>{linked ? <Link to={`/affairs/member/browse/${one.memberId}`}>{one.name}</Link> : one.name}</b>
              <span className="muted small">{one.orgName}</span>
              <span className="tag">{one.categoryName}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Files({ application: { files } }: { application: FloatingDetail }) {
  return (
    <>
      <div className="record-section">
        <h2 className="section-title">附件</h2>
      </div>
      {files.length === 0 ? <p className="muted small">没有附件。</p> : <FileList files={files} />}
    </>
  );
}

function Checks({ application: { checks, state } }: { application: FloatingDetail }) {
  if (state === 'dissolved' || state === 'established') return null;
  return (
    <section aria-label="审核要点">
      <div className="record-section">
        <h2 className="section-title">审核要点</h2>
      </div>
      <ul className="org-warnings">
        {checks.map(({ ok, text, clause }) => (
          <li key={clause} className={ok ? 'fine' : undefined}>
            <Icon name={ok ? 'check' : 'warning'} size={14} />
            <span>
              <span className="visually-hidden">{ok ? '符合：' : '需核实：'}</span>
              {text}
              <br />
              <span className="record-clause">{clause}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
