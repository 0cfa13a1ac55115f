import { useParams } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { StandalonePage } from '#platform/web/shell/StandalonePage.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Skeleton } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { publicPublicity, type PublicityPage as Shown } from '../contract.meeting.ts';
import { ObjectionForm } from './ObjectionForm.tsx';
import { Row } from './parts.tsx';
import './recruitment.css';

/** `/gongshi/:code`: the 公示 of somebody who is to be listed, without signing in; afterwards that it is over, and nothing else. */
export default function PublicityPage() {
  useTitle('发展对象公示');
  const { code = '' } = useParams();
  const isCode = publicPublicity.input.safeParse({ code }).success;
  const publicPublicityQuery = useCall(publicPublicity, { code }, { quiet: true, staleTime: 0, enabled: isCode });
  return (
    <StandalonePage>
      {!isCode || publicPublicityQuery.data?.isOver ? (
        <h1>公示已结束</h1>
      ) : publicPublicityQuery.data ? (
        <>
          <Notice shown={publicPublicityQuery.data} />
          <ObjectionForm token={code} approver={publicPublicityQuery.data.approver} />
        </>
      ) : publicPublicityQuery.error ? (
        <>
          <h1>发展对象公示</h1>
          <div className="banner warn" role="alert">
            <Icon name="warning" />
            <span>{publicPublicityQuery.error.message}</span>
          </div>
          {!(publicPublicityQuery.error instanceof ApiError) && (
            <Button onClick={() => void publicPublicityQuery.refetch()}>再试一次</Button>
          )}
        </>
      ) : (
        <Skeleton lines={8} />
      )}
    </StandalonePage>
  );
}

function Notice({ shown }: { shown: Shown }) {
  return (
    <>
      <h1>发展对象公示</h1>
      <p>
        经党员推荐、支部委员会讨论和上级党委同意，{shown.orgName}拟将{shown.name}同志列为发展对象，现予公示。
      </p>
      <dl className="fz-lines">
        <Row label="姓名">{shown.name}</Row>
        <Row label="性别">{shown.genderName}</Row>
        <Row label="出生年月">{shown.birthMonth}</Row>
        <Row label="学历">{shown.educationName || '未登记'}</Row>
        <Row label="单位和职务">{shown.unit || '未登记'}</Row>
        <Row label="申请入党日期">{shown.appliedOn}</Row>
        <Row label="列为积极分子日期">{shown.activistOn}</Row>
        <Row label="培养联系人">{shown.contacts}</Row>
        <Row label="公示时间">
          {shown.startsOn} 至 {shown.endsOn}
        </Row>
        <Row label="受理单位">{shown.heardBy}</Row>
        {shown.phone && <Row label="受理电话">{shown.phone}</Row>}
      </dl>
      <p className="muted small">
        公示期内对公示对象有不同意见的，可以向受理单位当面、来信或来电反映，反映情况应当实事求是。
      </p>
    </>
  );
}
