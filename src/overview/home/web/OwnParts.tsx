import { Link } from 'react-router';
import { memberRecords } from '#people/member/contract.records.ts';
import { ownSelfEdit, SELF_EDIT_STATES } from '#people/member/contract.selfEdit.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { dateTime } from '#platform/web/show/time.ts';
import { listShown } from '#publishing/openAffairs/contract.ts';
import { Part } from './Part.tsx';

const FILES = '/partyMember/personalFiles';
export const SHOWN_AFFAIRS = '/affairs/organization/threeAffairsOpenClassify/party';
const MOST = 5;

/** What the member has: posts and awards of the own record, the last proposal, what the branch publishes. */
export function OwnParts({ memberId }: { memberId: string }) {
  return (
    <>
      <Honours memberId={memberId} />
      <Proposal />
      {may(useSession(), listShown.access) && <Affairs />}
    </>
  );
}

interface Line {
  id: string;
  tag: string;
  text: string;
  days: string;
  tab: string;
}

/** 任职与奖惩: the posts in the party, terms as a delegate and awards of the own record, the newest first. */
function Honours({ memberId }: { memberId: string }) {
  const answer = useCall(memberRecords, { id: memberId }, { quiet: true });
  return (
    <Part
      title="任职与奖惩"
      className="home-own"
      answer={answer}
      skeleton={3}
      extra={
        <Link className="card-extra" to={FILES}>
          全部
        </Link>
      }
    >
      {({ inoff = [], repr = [], rewar = [] }) => {
        const text = (value: unknown) => (value === null || value === undefined ? '' : String(value));
        const lines: Line[] = [
          ...inoff.map((row) => ({
            id: `inoff-${row.id}`,
            tag: '党内职务',
            text: `${text(row.orgName)} ${text(row.postName)}`,
            days: `${text(row.startedOn)} 至 ${text(row.endedOn) || '今'}`,
            tab: 'inoff',
          })),
          ...repr.map((row) => ({
            id: `repr-${row.id}`,
            tag: '党代表',
            text: row.title,
            days: text(row.electedOn),
            tab: 'repr',
          })),
          ...rewar.map((row) => ({
            id: `rewar-${row.id}`,
            tag: '奖惩',
            text: `${text(row.nameName)}（${text(row.approvedBy)}）`,
            days: text(row.approvedOn),
            tab: 'rewar',
          })),
        ].sort((a, b) => b.days.localeCompare(a.days));
        if (lines.length === 0) return <p className="home-own-none">档案中还没有登记党内职务、党代表和奖惩。</p>;
        return (
          <ul className="home-own-list">
            {lines.slice(0, MOST).map(({ id, tag, text: what, days, tab }) => (
              <li key={id}>
                <span className="tag">{tag}</span>
                <Link className="ellipsis" to={pathWithQuery(FILES, { tab })} title={what}>
                  {what}
                </Link>
                <span className="home-date">{days}</span>
              </li>
            ))}
          </ul>
        );
      }}
    </Part>
  );
}

/** 我的信息修改: the last proposal and what became of it. */
function Proposal() {
  const answer = useCall(ownSelfEdit, {}, { quiet: true });
  return (
    <Part
      title="我的信息修改"
      className="home-own"
      answer={answer}
      skeleton={1}
      extra={
        <Link className="card-extra" to={`${FILES}/edit`}>
          修改我的信息
        </Link>
      }
    >
      {(edit) =>
        edit === null ? (
          <p className="home-own-none">联系方式、学历、工作有变化时，可以自己提出修改，由党支部审核后写入档案。</p>
        ) : (
          <ul className="home-own-list">
            <li>
              <span className="tag">{SELF_EDIT_STATES[edit.state]}</span>
              <Link className="ellipsis" to={FILES}>
                {edit.labels.join('、')}
              </Link>
              <span className="home-date">{dateTime(edit.proposedAt).slice(0, 10)}</span>
            </li>
          </ul>
        )
      }
    </Part>
  );
}

/** 支部公开: what the own branch has published last. */
function Affairs() {
  const answer = useCall(listShown, { kind: 'party', pageSize: MOST }, { quiet: true });
  return (
    <Part
      title="支部公开"
      className="home-own"
      answer={answer}
      skeleton={3}
      extra={
        <Link className="card-extra" to={SHOWN_AFFAIRS}>
          {answer.data ? `全部${Object.values(answer.data.kinds).reduce((sum, n) => sum + n, 0)}件` : '全部'}
        </Link>
      }
    >
      {({ rows }) =>
        rows.length === 0 ? (
          <p className="home-own-none">支部还没有公开党务事项。公开后可以在这里阅读、提意见。</p>
        ) : (
          <ul className="home-own-list">
            {rows.map(({ id, itemName, title, shownFrom }) => (
              <li key={id}>
                <span className="tag">{itemName}</span>
                <Link className="ellipsis" to={`/affairs/organization/threeAffairsOpenDetail/${id}`} title={title}>
                  {title}
                </Link>
                <span className="home-date">{shownFrom.slice(0, 10)}</span>
              </li>
            ))}
          </ul>
        )
      }
    </Part>
  );
}
