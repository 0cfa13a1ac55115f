import { type AnchorHTMLAttributes, type CSSProperties, Fragment, useMemo } from 'react';
import type { Point } from '#platform/places/coordinates.ts';
import { counties, rivers, seededRandom } from '#platform/web/map/cityShape.ts';
import type { OrgWallData } from '../../contract.wall.ts';
import { addressOf, PATHS } from '../../rules.ts';
import { gridOf, stepOf, stepsOf } from '../../rules.wall.ts';
import { groupDigits } from './parts.tsx';

type Below = OrgWallData['below'][number];

const STEPS = ['#4E1015', '#651A1B', '#7F2822', '#9C3A28'];
const [WIDTH, HEIGHT] = [940, 690];
/** Degrees of longitude are so much shorter than those of latitude where the city lies. */
const NARROWER = 0.86;
/** One dot stands for so many organisations. */
const DOT = 40;

type LinkProps = Pick<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target' | 'rel'>;
type LinkTo = (org: Below) => LinkProps;

const wallOf = ({ id, code, isLeaf }: Below) =>
  addressOf(isLeaf ? PATHS.branchWall : PATHS.orgWall, { orgId: id, orgCode: code });

/**
 * The organisations of the next level by members: on the outlines that the house knows of them, else as tiles.
 * @param opens whether each leads to its own wall; where nobody is signed in nothing can be pressed
 */
