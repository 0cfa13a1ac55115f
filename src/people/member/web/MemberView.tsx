import { useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { call } from '#platform/web/call/api.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { type MenuAct, MoreActs } from '#platform/web/dialogs/Menu.tsx';
import { useStands } from '#platform/web/dialogs/useStands.ts';
import { AuditBanner } from '#platform/web/field/AuditBanner.tsx';
import { MaskedValue } from '#platform/web/field/MaskedValue.tsx';
import { Line, Missing, Ring } from '#platform/web/field/record.tsx';
import { placeOf } from '#platform/web/list/listMemory.ts';
import { Tabs } from '#platform/web/records/Tabs.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { StoredImage } from '#platform/web/upload/StoredImage.tsx';
import { MEMBER_RECORDS, memberRecords } from '../contract.records.ts';
import { revealMember } from '../contract.reveal.ts';
import { getMember, type MemberDetail } from '../contract.ts';
import { extra } from '../rules/records.ts';
import { isPartyMember, partyAgeText } from '../rules.ts';
import { AnnouncedTab, useAnnouncedTabs } from './announcedTabs.tsx';
import { MemberLabels } from './bulk/MemberLabels.tsx';
import { DeleteMember } from './DeleteMember.tsx';
import { MemberQr } from './MemberQr.tsx';
import { CategoryTag, nameOf } from './memberColumns.tsx';
import { Neighbours } from './Neighbours.tsx';
import { HistoryTab } from './records/HistoryTab.tsx';
import { RecordTab } from './records/RecordTab.tsx';
import { Timeline } from './Timeline.tsx';

const LIST = '/affairs/member';

/** 党员详情: who the person is, the fields with their sources, what lacks, and what changed. */
export default function MemberView() {
  const { id = '' } = useParams();
  const record = useCall(getMember, { id }, { quiet: true });
  const name = record.data && nameOf(record.data);
  useTitle(name);
  return (
    <div className="record-page">
      <RecordTop title={name}>
        {/* Stays while the next record is on its way: it keeps the focus and does not move under the pointer. */}
        <Neighbours id={id} />
      </RecordTop>
      {record.data ? (
        <Record key={id} member={record.data} />
      ) : record.error ? (
        <Failed error={record.error} onRetry={() => record.refetch()} />
      ) : (
        <Skeleton lines={14} />
      )}
    </div>
  );
}

/** Whether the role may do something with this person: nothing, where the record is read as the own one alone. */
function useAble(member: MemberDetail) {
  const session = useSession();
  return (right: string) => !member.ownOnly && may(session, right);
}

const [MAIN, HISTORY] = ['main', 'history'] as const;

/** A person's record in its tabs, below the head of the page. */
export function Record({ member }: { member: MemberDetail }) {
  const able = useAble(member);
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const records = useCall(memberRecords, { id: member.id }, { quiet: true });
  const wantedTab = readQuery(search, ['tab']).tab;
  const tabs = [
    { key: MAIN, label: '基本信息' },
    { key: extra.kind, label: extra.label },
    ...MEMBER_RECORDS.map(({ kind, label }) => ({ key: kind, label, count: records.data?.[kind]?.length })),
    ...useAnnouncedTabs().map(({ key, label }) => ({ key, label })),
    ...(able('member:history') ? [{ key: HISTORY, label: '历史信息' }] : []),
  ];
  const current = tabs.some(({ key }) => key === wantedTab) ? (wantedTab ?? MAIN) : MAIN;
  const pick = (key: string) =>
    navigate(pathWithQuery(pathname, { tab: key === MAIN ? undefined : key }), { replace: true });
  return (
    <>
      <Head member={member} />
      <div className="card">
        <Tabs label="档案" tabs={tabs} current={current} onPick={pick} panel="member-tab" />
        <div id="member-tab" role="tabpanel" aria-label={tabs.find(({ key }) => key === current)?.label}>
          {current === MAIN ? (
            <div className="record-body">
              <div className="record-main">
                <Person member={member} />
                <Party member={member} />
              </div>
              <aside className="record-side">
                <Gaps member={member} />
                <Timeline
                  id={member.id}
                  goBack={member.can.edit && able('member:history') ? () => pick(HISTORY) : undefined}
                />
              </aside>
            </div>
          ) : current === HISTORY ? (
            <HistoryTab member={member} />
          ) : (
            <AnnouncedTab id={member.id} tab={current}>
              <RecordTab member={member} kind={current} records={records} />
            </AnnouncedTab>
          )}
        </div>
      </div>
    </>
  );
}

function Head({ member }: { member: MemberDetail }) {
  const able = useAble(member);
  const navigate = useNavigate();
  const [removing, setRemoving] = useState(false);
  const { stands } = useStands();
  const edit = `${LIST}/${isPartyMember(member.personCategory) ? 'edit' : 'editApplicant'}/${member.id}`;
  const acts: MenuAct[] = [
    {
      label: '打印信息采集表',
      icon: 'print',
      run: () => navigate(pathWithQuery(`${LIST}/print`, { ids: member.id, form: 'collect' })),
    },
  ];
  if (member.idCardNo && able('member:idCard')) {
    acts.push({ label: '变更身份证号', icon: 'edit', run: () => navigate(`${LIST}/idCardChange/add/${member.id}`) });
  }
  if (member.userId && able('right:read')) {
    acts.push({ label: '党员授权', icon: 'shield', run: () => navigate(`${LIST}/popedom/${member.id}`) });
  }
  if (member.can.remove) {
    acts.push({ label: `删除 ${nameOf(member)}`, icon: 'trash', danger: true, run: () => setRemoving(true) });
  }
  return (
    <section className="card record-head">
      {member.photo ? (
        <StoredImage className="record-photo" fileKey={`${member.photo}-t`} alt={`${nameOf(member)}的照片`} />
      ) : (
        <span className="seal" aria-hidden="true">
          {nameOf(member).slice(0, 1)}
        </span>
      )}
      <div className="record-name">
        <h1>
          {nameOf(member)}
          <span className="record-tags">
            <CategoryTag category={member.personCategory} name={member.personCategoryName} />
            {member.membershipStatus !== 1 && <span className="tag bad">{member.membershipStatusName}</span>}
            {member.occupationName && <span className="tag">{member.occupationName}</span>}
            {member.partyPost && <span className="tag gold">{member.partyPost}</span>}
            {!member.ownOnly && <MemberLabels id={member.id} />}
            {member.isFloating && <span className="tag info">流动党员</span>}
            {member.isLostContact && <span className="tag bad">失联</span>}
          </span>
        </h1>
        <p className="record-place">{member.orgPath.map((org) => org.name).join(' > ') || member.orgName}</p>
        <p className="record-facts">
          {member.admissionDate ? (
            <span>
              入党<b>{member.admissionDate}</b>
            </span>
          ) : (
            <span>
              申请入党<b>{member.appliedOn ?? '未填写'}</b>
            </span>
          )}
          {member.partyAgeMonths !== null && (
            <span>
              党龄<b>{partyAgeText(member.partyAgeMonths)}</b>
            </span>
          )}
          {member.age !== null && (
            <span>
              年龄<b>{member.age}岁</b>
            </span>
          )}
        </p>
      </div>
      <div className="record-acts">
        {member.can.edit && (
          <ButtonLink look="primary" icon="edit" to={edit}>
            编辑
          </ButtonLink>
        )}
        <ButtonLink icon="print" to={pathWithQuery(`${LIST}/print`, { ids: member.id })}>
          打印登记表
        </ButtonLink>
        {able('member:read') && (
          <ButtonLink icon="members" to={pathWithQuery(LIST, { orgId: member.orgId })}>
            同支部人员
          </ButtonLink>
        )}
        <MoreActs label={nameOf(member)} acts={acts} />
      </div>
      <MemberQr id={member.id} />
      {removing && (
        <DeleteMember
          member={member}
          // Who has left meanwhile is at something else.
          onDeleted={() => stands.current && navigate(placeOf(LIST))}
          onClose={() => setRemoving(false)}
        />
      )}
    </section>
  );
}

function SectionHead({ title, note, edit }: { title: string; note?: string; edit: string | null }) {
  return (
    <div className="record-section">
      <h2 className="section-title">{title}</h2>
      {note && <span className="muted tiny">{note}</span>}
      {edit && <Link to={edit}>编辑</Link>}
    </div>
  );
}

const FROM_CARD = '由身份证号得出';

/** A field's value, or that it is missing where the record must have it. */
function useValue(member: MemberDetail) {
  return (field: string, value: string) => {
    if (value) return value;
    if (!member.missing.some((gap) => gap.field === field)) return <span className="muted">—</span>;
    return <Missing act={member.can.edit && <Link to={`${LIST}/edit/${member.id}`}>补填</Link>} />;
  };
}

function Person({ member }: { member: MemberDetail }) {
  const able = useAble(member);
  const value = useValue(member);
  const reveal = (field: 'idCardNo' | 'phonenumber') =>
    able('member:reveal')
      ? (reason: string) =>
          call(revealMember, { id: member.id, field, reason }, { quiet: true }).then((reply) => reply.value)
      : null;
  const fromCard = member.idCardNo ? FROM_CARD : undefined;
  return (
    <>
      <SectionHead title="个人信息" note="灰字是数据来源" edit={member.can.edit ? `${LIST}/edit/${member.id}` : null} />
      <dl className="record-fields">
        <Line label="姓名">{nameOf(member)}</Line>
        <Line label="身份证号">
          {member.idCardNo ? (
            <MaskedValue label="身份证号" masked={member.idCardNo} reveal={reveal('idCardNo')} />
          ) : (
            value('idCardNo', '')
          )}
        </Line>
        {member.formerIdCards.length > 0 && (
          <Line label="曾用证件号" source={`变更于${dateTime(member.formerIdCards[0]?.until ?? '').slice(0, 10)}`}>
            {member.formerIdCards.map(({ idCardNo, until }) => (
              <span key={until} className="nowrap">
                {idCardNo}
              </span>
            ))}
          </Line>
        )}
        <Line label="性别" source={fromCard}>
          {member.genderName}
        </Line>
        <Line label="出生日期" source={fromCard}>
          {value('birthDate', member.birthDate ? `${member.birthDate}（${member.age}岁）` : '')}
        </Line>
        <Line label="民族">{value('nation', member.nationName)}</Line>
        <Line label="籍贯">{value('nativePlace', member.nativePlace)}</Line>
        <Line label="学历">{value('education', member.educationName)}</Line>
        <Line label="学位">{value('degree', member.degreeName)}</Line>
        <Line label="手机号">
          {member.phonenumber ? (
            <MaskedValue label="手机号" masked={member.phonenumber} reveal={reveal('phonenumber')} />
          ) : (
            value('phonenumber', '')
          )}
        </Line>
        <Line label="现居住地">{value('residence', member.residence)}</Line>
        <Line label="工作岗位">{value('occupation', member.occupationName)}</Line>
        <Line label="工作单位">{value('workUnit', member.workUnit)}</Line>
        <Line label="职务">{value('position', member.position)}</Line>
        <Line label="登录账号" source={member.userId ? member.roleName : undefined}>
          {value('userName', member.userName)}
        </Line>
      </dl>
    </>
  );
}

function Party({ member }: { member: MemberDetail }) {
  const value = useValue(member);
  const party = isPartyMember(member.personCategory);
  return (
    <>
      <SectionHead title="党籍信息" edit={member.can.edit ? `${LIST}/edit/${member.id}` : null} />
      <dl className="record-fields">
        <Line label="人员类别">{member.personCategoryName}</Line>
        {party && <Line label="党籍状态">{member.membershipStatusName}</Line>}
        <Line label="申请入党" source={member.appliedOn ? '入党申请书' : undefined}>
          {value('appliedOn', member.appliedOn ?? '')}
        </Line>
        {party && (
          <>
            <Line label="入党日期" source={member.admissionDate ? '支部大会决议' : undefined}>
              {value('admissionDate', member.admissionDate ?? '')}
            </Line>
            <Line label="转正日期" source={member.conversionDate ? '支部大会决议' : undefined}>
              {value('conversionDate', member.conversionDate ?? '')}
            </Line>
            <Line label="党龄" source={member.partyAgeMonths === null ? undefined : '自转正之日计算'}>
              {value('partyAge', partyAgeText(member.partyAgeMonths))}
            </Line>
            <Line label="党内职务">{value('partyPost', member.partyPost)}</Line>
            <Line label="进入支部" source={member.joinedBranchOn ?? undefined}>
              {value('joinType', member.joinTypeName)}
            </Line>
          </>
        )}
        {member.partyGroup && <Line label="党小组">{member.partyGroup}</Line>}
        <Line label="所在支部" source={undefined}>
          {member.orgName}
        </Line>
        <Line label="流动党员">{member.isFloating ? '是' : '否'}</Line>
        <Line label="农民工">{member.isMigrantWorker ? '是' : '否'}</Line>
        {member.remark && (
          <Line label="备注" wide>
            {member.remark}
          </Line>
        )}
      </dl>
      <AuditBanner
        createName={member.createName}
        createDate={member.createDate}
        updateName={member.updateName}
        updateDate={member.updateDate}
      />
    </>
  );
}

function Gaps({ member }: { member: MemberDetail }) {
  const edit = member.can.edit ? `${LIST}/edit/${member.id}` : null;
  return (
    <>
      <Ring percent={member.completeness}>
        {member.missing.length === 0 ? (
          <>
            <b>信息完整</b>
            <br />
            可参加年度统计核对
          </>
        ) : (
          <>
            <b>还缺{member.missing.length}项</b>
            <br />
            补齐后可参加年度统计核对
          </>
        )}
      </Ring>
      {(member.missing.length > 0 || member.warnings.length > 0) && (
        <ul className="record-gaps">
          {member.missing.map((gap) => (
            <li key={gap.field}>
              <Icon name="warning" size={14} />
              {gap.label}
              {edit && <Link to={edit}>补填</Link>}
            </li>
          ))}
          {member.warnings.map((warning) => (
            <li key={warning.text}>
              <Icon name="warning" size={14} />
              <span>
                {warning.text}
                {warning.clause && (
                  <>
                    <br />
                    <span className="record-clause">{warning.clause}</span>
                  </>
                )}
              </span>
              {edit && <Link to={edit}>核对</Link>}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
