import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { TODOS_PATH } from '#kernel/message/contract.ts';
import { shownSwipers } from '#kernel/system/contract.swiper.ts';
import { Carousel } from '#kernel/system/web/pickers.tsx';
import { myProfile } from '#overview/home/contract.ts';
import type { ReplyOf } from '#platform/contract.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { Icon, type IconName } from '#platform/web/show/icons.tsx';
import { Empty, Failed, Skeleton } from '#platform/web/show/states.tsx';
import { OwnWay } from '#procedures/recruitment/web/pickers.own.tsx';
import { Greeting } from './Greeting.tsx';
import { HelpPart } from './HelpPart.tsx';
import { NewsPart } from './NewsPart.tsx';
import { NoticePart } from './NoticePart.tsx';
import { OwnParts, SHOWN_AFFAIRS } from './OwnParts.tsx';
import { TodoPart, useTodos } from './TodoPart.tsx';
import { dueTodayText, partyAge } from './words.ts';
import './home.css';
import './member.css';
import './narrow.css';
import './large.css';

type Profile = NonNullable<ReplyOf<typeof myProfile>>;

/** 党员首页; of whoever is on the way into the party the own way in. Who I am in the party with my QR code, what my record lacks, what waits for me and what I was told. */
export default function MemberHome() {
  const session = useSession();
  const profile = useCall(myProfile, {}, { quiet: true });
  const todos = useTodos();
  const pictures = useCall(shownSwipers, {}, { quiet: true, staleTime: 300_000 });
  const waiting = (todos.data?.rows.length ?? 0) > 0;
  return (
    <div className="home home-member">
      <Greeting sentence={todos.data ? dueTodayText(todos.data) : ''} entries={[]} />
      <div className="mine">
        <div className="mine-main">
          {profile.data && !profile.data.isMember ? (
            <OwnWay />
          ) : profile.data ? (
            <Identity profile={profile.data} />
          ) : (
            <section className="card">
              {profile.error ? (
                <Failed error={profile.error} onRetry={() => void profile.refetch()} />
              ) : profile.data === null ? (
                <Empty title="当前账号没有对应的党员档案">
                  党员信息由所在党支部维护。如果您是党员，请联系支部党务工作者核对身份证号。
                </Empty>
              ) : (
                <Skeleton lines={9} />
              )}
            </section>
          )}
          {waiting && <TodoPart />}
          {profile.data?.isMember && <OwnParts memberId={profile.data.memberId} />}
        </div>
        <div className="mine-side">
          {/* Drawn once it is known whether there are pictures: nothing below them moves. */}
          {!pictures.isPending && (
            <>
              <Carousel />
              {profile.data && <Completeness profile={profile.data} />}
              <Entries
                memberId={profile.data?.memberId ?? null}
                isMember={profile.data?.isMember ?? true}
                affairs={may(session, 'open:read')}
              />
              {may(session, 'message:read') && <NoticePart />}
              <NewsPart />
              <HelpPart />
            </>
          )}
        </div>
      </div>
    </div>
  );
}

