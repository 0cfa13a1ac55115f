import { useState } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { call } from '#platform/web/call/api.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { Fact, FactCard, MatterHead } from '#platform/web/field/Matter.tsx';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead, RecordTop } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader, Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty, Gone } from '#platform/web/show/states.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { StoredImage } from '#platform/web/upload/StoredImage.tsx';
import { OwnReport } from '#service/dualReport/web/pickers.tsx';
import { type OwnActivity, openActivities, openActivity, ownHours } from '../contract.own.ts';
import { PROOFS, type Proof, printOwnProof } from '../contract.proof.ts';
import { Kept, KeptOne } from './Kept.tsx';
import { OwnCalls } from './OwnCalls.tsx';
import { OwnNeeds } from './OwnNeeds.tsx';
import { PhaseTag, periodText, Stars, StateTag } from './parts.tsx';
import { isId, PATHS } from './paths.ts';
import { SeatActs, SeatNews } from './SeatActs.tsx';

const PAGES = {
  activity: '志愿活动',
  mine: '我的活动',
  need: '居民需求',
  call: '应急召集',
  hours: '我的时长',
  report: '我的报到',
  keep: '现场管理',
} as const;
type Page = keyof typeof PAGES;

/** `volunteerTest/:page`: the members' own entrance to 双报到: what they can sign up for, their activities, hours, and report. */
export default function Own() {
  const { page = 'activity' } = useParams();
  const { id } = readQuery(useLocation().search, ['id']);
  const session = useSession();
  if (!Object.hasOwn(PAGES, page)) return <Gone sentence="没有这一页，请从菜单打开" />;
  const isKept = page === 'keep' && isId(id);
  if (page === 'activity' && isId(id)) return <One key={id} id={id} />;
  const pages = (Object.keys(PAGES) as Page[]).filter((one) => one !== 'report' || may(session, 'sbd:own'));
  return (
    <div className="list-page">
      <PageHead title={PAGES[page as Page]} />
      <nav className="service-tabs" aria-label="双报到">
        {pages.map((one) => (
          <Link key={one} to={PATHS.ownPage(one)} aria-current={one === page ? 'page' : undefined}>
            {PAGES[one]}
          </Link>
        ))}
      </nav>
      {page === 'activity' && <Cards key="open" view="open" />}
      {page === 'mine' && <Cards key="mine" view="mine" />}
      {page === 'need' && <OwnNeeds />}
      {page === 'call' && <OwnCalls />}
      {page === 'hours' && <Hours />}
      {page === 'keep' && (isKept ? <KeptOne key={id} id={id} /> : <Kept />)}
      {page === 'report' && <OwnReport receiver={null} embedded />}
    </div>
  );
}

const SIZE = 12;

