import { useContext, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { Popup } from '#platform/web/dialogs/Popup.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { RightGroupsContext } from '#platform/web/route/manifests.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Failed, Gone, Skeleton } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink, Pressable } from '#platform/web/ui/Button.tsx';
import { type WhoMay, whoMay } from '../../contract.rights.ts';
import { type Right, rightCatalogue } from '../../contract.roles.ts';
import { groupRights } from '../../rules.rights.ts';
import { PlaceTree, usePlaceName } from '../pickers.tsx';
import { ExportRightsDialog } from './ExportRightsDialog.tsx';
import { RightTabs, SourceTags } from './rightParts.tsx';

const PATH = '/affairs/member/searchFixedQuery';

const columns: readonly Column<WhoMay>[] = [
  {
    key: 'userName',
    title: '姓名',
    width: 100,
    card: 'title',
    cell: (row) => <Link to={`/popedom/view/manage/${row.accountId}/${row.id}`}>{row.userName}</Link>,
  },
  { key: 'loginName', title: '登录账号', width: 170, cell: (row) => row.loginName },
  { key: 'roleName', title: '角色', width: 120, card: 'tag', cell: (row) => row.roleName },
  { key: 'orgName', title: '任职组织', width: 250, card: 'line', cell: (row) => row.orgName },
  {
    key: 'sources',
    title: '来源',
    width: 250,
    card: 'line',
    cell: (row) => (
      <span className="right-sources">
        <SourceTags given={row.sources} />
      </span>
    ),
  },
  {
    key: 'since',
    title: '自何时起',
    width: 140,
    cell: (row) => dateTime(row.sources[0]?.since ?? null) || '—',
  },
];

const SEARCH = { name: 'name', placeholder: '姓名' };
const KEEP = ['orgId'] as const;

/** `/affairs/member/searchFixedQuery/:id`: who may use right `id` at an organisation, by what and since when. */
export default function FixedQuery() {
  const { id = '' } = useParams();
  const rights = useCall(rightCatalogue, {}, { quiet: true });
  const right = rights.data?.find((one) => one.id === Number(id));
  return (
    <div className="list-page">
      {!right && <PageHead />}
      {!right && <RightTabs />}
      {rights.error && !rights.data && <Failed error={rights.error} onRetry={() => rights.refetch()} />}
      {!rights.data && !rights.error && <Skeleton lines={8} />}
      {rights.data && !right && <Gone />}
      {rights.data && right && <Query rights={rights.data} right={right} />}
    </div>
  );
}

function Query({ rights, right }: { rights: ReplyOf<typeof rightCatalogue>; right: Right }) {
  const session = useSession();
  const navigate = useNavigate();
  const { search } = useLocation();
  const groups = useContext(RightGroupsContext);
  const [exporting, setExporting] = useState(false);
  const orgId = readQuery(search, KEEP).orgId ?? session.user.workOrgId;
  const [picked, setPicked] = useState<{ id: string; name: string } | null>(null);
  const orgName = usePlaceName(orgId, picked);
  return (
    <>
      <PageHead>
        {may(session, 'right:export') && (
          <Button icon="export" onClick={() => setExporting(true)}>
            导出
          </Button>
        )}
      </PageHead>
      <RightTabs />
      <div className="card right-question">
        <label>
          <span className="muted">谁可以</span>
          <span className="field-box">
            <select
              aria-label="权限"
              value={right.id}
              onChange={(event) =>
                navigate(
                  pathWithQuery(`${PATH}/${event.target.value}`, orgId === session.user.workOrgId ? {} : { orgId }),
                )
              }
            >
              {groupRights(groups, rights).map(({ group, rights: some }) => (
                <optgroup key={group} label={group}>
                  {some.map((one) => (
                    <option key={one.key} value={one.id}>
                      {one.name}
                    </option>
                  ))}
                </optgroup>
              ))}
            </select>
            <Icon name="down" size={14} />
          </span>
        </label>
        <span className="right-where">
          <span className="muted">在</span>
          <PlaceChoice
            orgId={orgId}
            name={orgName}
            onSelect={(org) => {
              setPicked(org);
              navigate(pathWithQuery(`${PATH}/${right.id}`, { orgId: org.id }));
            }}
          />
        </span>
      </div>
      <PlainList<WhoMay, { orgName: string }>
        key={`${right.key} ${orgId}`}
        caption={`可以${right.name}的人员`}
        endpoint={whoMay}
        columns={columns}
        search={SEARCH}
        keep={KEEP}
        unit="人"
        inputOf={(values) => ({ ...values, orgId, key: right.key })}
        note={({ orgName: place }) => `${place}及其上级组织中、您管理范围内的人员`}
        acts={(row) => (
          <ButtonLink look="row" to={`/popedom/view/manage/${row.accountId}/${row.id}`}>
            查看权限
          </ButtonLink>
        )}
        empty={{ title: '没有人', text: '管理范围内没有人可以在这个组织使用这项权限。' }}
      />
      {exporting && <ExportRightsDialog orgId={orgId} right={right} onClose={() => setExporting(false)} />}
    </>
  );
}

function PlaceChoice({
  orgId,
  name,
  onSelect,
}: {
  orgId: string;
  name: string;
  onSelect: (org: { id: string; name: string }) => void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Pressable
        ref={button}
        className="field-box right-place"
        aria-label={`组织：${name || '已选组织'}`}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="tree" />
        <span className="ellipsis">{name || '已选组织'}</span>
        <Icon name="down" size={14} />
      </Pressable>
      {open && button.current && (
        <Popup anchor={button.current} label="选择组织" className="org-popup" onClose={() => setOpen(false)}>
          <PlaceTree
            selectedId={orgId}
            onSelect={(org) => {
              setOpen(false);
              onSelect(org);
            }}
          />
        </Popup>
      )}
    </>
  );
}
