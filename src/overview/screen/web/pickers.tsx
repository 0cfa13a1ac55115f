import type { BranchWallData, OrgWallData } from '../contract.wall.ts';
import { BranchBody } from './wall/BranchWall.tsx';
import { Frame } from './wall/Frame.tsx';
import { OrgBody, titleOf } from './wall/OrgWall.tsx';

/** What a wall without a session shows: one of both. */
export type KeptWall = { org: OrgWallData; branch: null } | { org: null; branch: BranchWallData };

interface Props {
  query: { data: KeptWall | undefined; error: Error | null; refetch: () => unknown };
}

/** A wall by figures that were read elsewhere; nothing on it leads anywhere, since whoever stands before it is nobody. */
export function WallOf({ query: { data, error, refetch } }: Props) {
  if (data?.branch)
    return (
      <div inert>
        <Frame query={{ data: data.branch, error, refetch }} title={({ org }) => org.name}>
          {(branch) => <BranchBody data={branch} />}
        </Frame>
      </div>
    );
  return (
    <div inert>
      <Frame query={{ data: data?.org ?? undefined, error, refetch }} title={({ org }) => titleOf(org.name)}>
        {(org) => <OrgBody data={org} alone />}
      </Frame>
    </div>
  );
}
