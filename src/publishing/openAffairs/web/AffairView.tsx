import { useId, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { decodeHtml } from '#platform/text/richTextRules.ts';
import { call } from '#platform/web/call/api.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { RichText } from '#platform/web/editor/RichText.tsx';
import { Line, RecordHead } from '#platform/web/field/record.tsx';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { Tabs } from '#platform/web/records/Tabs.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { useMarkedNumbers } from '#platform/web/show/markedNumbers.ts';
import { noValue } from '#platform/web/show/none.tsx';
import { PersonalNumbers } from '#platform/web/show/PersonalNumbers.tsx';
import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { type AffairDetail, getAffair, printPoster } from '../contract.ts';
import { findPersonalNumbers, KINDS, periodText } from '../rules.ts';
import { AffairActs } from './AffairActs.tsx';
import { BoardDialog } from './BoardDialog.tsx';
import { FeedbackTab } from './FeedbackTab.tsx';
import { PublicCode } from './PublicCode.tsx';
import { Attachments, NUMBERS_LEAD, PhaseTag } from './parts.tsx';
import { PATHS } from './paths.ts';
import { VersionsTab } from './VersionsTab.tsx';
import './openAffairs.css';
import '#platform/web/records/records.css';

/** 公开详情. */
export default function AffairView() {
  const { id = '' } = useParams();
  const affairQuery = useCall(getAffair, { id }, { quiet: true, staleTime: 0 });
  useTitle(affairQuery.data?.title);
  if (affairQuery.error && !affairQuery.data)
    return <Failed error={affairQuery.error} onRetry={() => affairQuery.refetch()} />;
  // Who comes from the form must not act upon the text as it was before: the act would name an old version.
  if (!affairQuery.data || !affairQuery.isFetchedAfterMount) return <Skeleton lines={10} />;
  return <Affair affair={affairQuery.data} onAgain={() => void affairQuery.refetch()} />;
}

function Affair({ affair, onAgain }: { affair: AffairDetail; onAgain: () => void }) {
  const session = useSession();
  const navigate = useNavigate();
  const { search } = useLocation();
  const panel = useId();
  const [printing, setPrinting] = useState(false);
  const worker = may(session, 'open:write');
  const tabs = [
    { key: 'text', label: '公开内容' },
    { key: 'feedback', label: worker ? '意见与答复' : '我的意见', count: affair.unanswered || undefined },
    ...(worker ? [{ key: 'versions', label: '历次版本', count: affair.versions || undefined }] : []),
  ];
  const wantedTab = readQuery(search, ['tab']).tab ?? 'text';
  const tab = tabs.some(({ key }) => key === wantedTab) ? wantedTab : 'text';
  return (
    <div className="record-page open-page">
      <RecordTop title={affair.title} />
      <RecordHead
        name={affair.title}
        seal="公"
        tags={
          <>
            <PhaseTag phase={affair.phase} />
            {affair.isShown && affair.phase !== 'open' && affair.phase !== 'ended' && (
              <span className="tag ok">原版公开中</span>
            )}
          </>
        }
        facts={
          <>
            <span>{affair.orgName}</span>
            <span>{KINDS[affair.kind]}</span>
            <span>
              {affair.itemName}，{periodText(affair.period)}
            </span>
          </>
        }
      >
        <AffairActs affair={affair} onAgain={onAgain} />
        <Button icon="print" onClick={() => setPrinting(true)}>
          打印
        </Button>
      </RecordHead>
      {printing && (
        <PaperDialog
          title={`打印 ${affair.title}`}
          ask={(signal) => call(printPoster, { id: affair.id }, { quiet: true, signal })}
          onClose={() => setPrinting(false)}
        />
      )}
      <State affair={affair} />
      <div className="card open-body">
        <Tabs
          label="公开事项"
          tabs={tabs}
          current={tab}
          panel={panel}
          onPick={(key) =>
            navigate(key === 'text' ? PATHS.detail(affair.id) : pathWithQuery(PATHS.detail(affair.id), { tab: key }), {
              replace: true,
            })
          }
        />
        <div id={panel} role="tabpanel" aria-label={tabs.find(({ key }) => key === tab)?.label ?? ''}>
          {tab === 'text' && <Text affair={affair} />}
          {tab === 'feedback' && <FeedbackTab affair={affair} />}
          {tab === 'versions' && <VersionsTab affair={affair} />}
        </div>
      </div>
    </div>
  );
}

/** What has to be known before anything is done: why it came back, who decides, why it was taken down. */
function State({ affair }: { affair: AffairDetail }) {
  if (affair.opinion) return <Banner tone="warn">退回意见：{affair.opinion}。修改后重新送审。</Banner>;
  if (affair.phase === 'pending') {
    return (
      <Banner tone="info">
        {affair.submitName}于{dateTime(affair.submitDate)}送审，
        {affair.instanceId ? '按审批流程办理' : `等待${affair.superior}审批`}
        。同意前{affair.isShown ? '读者看的是原来的版本' : '不公开'}。
      </Banner>
    );
  }
  if (affair.withdrawnFor) return <Banner tone="warn">已撤下：{affair.withdrawnFor}</Banner>;
  if (affair.phase === 'draft' && affair.can.submit) return <Banner tone="info">草稿还没有送审，同意前不公开。</Banner>;
  return null;
}

function Banner({ tone, children }: { tone: 'info' | 'warn'; children: React.ReactNode }) {
  return (
    <div className={`banner ${tone}`} role="note">
      <Icon name={tone === 'warn' ? 'warning' : 'clock'} />
      <span>{children}</span>
    </div>
  );
}

/** What is shown has its days; what is not decided yet says how many it asks for. */
function PublicTime({ affair: { isShown, phase, shownFrom, shownUntil, publicDays } }: { affair: AffairDetail }) {
  if (isShown) return `${shownFrom} 至 ${shownUntil}（${publicDays}天）`;
  return phase === 'withdrawn' ? noValue : `从同意公开的当天起${publicDays}天`;
}

function Text({ affair }: { affair: AffairDetail }) {
  const [asking, setAsking] = useState(false);
  const article = useRef<HTMLElement>(null);
  useMarkedNumbers(article);
  const isOff = affair.can.reply && affair.isShown && affair.phase !== 'ended' && !affair.publicPath;
  return (
    <div className={affair.publicPath || isOff ? 'open-text with-code' : 'open-text'}>
      <div className="open-main">
        <dl className="record-fields">
          <Line label="公开时间">
            <PublicTime affair={affair} />
          </Line>
          <Line label="审批人">{affair.isShown && affair.approvedBy ? affair.approvedBy : noValue}</Line>
          {affair.note && (
            <Line label="更正说明" wide>
              {affair.note}
            </Line>
          )}
        </dl>
        {(affair.can.submit || affair.can.decide) && (
          <PersonalNumbers
            found={findPersonalNumbers(affair)}
            lead={affair.despite ? `送审人说明仍要公开：${affair.despite}` : NUMBERS_LEAD}
          />
        )}
        <article ref={article} className="open-article" aria-label="公开内容">
          <RichText html={decodeHtml(affair.content)} />
          <Attachments files={affair.files} />
        </article>
      </div>
      {affair.publicPath ? (
        <PublicCode
          path={affair.publicPath}
          alt="公开页二维码"
          caption="群众扫码查看，不用登录"
          fileName={`三务公开-${affair.title}`}
        />
      ) : (
        isOff && (
          <aside className="open-code" aria-label="公开栏">
            <p className="muted small">
              {affair.isFormer
                ? '原组织没有开通公开栏，群众不能扫码查看这件事项；党员登录后可以查看。'
                : `${affair.orgName}的公开栏没有开通，群众不能扫码查看这件事项。`}
            </p>
            {!affair.isFormer && (
              <Button icon="link" onClick={() => setAsking(true)}>
                设置公开栏
              </Button>
            )}
          </aside>
        )
      )}
      {asking && <BoardDialog orgId={affair.orgId} onClose={() => setAsking(false)} />}
    </div>
  );
}
