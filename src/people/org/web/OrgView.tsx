import { useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { useDict } from '#kernel/dictionary/web/pickers.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { AuditBanner } from '#platform/web/field/AuditBanner.tsx';
import { Line, Missing } from '#platform/web/field/record.tsx';
import { placeOf } from '#platform/web/list/listMemory.ts';
import { Tabs } from '#platform/web/records/Tabs.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { ORG_RECORDS } from '../contract.records.ts';
import { getOrg, type OrgDetail } from '../contract.ts';
import { NODES } from '../rules.integrity.ts';
import { orgext } from '../rules.records.ts';
import { DeleteOrg } from './DeleteOrg.tsx';
import { OrgGaps } from './OrgGaps.tsx';
import { OrgHistory } from './OrgHistory.tsx';
import { OrgTimeline } from './OrgTimeline.tsx';
import { OrgTerms } from './office/OrgTerms.tsx';
import { yearsText } from './office/terms.tsx';
import { OrgRecordTab } from './records/OrgRecordTab.tsx';
import './org.css';

const PATH = '/affairs/organization';

/** 组织详情; without an id, the session's own organisation. */
export default function OrgView() {
  const { user } = useSession();
  const { orgId = user.workOrgId } = useParams();
  const record = useCall(getOrg, { orgId }, { quiet: true });
  useTitle(record.data?.name);
  if (!record.data) return <Waiting query={record} lines={12} />;
  return <Record key={orgId} org={record.data} />;
}

const MAIN = 'main';
const OFFICE = 'office';
const TIMELINE = 'timeline';
const HISTORY = 'history';

function Record({ org }: { org: OrgDetail }) {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const wantedTab = readQuery(search, ['tab']).tab;
  const tabs = [
    { key: MAIN, label: '基本信息' },
    // A node or group of the tree is no party body and elects nobody.
    ...(NODES.includes(org.type)
      ? []
      : [{ key: OFFICE, label: '届次' }, ...[...ORG_RECORDS, orgext].map(({ kind, label }) => ({ key: kind, label }))]),
    { key: TIMELINE, label: '时间线' },
    { key: HISTORY, label: '变更记录' },
  ];
  const current = tabs.some(({ key }) => key === wantedTab) ? (wantedTab ?? MAIN) : MAIN;
  const pick = (key: string) =>
    navigate(pathWithQuery(pathname, { tab: key === MAIN ? undefined : key }), { replace: true });
  return (
    <div className="record-page">
      <RecordTop title={org.name} />
      <Head org={org} />
      <div className="card">
        <Tabs label="组织档案" tabs={tabs} current={current} onPick={pick} panel="org-tab" />
        <div id="org-tab" role="tabpanel" aria-label={tabs.find(({ key }) => key === current)?.label}>
          {current === MAIN && (
            <div className="record-body">
              <div className="record-main">
                <Fields org={org} />
                <Team org={org} />
                <Units org={org} />
              </div>
              <aside className="record-side">
                <OrgGaps org={org} />
                <Figures org={org} />
                <Warnings org={org} />
              </aside>
            </div>
          )}
          {current === OFFICE && <OrgTerms org={org} />}
          <OrgRecordTab key={current} org={org} kind={current} />
          {current === TIMELINE && <OrgTimeline org={org} />}
          {current === HISTORY && <OrgHistory orgId={org.id} />}
        </div>
      </div>
    </div>
  );
}

function Head({ org }: { org: OrgDetail }) {
  const navigate = useNavigate();
  const session = useSession();
  const [removing, setRemoving] = useState(false);
  return (
    <section className="card record-head">
      <span className="seal" aria-hidden="true">
        {(org.shortName || org.name).slice(0, 1)}
      </span>
      <div className="record-name">
        <h1>
          {org.name}
          <span className="record-tags">
            <span className="tag">{org.typeName}</span>
            {org.functional && <span className="tag gold">功能型</span>}
            {org.warnings.length > 0 && (
              <span className="tag warn">
                <Icon name="warning" />
                {org.warnings.length}项提醒
              </span>
            )}
          </span>
        </h1>
        <p className="record-place">{org.path.map((one) => one.name).join(' > ')}</p>
        <p className="record-facts">
          <span>
            书记<b>{org.secretaryName || '空缺'}</b>
          </span>
          <span>
            党员<b>{org.partyNumber.toLocaleString('en-US')}人</b>
          </span>
          {org.termExpiresOn && (
            <span>
              任期至<b>{org.termExpiresOn}</b>
            </span>
          )}
        </p>
      </div>
      <div className="record-acts">
        {org.can.edit && (
          <ButtonLink look="primary" icon="edit" to={`${PATH}/editOrganization/${org.id}`}>
            编辑
          </ButtonLink>
        )}
        {may(session, 'member:read') && (
          <ButtonLink icon="members" to={pathWithQuery('/affairs/member', { orgId: org.id })}>
            查看党员
          </ButtonLink>
        )}
        {org.can.addChild && (
          <ButtonLink icon="plus" to={`${PATH}/addOrganization/${org.id}`}>
            新增下级
          </ButtonLink>
        )}
        {org.can.change && (
          <ButtonLink icon="link" to={pathWithQuery(`${PATH}/change/add`, { orgId: org.id })}>
            起草变更
          </ButtonLink>
        )}
        {org.can.remove && (
          <Button danger icon="trash" onClick={() => setRemoving(true)}>
            删除
          </Button>
        )}
      </div>
      {removing && <DeleteOrg org={org} onDeleted={() => navigate(placeOf(PATH))} onClose={() => setRemoving(false)} />}
    </section>
  );
}

function Fields({ org }: { org: OrgDetail }) {
  const edit = org.can.edit && <Link to={`${PATH}/editOrganization/${org.id}`}>补填</Link>;
  const relation = useDict('0010')['0010'].find((choice) => choice.value === org.unitRelation);
  const value = (text: string | null, wanted = false) => {
    if (text) return text;
    return wanted ? <Missing act={edit} /> : <span className="muted">—</span>;
  };
  return (
    <>
      <div className="record-section">
        <h2 className="section-title">基本信息</h2>
        {org.can.edit && <Link to={`${PATH}/editOrganization/${org.id}`}>编辑</Link>}
      </div>
      <dl className="record-fields">
        <Line label="组织名称">{org.name}</Line>
        <Line label="组织简称">{value(org.shortName, true)}</Line>
        <Line label="组织编码" source="系统生成">
          {org.orgCode}
        </Line>
        <Line label="组织类别">{org.typeName}</Line>
        <Line label="上级组织">{value(org.parentName)}</Line>
        <Line label="成立日期">{value(org.foundedOn, true)}</Line>
        <Line label="所在单位">{relation?.label ?? '—'}</Line>
        <Line label="审批权限">{org.canApprove ? '具有审批预备党员权限' : '无'}</Line>
        <Line label="联系人">{value(org.contact, true)}</Line>
        <Line label="联系电话">{value(org.phone, true)}</Line>
        <Line label="地址" wide>
          {value(org.address, true)}
        </Line>
        <Line label="坐标">{value(org.coordinate, !NODES.includes(org.type))}</Line>
        {org.introduction && (
          <Line label="简介" wide>
            <span className="org-introduction">{org.introduction}</span>
          </Line>
        )}
      </dl>
      <AuditBanner
        createName={org.createName}
        createDate={org.createDate}
        updateName={org.updateName}
        updateDate={org.updateDate}
      />
    </>
  );
}

function Team({ org }: { org: OrgDetail }) {
  if (NODES.includes(org.type)) return null;
  return (
    <>
      <div className="record-section">
        <h2 className="section-title">班子成员</h2>
        {org.term && (
          <span className="muted small">
            第{org.term.number}届，{org.term.electedOn} {org.term.expiresOn ? `至 ${org.term.expiresOn}` : '起'}，
            {yearsText(org.term)}
            {org.term.years !== null && org.term.method && `，${org.term.method}`}
          </span>
        )}
      </div>
      {org.team.length === 0 ? (
        <p className="record-missing">
          <Icon name="warning" size={14} />
          本届还没有登记班子成员
        </p>
      ) : (
        <ul className="org-team">
          {org.team.map((one) => (
            <li key={one.id}>
              <span className="seal" aria-hidden="true">
                {one.name.slice(0, 1)}
              </span>
              <span>
                {one.memberId ? <Link to={`/affairs/member/browse/${one.memberId}`}>{one.name}</Link> : one.name}
                <br />
                <span className="muted small">{one.post}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Units({ org }: { org: OrgDetail }) {
  if (org.units.length === 0) return null;
  return (
    <>
      <div className="record-section">
        <h2 className="section-title">所在单位</h2>
      </div>
      <dl className="record-fields">
        {org.units.map((unit) => (
          <Line key={unit.id} label={unit.nature || '单位'} source={unit.creditCode ?? undefined}>
            <Link to={`/affairs/company/browseCompany/${unit.id}`}>{unit.name}</Link>
          </Line>
        ))}
      </dl>
    </>
  );
}

function Figures({ org }: { org: OrgDetail }) {
  const session = useSession();
  const linked = may(session, 'member:read');
  const figures: readonly (readonly [string, number, string])[] = [
    ['正式党员', org.partyNumber - org.readyPartyNumber, '1'],
    ['预备党员', org.readyPartyNumber, '2'],
    ['发展对象', org.developMemberNumber, '3'],
    ['积极分子', org.positiveNumber, '4'],
    ['申请人', org.applicantNumber, '5'],
  ];
  return (
    <>
      <div className="record-section">
        <h2 className="section-title">人员</h2>
      </div>
      <ul className="org-figures">
        {figures.map(([label, count, pmType]) => (
          <li key={label}>
            <span className="muted">{label}</span>
            {linked ? (
              <Link to={pathWithQuery('/affairs/member', { orgId: org.id, pmType })}>
                {count.toLocaleString('en-US')}
              </Link>
            ) : (
              <b>{count.toLocaleString('en-US')}</b>
            )}
          </li>
        ))}
        <li>
          <span className="muted">班子成员</span>
          <b>{org.tenureNumber}</b>
        </li>
        <li>
          <span className="muted">下级组织</span>
          <Link to={pathWithQuery(PATH, { orgId: org.id, searchRange: 'onlyChild' })}>{org.childCount}</Link>
        </li>
      </ul>
    </>
  );
}

function Warnings({ org }: { org: OrgDetail }) {
  return (
    <>
      <div className="record-section">
        <h2 className="section-title">提醒</h2>
      </div>
      {org.warnings.length === 0 ? (
        <p className="muted small">设置、班子和任期都符合规定。</p>
      ) : (
        <ul className="org-warnings">
          {org.warnings.map((warning) => (
            <li key={warning.code}>
              <Icon name="warning" size={14} />
              <span>
                {warning.text}
                <br />
                <span className="record-clause">{warning.clause}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
