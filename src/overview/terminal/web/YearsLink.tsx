import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { YEARS } from './paths.ts';

/** To the years of the organisation that the list shows. */
export const YearsLink = ({ orgId }: { orgId?: string | undefined }) => (
  <ButtonLink icon="calendarCheck" to={pathWithQuery(YEARS, { orgId })}>
    按年份看
  </ButtonLink>
);
