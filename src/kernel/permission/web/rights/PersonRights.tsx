import { useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { listUnsaved } from '#platform/web/press/unsaved.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty, Failed, Skeleton } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { ButtonLink, Pressable } from '#platform/web/ui/Button.tsx';
import { accountRights, type Grant, type Holder, memberRights } from '../../contract.rights.ts';
import { rightCatalogue } from '../../contract.roles.ts';
import { GrantRights } from './GrantRights.tsx';
import { LeaveQuestion, RightTabs } from './rightParts.tsx';

/** `/popedom/manage/:id/:page?`: an account's rights; `page` is the grant to begin with. */
export function AccountManage() {
  const { id = '', page } = useParams();
  return <OfAccount id={id} grantId={page} edit />;
}

/** `/popedom/view/manage/:id/:page?`: the same to look at. */
export function AccountView() {
  const { id = '', page } = useParams();
  return <OfAccount id={id} grantId={page} edit={false} />;
}

/** `/affairs/member/popedom/:id`: a member's rights. */
export function MemberPopedom() {
  const { id = '' } = useParams();
  return <OfMember memberId={id} edit={false} />;
}

/** `/affairs/member/managePopedom/:memberId/:id?`: their editor. */
export function MemberManage() {
  const { memberId = '', id } = useParams();
  return <OfMember memberId={memberId} grantId={id} edit />;
}

/** `/affairs/member/searchPopedom/:memberId/:id`: one of a member's offices, to look at. */
export function MemberSearch() {
  const { memberId = '', id } = useParams();
  return <OfMember memberId={memberId} grantId={id} edit={false} />;
}

function OfAccount({ id, grantId, edit }: { id: string; grantId?: string | undefined; edit: boolean }) {
  const holder = useCall(accountRights, { id }, { quiet: true });
  if (!holder.data) return <Waiting query={holder} lines={12} />;
  const manage = `/popedom/manage/${id}`;
  const readAgain = () => holder.refetch({ cancelRefetch: false });
  return <Person holder={holder.data} {...{ grantId, edit, manage, readAgain }} />;
}

function OfMember({ memberId, grantId, edit }: { memberId: string; grantId?: string | undefined; edit: boolean }) {
  const session = useSession();
  const member = useCall(memberRights, { memberId }, { quiet: true });
  if (!member.data) return <Waiting query={member} lines={12} />;
  const { account, name } = member.data;
  if (account) {
    const manage = `/affairs/member/managePopedom/${memberId}`;
    const readAgain = () => member.refetch({ cancelRefetch: false });
    return <Person holder={account} {...{ grantId, edit, manage, readAgain }} />;
  }
  return (
    <div className="list-page">
      <PageHead title={`${name}的权限`} />
      <section className="card">
        <Empty
          title={`${name}还没有登录账号`}
          act={may(session, 'account:read') && <ButtonLink to="/popedom/user/account">到用户账号</ButtonLink>}
        >
          有了账号并授予角色之后，才能设置权限。
        </Empty>
      </section>
    </div>
  );
}

/** One person: the offices as tabs, and the rights of the chosen one. */
function Person({
  holder,
  grantId,
  edit,
  manage,
  readAgain,
}: {
  holder: Holder;
  grantId: string | undefined;
  edit: boolean;
  manage: string;
  readAgain: () => Promise<unknown>;
}) {
  const rights = useCall(rightCatalogue, {}, { quiet: true });
  const view = useLocation().pathname.startsWith('/popedom/view');
  const [chosen, setChosen] = useState(grantId);
  const [leaving, setLeaving] = useState<string | null>(null);
  useTitle(`${holder.userName}的权限`);
  const grant = holder.grants.find(({ id }) => id === chosen) ?? holder.grants[0];
  return (
    <div className="list-page">
      <PageHead title={`${holder.userName}的权限`}>
        {grant?.can.edit && !edit && !view && (
          <ButtonLink look="primary" icon="edit" to={`${manage}/${grant.id}`}>
            设置权限
          </ButtonLink>
        )}
      </PageHead>
      <RightTabs />
      <section className="card right-card" aria-label={`${holder.userName}的权限`}>
        <header className="right-person">
          <span className="seal" aria-hidden="true">
            {holder.userName.slice(0, 1)}
          </span>
          <p>
            <b>{holder.userName}</b>
            <span className="muted">　{holder.loginName}</span>
            {!holder.enabled && <span className="tag bad">账号已停用</span>}
          </p>
        </header>
        {holder.grants.length === 0 && <Empty title="没有任职">这个账号在您的管理范围内没有角色。</Empty>}
        {holder.grants.length > 0 && (
          <div className="tabs" role="tablist" aria-label="任职">
            {holder.grants.map((one) => (
              <Pressable
                key={one.id}
                role="tab"
                className="tab"
                aria-selected={one.id === grant?.id}
                onClick={() => (listUnsaved().length > 0 ? setLeaving(one.id) : setChosen(one.id))}
              >
                {one.roleName}
                <span className="count">{one.orgName}</span>
              </Pressable>
            ))}
          </div>
        )}
        {rights.error && !rights.data && <Failed error={rights.error} onRetry={() => rights.refetch()} />}
        {grant && !rights.data && !rights.error && <Skeleton lines={8} />}
        {grant && rights.data && (
          <>
            <Facts grant={grant} />
            <GrantRights
              key={grant.id}
              holder={holder}
              grant={grant}
              rights={rights.data}
              edit={edit && grant.can.edit}
              readAgain={readAgain}
            />
          </>
        )}
      </section>
      {leaving !== null && leaving !== grant?.id && (
        <LeaveQuestion onLeave={() => setChosen(leaving)} onClose={() => setLeaving(null)} />
      )}
    </div>
  );
}

function Facts({ grant }: { grant: Grant }) {
  return (
    <p className="right-lead">
      <span className="muted">{grant.path}</span>
      <span className="muted small">
        {dateTime(grant.since)}起{grant.until ? `，至${dateTime(grant.until)}` : ''}
        {grant.by && `，${grant.by}授予`}
      </span>
      {!grant.usable && <span className="tag warn">现在不能使用</span>}
      {grant.why && (
        <span className="tag">
          <Icon name="lock" />
          {grant.why}
        </span>
      )}
    </p>
  );
}