function Cards({ view }: { view: 'open' | 'mine' }) {
  const [shown, setShown] = useState(SIZE);
  const query = useCall(
    openActivities,
    { view, pageNum: '1', pageSize: String(shown) },
    { quiet: true, staleTime: 0, keepPrevious: true },
  );
  if (!query.data) return <Waiting query={query} lines={8} />;
  const { rows, total } = query.data;
  if (rows.length === 0) {
    return (
      <div className="card matter-gap">
        {view === 'open' ? (
          <Empty title="现在没有可以报名的活动">社区或本组织发布活动后，会出现在这里。</Empty>
        ) : (
          <Empty title="还没有参加过活动" act={<Link to={PATHS.ownPage('activity')}>看看可以报名的</Link>}>
            报名以后，时间、签到和时长都在这里查看。
          </Empty>
        )}
      </div>
    );
  }
  return (
    <>
      <ul className="service-cards" aria-label={view === 'open' ? '可以报名的活动' : '我报名的活动'}>
        {rows.map((row) => (
          <li key={row.id} className="card service-card">
            {row.cover && <StoredImage fileKey={`${row.cover}-z`} alt="" />}
            <div className="service-card-body">
              <h2>
                <Link to={PATHS.ownActivity(row.id)}>{row.title}</Link>
                <PhaseTag phase={row.phase} />
                {row.mineName && <StateTag name={row.mineName} />}
              </h2>
              <p>{periodText(row.startsAt, row.endsAt)}</p>
              <p className="muted">
                {row.place}　{row.orgName}
              </p>
              <SeatNews row={row} />
              <div className="service-card-acts">
                <span className="muted">
                  {view === 'mine' && row.myHours !== null
                    ? `${row.myHours}小时，${row.myHoursName}`
                    : `${row.postName}，${row.hours}小时，已报${row.taken}/${row.quota}人${row.queued > 0 ? `，候补${row.queued}人` : ''}`}
                </span>
                <SeatActs row={row} />
              </div>
            </div>
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <p className="service-more">
          <Button disabled={query.isFetching} onClick={() => setShown(shown + SIZE)}>
            再看{Math.min(SIZE, total - rows.length)}个
          </Button>
        </p>
      )}
    </>
  );
}

function One({ id }: { id: string }) {
  const query = useCall(openActivity, { id }, { quiet: true, staleTime: 0 });
  return (
    <RecordLoader query={query} fresh>
      {(row) => <Shown row={row} />}
    </RecordLoader>
  );
}

function Shown({ row }: { row: OwnActivity }) {
  useTitle(row.title);
  return (
    <>
      <RecordTop title={row.title} />
      <MatterHead
        name={row.title}
        state={
          <>
            <PhaseTag phase={row.phase} />
            {row.mineName && <StateTag name={row.mineName} />}
          </>
        }
      >
        <ButtonLink to={PATHS.ownPage('activity')}>全部活动</ButtonLink>
        <SeatActs row={row} />
      </MatterHead>
      <SeatNews row={row} />
      {(row.reason || row.myReason) && (
        <div className="banner warn">
          <Icon name="warning" />
          <span className="grow">{row.reason ? `活动已取消：${row.reason}` : `${row.mineName}：${row.myReason}`}</span>
        </div>
      )}
      <div className="matter-work">
        <section className="card" aria-label="活动内容">
          {row.cover && <StoredImage fileKey={`${row.cover}-z`} alt="" className="service-cover" />}
          <div className="card-head">
            <h2>活动内容</h2>
            <span className="card-extra">
              {row.kindName}　{row.postName}
            </span>
          </div>
          <p className="service-content">{row.content}</p>
        </section>
        <FactCard title="时间和地点" extra={row.orgName}>
          <Fact label="时间">{periodText(row.startsAt, row.endsAt)}</Fact>
          <Fact label="地点">{row.place}</Fact>
          <Fact label="服务时长">{row.hours}小时</Fact>
          <Fact label="报名">
            {row.taken}/{row.quota}人{row.queued > 0 && `，候补${row.queued}人`}，{row.closesAt}截止
            {row.audited && '，报名要审核'}
          </Fact>
          <Fact label="联系人">
            {row.contact} {row.phone}
          </Fact>
          {row.mineName && <Fact label="我的报名">{row.mineName}</Fact>}
          {row.objection && (
            <Fact label="缺席申诉">
              {row.objection}（{row.objectionName}
              {row.objectionNote && `：${row.objectionNote}`}）
            </Fact>
          )}
          {row.signedAt && <Fact label="签到">{row.signedAt}</Fact>}
          {row.leftAt && (
            <Fact label="签退">
              {row.leftName === '待核' ? `${row.leftAt}（没有签退，按活动结束记，待核）` : row.leftAt}
            </Fact>
          )}
          {row.myHours !== null && (
            <Fact label="我的时长">
              {row.myHours}小时，{row.myHoursName}
              {row.overlap && `（${row.overlap}）`}
            </Fact>
          )}
        </FactCard>
      </div>
    </>
  );
}

function Hours() {
  const [paper, setPaper] = useState<Proof | null>(null);
  const query = useCall(ownHours, {}, { quiet: true, staleTime: 0 });
  return (
    <RecordLoader query={query} fresh>
      {(own) => (
        <>
          <section className="card matter-gap" aria-label="服务时长">
            <ul className="service-figures">
              <li>
                <b>{own.hours}</b>
                <span>认定时长（小时）</span>
              </li>
              <li>
                <b>{own.times}</b>
                <span>参加活动（次）</span>
              </li>
              <li>
                <b>{own.waiting}</b>
                <span>待审时长（小时）</span>
              </li>
              <li>
                <b>
                  <Stars stars={own.stars} name={own.starName} />
                </b>
                <span>{own.starName || '满100小时为一星级'}</span>
              </li>
            </ul>
            <p className="service-note">
              {own.next
                ? `再服务${own.next.lacks}小时，满${['', '一', '二', '三', '四', '五'][own.next.star]}星级。`
                : '已满五星级。'}
              同一时间只计一次。星级按《志愿服务记录办法》（民政部）的累计时长：100、300、600、1000、1500小时。
            </p>
          </section>
          <section className="card matter-gap" aria-label="今年的目标">
            <div className="card-head">
              <h2>{own.thisYear.year}年</h2>
              <span className="card-extra">
                {own.thisYear.hours >= own.thisYear.goal
                  ? '已完成年度目标'
                  : `目标${own.thisYear.goal}小时，还差${Math.round((own.thisYear.goal - own.thisYear.hours) * 100) / 100}小时`}
              </span>
            </div>
            <ul className="service-figures">
              <li>
                <b>{own.thisYear.hours}</b>
                <span>今年时长（目标{own.thisYear.goal}小时）</span>
              </li>
              <li>
                <b>
                  <Stars stars={own.thisYear.stars} name={own.thisYear.starName} />
                </b>
                <span>
                  {own.thisYear.starName
                    ? `年度${own.thisYear.starName}`
                    : `满${own.thisYear.starHours[0]}小时为一星级`}
                </span>
              </li>
            </ul>
            <p className="service-note">
              年度一星到五星：{own.thisYear.starHours.join('、')}小时。由所在党组织或上级设定。
            </p>
          </section>
          <section className="card matter-gap" aria-label="各年时长">
            <div className="card-head">
              <h2>各年时长</h2>
              <span className="card-extra">
                {own.name}
                {own.hours > 0 && (
                  <Button size="compact" icon="print" aria-haspopup="dialog" onClick={() => setPaper(1)}>
                    时长证明
                  </Button>
                )}
                <Button size="compact" icon="print" aria-haspopup="dialog" onClick={() => setPaper(2)}>
                  服务卡
                </Button>
              </span>
            </div>
            {own.years.length === 0 ? (
              <p className="matter-quiet">还没有认定的时长。</p>
            ) : (
              <dl className="matter-facts">
                {own.years.map(({ year, hours, times }) => (
                  <Fact key={year} label={`${year}年`}>
                    {hours}小时，{times}次
                  </Fact>
                ))}
              </dl>
            )}
          </section>
          {paper && (
            <PaperDialog
              title={PROOFS[paper]}
              ask={(signal) => call(printOwnProof, { kind: paper }, { quiet: true, signal })}
              onClose={() => setPaper(null)}
            />
          )}
        </>
      )}
    </RecordLoader>
  );
}