function Identity({ profile }: { profile: Profile }) {
  const { orgPath, partyAgeMonths } = profile;
  const facts: readonly [string, ReactNode][] = [
    ['身份证号', profile.idCardNo],
    ['性别', profile.genderName],
    ['民族', profile.nationName],
    ['出生日期', profile.birthDate],
    ['学历', profile.educationName],
    ['工作岗位', profile.occupationName],
    ['手机号码', profile.phonenumber],
    ['入党日期', profile.admissionDate],
    ['转正日期', profile.conversionDate],
    ['支部书记', profile.secretaryName],
    ['现居住地', profile.residence],
  ];
  return (
    <section className="card mine-identity" aria-label="我的党员信息">
      <div className="mine-head">
        <span className="seal large" aria-hidden="true">
          {[...profile.name][0]}
        </span>
        <div className="grow">
          <h2 className="serif">{profile.name}</h2>
          <p className="mine-tags">
            <span className={profile.personCategoryName === '预备党员' ? 'tag gold' : 'tag'}>
              {profile.personCategoryName}
            </span>
            <span className="tag">党籍{profile.membershipStatusName}</span>
            {partyAgeMonths !== null && <span className="tag gold">党龄{partyAge(partyAgeMonths)}</span>}
          </p>
          <p className="mine-path">{orgPath.join(' > ')}</p>
        </div>
        <MyQr code={profile.qrCode} />
      </div>
      <dl className="mine-facts">
        {facts.map(([name, value]) => (
          <div key={name} className={name === '现居住地' ? 'wide' : undefined}>
            <dt>{name}</dt>
            <dd>{value || <span className="muted">未填写</span>}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The signed code of the own record: it names no one; only this platform can read it. */
function MyQr({ code }: { code: string }) {
  const [picture, setPicture] = useState('');
  useEffect(() => {
    let gone = false;
    // The library is only loaded where a code is drawn.
    import('qrcode')
      .then(({ toString: draw }) => draw(code, { type: 'svg', margin: 1, errorCorrectionLevel: 'M' }))
      .then(
        (svg) => {
          if (!gone) setPicture(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`);
        },
        // The frame stays empty; the page works without the code.
        () => {},
      );
    return () => {
      gone = true;
    };
  }, [code]);
  return (
    <figure className="mine-qr">
      <div>{picture && <img src={picture} alt="我的党员二维码" />}</div>
      <figcaption>党员二维码</figcaption>
    </figure>
  );
}

const ROUND = 2 * Math.PI * 26;

function Completeness({ profile: { completeness, missing, secretaryName } }: { profile: Profile }) {
  const whole = missing.length === 0;
  return (
    <section className="card mine-complete" aria-label="信息完整度">
      <svg width="64" height="64" viewBox="0 0 64 64" aria-hidden="true">
        <circle cx="32" cy="32" r="26" fill="none" stroke="var(--track)" strokeWidth="7" />
        <circle
          cx="32"
          cy="32"
          r="26"
          fill="none"
          stroke={whole ? 'var(--ok-fill)' : 'var(--warn-fill)'}
          strokeWidth="7"
          strokeDasharray={`${(ROUND * completeness) / 100} ${ROUND}`}
          transform="rotate(-90 32 32)"
        />
        <text x="32" y="37" textAnchor="middle" fontSize="15" fill="var(--ink)">
          {completeness}
        </text>
      </svg>
      <div className="grow">
        <h2>{whole ? '信息完整' : `还缺${missing.length}项`}</h2>
        <p>{whole ? `完整度${completeness}%，没有缺项。` : missing.join('、')}</p>
        {!whole && <p>请联系{secretaryName ? `支部书记${secretaryName}` : '所在党支部'}补填。</p>}
      </div>
    </section>
  );
}

const MEMBER_ENTRIES: readonly [string, IconName, string][] = [
  ['组织关系', 'transfer', '/affairs/relation'],
  ['党费查询', 'dues', '/partyMember/duesSearch'],
  ['我的组织生活', 'calendarCheck', '/partyMember/orgLife'],
  ['我的学时', 'book', '/education/myHours'],
  ['我的积分', 'chart', '/partyMember/points'],
  ['我的考核', 'clipboard', '/partyMember/assessment'],
];

/** @param isMember whoever is on the way into the party pays no dues and is not transferred, assessed or counted */
function Entries({ memberId, isMember, affairs }: { memberId: string | null; isMember: boolean; affairs: boolean }) {
  const entries: readonly [string, IconName, string][] = [
    ...(memberId ? [['我的档案', 'document', '/partyMember/personalFiles'] as [string, IconName, string]] : []),
    ['党建资讯', 'news', '/newsInformation/article'],
    ['我的通知', 'bell', '/news'],
    ['我的待办', 'clipboard', TODOS_PATH],
    ...(affairs ? [['三务公开', 'news', SHOWN_AFFAIRS] as [string, IconName, string]] : []),
    ...(isMember ? MEMBER_ENTRIES : []),
    ['学习视频', 'screen', '/partyMember/memberVideo'],
    ['学习资料', 'book', '/partyMember/memberKnowledge'],
  ];
  return (
    <nav className="card mine-entries" aria-label="快捷入口">
      {entries.map(([title, icon, path]) => (
        <Link key={path} to={path}>
          <Icon name={icon} size={24} />
          {title}
        </Link>
      ))}
    </nav>
  );
}
