import { Link } from 'react-router';
import type { OrgTreeNode } from '#people/org/contract.ts';
import type { Share } from '#platform/web/bars/Bars.tsx';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { formatNumber } from '#platform/web/show/number.ts';
import { type Answer, Part } from './Part.tsx';

const SHOWN = 20;
const MEMBERS = '/affairs/member';

/** 下级组织: the organisations directly below by their members, with those of them who are away (`floating`, by organisation). */
export function ChildrenPart({
  answer,
  floating,
}: {
  answer: Answer<readonly OrgTreeNode[]>;
  floating: readonly Share[];
}) {
  const all = answer.data ?? [];
  return (
    <Part
      title="下级组织"
      className="home-children"
      answer={answer}
      skeleton={8}
      extra={
        <Link className="card-extra" to="/affairs/organization">
          {all.length > SHOWN ? `党员最多的${SHOWN}个，全部${all.length}个` : `全部${all.length}个`}
        </Link>
      }
    >
      {(nodes) => {
        const ranked = [...nodes].sort((a, b) => b.memberCount - a.memberCount).slice(0, SHOWN);
        const most = Math.max(1, ranked[0]?.memberCount ?? 0);
        return (
          <ol>
            {ranked.map(({ id, name, memberCount }, index) => {
              const away = floating.find(({ key }) => key === id);
              return (
                <li key={id}>
                  <span className="home-rank">{index + 1}</span>
                  <Link
                    className="ellipsis home-child"
                    to={pathWithQuery(MEMBERS, { pmType: '1,2', orgId: id })}
                    title={name}
                  >
                    {name}
                  </Link>
                  <span className="home-child-bar" aria-hidden="true">
                    <i style={{ width: `${(memberCount * 100) / most}%` }} />
                  </span>
                  <span className="home-child-count">
                    {formatNumber(memberCount)}
                    <small>人</small>
                  </span>
                  {away?.href ? (
                    <Link className="home-away" to={away.href}>
                      流动{formatNumber(away.value)}
                    </Link>
                  ) : (
                    <span className="home-away none">无流动</span>
                  )}
                </li>
              );
            })}
          </ol>
        );
      }}
    </Part>
  );
}