export function OrgMap({
  below,
  hasOutlines,
  opens,
}: {
  below: readonly Below[];
  hasOutlines: boolean;
  opens: boolean;
}) {
  const linkTo = (org: Below): LinkProps =>
    opens ? { href: wallOf(org), target: '_blank', rel: 'noopener noreferrer' } : {};
  const steps = stepsOf(below.map(({ members }) => members));
  const outlined = useMemo(() => (hasOutlines ? outlinesOf(below) : null), [below, hasOutlines]);
  const dotted = outlined !== null && below.some(({ orgs }) => orgs >= DOT);
  return (
    <section className="wall-map" aria-label="下级组织">
      {outlined ? (
        <Outlines found={outlined} steps={steps} linkTo={linkTo} />
      ) : (
        <Tiles below={below} steps={steps} linkTo={linkTo} />
      )}
      <div className="visually-hidden">
        <table>
          <caption>下级组织的党员数和组织数</caption>
          <tbody>
            {below.map((one) => (
              <tr key={one.id}>
                <th scope="row">{one.name}</th>
                <td>{one.members}名党员</td>
                <td>{one.orgs}个组织</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="wall-legend">
        <span>
          {[opens && `${outlined ? '点一个区县' : '点一个组织'}，打开它的大屏`, dotted && `每点约${DOT}个基层党组织`]
            .filter(Boolean)
            .join('；')}
        </span>
        <span>
          党员数
          {STEPS.map((colour, at) => (
            <Fragment key={colour}>
              {at > 0 && groupDigits(steps[at - 1] ?? 0)}
              <i style={{ background: colour }} />
            </Fragment>
          ))}
        </span>
      </p>
    </section>
  );
}

interface Outlined {
  org: Below;
  /** What it is called on the map: the county's own name. */
  name: string;
  path: string;
  at: Point;
  dots: Point[];
}

/** The county of each organisation by its name; null where most of them have none: no outline is invented for an organisation. */
function outlinesOf(
  below: readonly Below[],
): { places: Outlined[]; empty: string[]; rest: Below[]; river: string } | null {
  const shapes = counties();
  const corners = shapes.flatMap(({ shape }) => shape);
  const [west, east] = [Math.min(...corners.map(([x]) => x)), Math.max(...corners.map(([x]) => x))];
  const [south, north] = [Math.min(...corners.map(([, y]) => y)), Math.max(...corners.map(([, y]) => y))];
  const scale = Math.min((WIDTH - 40) / ((east - west) * NARROWER), (HEIGHT - 30) / (north - south));
  const [left, top] = [(WIDTH - (east - west) * NARROWER * scale) / 2, (HEIGHT - (north - south) * scale) / 2];
  const project = ([x, y]: Point): Point => [left + (x - west) * NARROWER * scale, top + (north - y) * scale];
  const pathOf = (points: readonly Point[]) =>
    points
      .map(
        (point, at) =>
          `${at === 0 ? 'M' : 'L'}${project(point)
            .map((n) => n.toFixed(1))
            .join(' ')}`,
      )
      .join('');
  const random = seededRandom(40);
  const known = shapes.map(({ name, seat, shape }) => ({
    name,
    seat,
    path: `${pathOf(shape)}Z`,
    org: below.find((org) => org.name.includes(name)),
  }));
  const places = known.flatMap(({ name, seat, path, org }): Outlined[] => {
    if (!org) return [];
    const at = project(seat);
    const dots = Array.from({ length: Math.min(60, Math.floor(org.orgs / DOT)) }, (): Point => {
      const [angle, far] = [random() * Math.PI * 2, 14 + random() * 46];
      return [at[0] + Math.cos(angle) * far, at[1] + Math.sin(angle) * far * 0.8];
    });
    return [{ org, name, path, at, dots }];
  });
  if (places.length < 3 || places.length * 4 < below.length) return null;
  const placed = new Set(places.map(({ org }) => org.id));
  const [river] = rivers();
  return {
    places,
    empty: known.flatMap(({ org, path }) => (org ? [] : [path])),
    rest: below.filter(({ id }) => !placed.has(id)),
    river: river ? pathOf(river.course) : '',
  };
}

function Outlines({
  found,
  steps,
  linkTo,
}: {
  found: NonNullable<ReturnType<typeof outlinesOf>>;
  steps: readonly number[];
  linkTo: LinkTo;
}) {
  return (
    <>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        {found.empty.map((path) => (
          <path key={path} d={path} fill="#3A0A0E" stroke="#2B0508" strokeWidth="2" />
        ))}
        {found.places.map(({ org, path }) => (
          <a key={org.id} {...linkTo(org)} tabIndex={-1}>
            <path d={path} fill={STEPS[stepOf(org.members, steps)]} stroke="#2B0508" strokeWidth="2.5" />
          </a>
        ))}
        <path d={found.river} fill="none" stroke="#2E8F8A" strokeWidth="9" strokeLinecap="round" pointerEvents="none" />
        <path d={found.river} fill="none" stroke="#5CDBD3" strokeWidth="1.5" opacity=".6" pointerEvents="none" />
        {found.places.map(({ org, name, at: [x, y], dots }) => (
          <g key={org.id} pointerEvents="none">
            {dots.map(([dx, dy]) => (
              <circle key={`${dx} ${dy}`} cx={dx} cy={dy} r="2.2" fill="#E9B48C" opacity=".8" />
            ))}
            <rect x={x - 5} y={y - 5} width="10" height="10" fill="#FFE9A8" stroke="#2B0508" strokeWidth="1.5" />
            <g textAnchor="middle" paintOrder="stroke" stroke="#2B0508" strokeWidth="4.5" strokeLinejoin="round">
              <text x={x} y={y - 34} fontSize="22" fontWeight="700">
                {name}
              </text>
              <text x={x} y={y - 12} fontSize="18" className="number">
                {groupDigits(org.members)}
              </text>
            </g>
          </g>
        ))}
      </svg>
      {found.rest.length > 0 && (
        <p className="wall-rest">
          {found.rest.slice(0, 6).map((org) => (
            <a key={org.id} {...linkTo(org)}>
              {org.name} <b>{groupDigits(org.members)}</b>
            </a>
          ))}
          {found.rest.length > 6 && <span>等{found.rest.length}个</span>}
        </p>
      )}
    </>
  );
}

function Tiles({ below, steps, linkTo }: { below: readonly Below[]; steps: readonly number[]; linkTo: LinkTo }) {
  const { columns } = gridOf(below.length, WIDTH, HEIGHT);
  if (below.length === 0) return <p className="none">没有下级组织</p>;
  return (
    <ul className={columns > 6 ? 'wall-tiles small' : 'wall-tiles'} style={{ '--columns': columns } as CSSProperties}>
      {below.map((org) => (
        <li key={org.id} style={{ background: STEPS[stepOf(org.members, steps)] }}>
          <a {...linkTo(org)}>
            <span>{org.name}</span>
            <b>{groupDigits(org.members)}</b>
            {!org.isLeaf && <small>{groupDigits(org.orgs)}个组织</small>}
          </a>
        </li>
      ))}
    </ul>
  );
}
