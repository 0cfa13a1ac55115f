import { Link } from 'react-router';
import { homeMembers, homeOrgs, homeRelation, homeUnits } from '#overview/home/contract.ts';
import { orgTree } from '#people/org/contract.ts';
import { Bars, type Share } from '#platform/web/bars/Bars.tsx';
import { useCall } from '#platform/web/call/hooks.ts';
import { useSession } from '#platform/web/session/session.ts';
import { formatNumber } from '#platform/web/show/number.ts';
import { ChildrenPart } from './ChildrenPart.tsx';
import { Part } from './Part.tsx';
import { asOfTime } from './words.ts';

/** What the organisation is made of, below the day's work; loaded once the page stands. `branch`: nothing below the organisation. */
export default function Charts({ branch }: { branch: boolean }) {
  const members = useCall(homeMembers, {}, { quiet: true });
  const standing = members.data?.figures.find(({ key }) => key === 'standing');
  // Of whom the chart is: its shares add up to this.
  const whole = standing?.href && (
    <Link className="card-extra" to={standing.href} title={members.data && asOfTime(members.data.asOf)}>
      党籍正常的党员{formatNumber(standing.value)}人
    </Link>
  );
  const chart = (key: string): readonly Share[] => members.data?.charts[key] ?? [];
  return (
    <>
      <Part title="年龄构成" className="home-age" answer={members} skeleton={5} extra={whole}>
        {() => (
          <Bars
            caption="党员年龄构成"
            kind="columns"
            unit="人"
            shares={chart('age').map((band) => ({ ...band, label: band.label.replace('岁', '') }))}
          />
        )}
      </Part>
      {!branch && <Below />}
      <Part title="学历构成" className="home-education" answer={members} skeleton={6} extra={whole}>
        {() => <Bars caption="党员学历构成" kind="rows" unit="人" shares={chart('education')} />}
      </Part>
      <Part title="工作岗位" className="home-occupation" answer={members} skeleton={8} extra={whole}>
        {() => <Bars caption="党员工作岗位构成" kind="rows" unit="人" shares={chart('occupation')} />}
      </Part>
      <Part title="性别与民族" className="home-mix" answer={members} skeleton={4} extra={whole}>
        {() => (
          <>
            <h3>性别</h3>
            <Bars caption="党员性别构成" kind="rows" unit="人" shares={chart('gender')} />
            <h3>民族</h3>
            <Bars caption="党员民族构成" kind="rows" unit="人" shares={chart('nation')} />
          </>
        )}
      </Part>
    </>
  );
}

/** What stands below the organisation: its children by members, its organisations by type, its units. */
function Below() {
  const { user } = useSession();
  const orgs = useCall(homeOrgs, {}, { quiet: true });
  const units = useCall(homeUnits, {}, { quiet: true });
  const relation = useCall(homeRelation, {}, { quiet: true });
  const children = useCall(orgTree, { parentId: user.workOrgId }, { quiet: true });
  const total = units.data?.figures[0];
  return (
    <>
      <ChildrenPart answer={children} floating={relation.data?.charts.floating ?? []} />
      <Part
        title="组织类别"
        className="home-types"
        answer={orgs}
        skeleton={7}
        extra={orgs.data && <span className="card-extra">{asOfTime(orgs.data.asOf)}</span>}
      >
        {({ charts }) => (
          <>
            <Bars caption="党组织按类别" kind="rows" unit="个" shares={charts.type ?? []} />
            {total && (
              <p className="home-units">
                <b>
                  {total.label}
                  {formatNumber(total.value)}
                  {total.unit}
                </b>
                {units.data?.charts.nature?.map(({ key, label, value }) => (
                  <span key={key}>
                    {label} {formatNumber(value)}
                  </span>
                ))}
              </p>
            )}
          </>
        )}
      </Part>
    </>
  );
}
