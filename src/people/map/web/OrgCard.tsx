import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { ORG_TYPES } from '#people/org/contract.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';

import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { ButtonLink, IconButton } from '#platform/web/ui/Button.tsx';
import { StoredImage } from '#platform/web/upload/StoredImage.tsx';
import { type MapOrg, mapOrg } from '../contract.ts';
import './card.css';

interface OrgCardProps {
  orgId: string;
  /** The card takes the keyboard as soon as it stands: it was opened on the map itself. */
  focused: boolean;
  onClose: () => void;
  box: Ref<HTMLElement>;
}

/** The organisation's dialog beside its marker: what is known of it, 'none yet' with the way to fix, and its counts. */
export function OrgCard({ orgId, focused, onClose, box }: OrgCardProps) {
  const { data: org, error, refetch } = useCall(mapOrg, { orgId }, { quiet: true });
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused && orgId) close.current?.focus({ preventScroll: true });
  }, [focused, orgId]);
  return (
    <section
      ref={box}
      role="dialog"
      aria-label={org?.name ?? '组织'}
      className="map-card"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className="map-card-head">
        <b>{org?.name}</b>
        {org && <span className="tag gold">{ORG_TYPES[org.type as keyof typeof ORG_TYPES]}</span>}
        <IconButton icon="close" label="关闭" ref={close} className="dialog-close" onClick={onClose} />
      </div>
      {org ? <Known org={org} /> : error ? <Failed error={error} onRetry={() => refetch()} /> : <Skeleton lines={6} />}
    </section>
  );
}

function Known({ org }: { org: MapOrg }) {
  const edit = `/affairs/organization/editOrganization/${org.id}`;
  const browse = `/affairs/organization/browseOrganization/${org.id}`;
  return (
    <>
      <div className="map-card-body">
        <div className="map-portrait">
          {org.portrait ? (
            <StoredImage fileKey={`${org.portrait}-t`} alt={`${org.secretaryName}的照片`} />
          ) : org.secretaryName ? (
            <span className="seal" aria-hidden="true">
              {org.secretaryName.charAt(0)}
            </span>
          ) : (
            <span>
              书记照片
              <br />
              未上传
            </span>
          )}
        </div>
        <dl>
          <dt>书记</dt>
          <Line
            words={org.secretaryName && [org.secretaryName, org.secretaryPhone].filter(Boolean).join('　')}
            none="维护班子成员"
            to={org.can.browse ? pathWithQuery(browse, { tab: 'office' }) : null}
          />
          <dt>联系人</dt>
          <Line
            words={[org.contact, org.contactPhone].filter(Boolean).join('　')}
            none="维护组织基本信息"
            to={org.can.edit ? edit : null}
          />
          <dt>地址</dt>
          <Line words={org.address} none="维护党务工作信息" to={org.can.edit ? edit : null} />
        </dl>
      </div>
      <dl className="map-counts">
        <Count name="班子成员" count={org.tenureNumber} />
        <Count name="正式党员" count={org.formalPartyNumber} />
        <Count name="预备党员" count={org.readyPartyNumber} />
        <Count name="发展对象" count={org.developMemberNumber} />
        <Count name="积极分子" count={org.positiveNumber} />
      </dl>
      <div className="map-card-foot">
        <span>
          {org.updateName ? `资料由${org.updateName}` : '资料'}
          <br />
          {dateTime(org.updateDate).slice(0, 10)}更新
        </span>
        {org.can.browse && <ButtonLink to={browse}>查看组织</ButtonLink>}
        {org.can.edit && (
          <ButtonLink look="primary" to={edit}>
            维护信息
          </ButtonLink>
        )}
      </div>
    </>
  );
}

/** A value, or 'none yet' with the place where it is filled in. */
function Line({ words, none, to }: { words: string; none: string; to: string | null }): ReactNode {
  if (words) return <dd>{words}</dd>;
  return <dd className="none">暂无（{to ? <Link to={to}>请{none}</Link> : `请${none}`}）</dd>;
}

function Count({ name, count }: { name: string; count: number }) {
  return (
    <div>
      <dd className={count === 0 ? 'zero' : undefined}>{count.toLocaleString('en-US')}</dd>
      <dt>{name}</dt>
    </div>
  );
}
