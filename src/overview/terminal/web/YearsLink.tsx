import { Link } from 'react-router';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { YEARS } from './paths.ts';

/** To the years of the organisation that the list shows. */
export const YearsLink = ({ orgId }: { orgId?: string | undefined }) => (
  <Link className="button" to={pathWithQuery(YEARS, { orgId })}>
    <Icon name="calendarCheck" />
    按年份看
  </Link>
);
