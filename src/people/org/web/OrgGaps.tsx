import { Link } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { Ring } from '#platform/web/field/record.tsx';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { orgIntegrity } from '../contract.history.ts';
import type { OrgDetail } from '../contract.ts';
import type { Gap } from '../rules.integrity.ts';

/** Where a gap is closed. */
function fixPath(org: OrgDetail, { field, place }: Gap): string {
  switch (place) {
    case 'form':
      return pathWithQuery(`/affairs/organization/editOrganization/${org.id}`, { field });
    case 'newTerm':
      return `/affairs/organization/office/add/${org.id}`;
    case 'term':
      return `/affairs/organization/office/edit/${org.term?.id}`;
    case 'unit':
      return `/affairs/company/addCompany/${org.id}`;
  }
}

/** 完整度: how much of the record is there, and each gap with the way to its field. */
export function OrgGaps({ org }: { org: OrgDetail }) {
  const query = useCall(orgIntegrity, { orgId: org.id }, { quiet: true });
  if (!query.data) return <Waiting query={query} lines={6} />;
  const { percent, due, missing } = query.data;
  return (
    <section aria-label="完整度">
      <Ring percent={percent}>
        <b>{missing.length === 0 ? '信息完整' : `还缺${missing.length}项`}</b>
        <br />
        应填{due}项
      </Ring>
      {missing.length > 0 && (
        <ul className="record-gaps">
          {missing.map((gap) => (
            <li key={gap.field}>
              <Icon name="warning" size={14} />
              {gap.label}
              {org.can.edit && <Link to={fixPath(org, gap)}>补填</Link>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
