import type { IconName } from '#platform/web/show/icons.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { PATHS } from './paths.ts';
import './assessment.css';

const LINKS: readonly (readonly [here: string, title: string, icon: IconName, to: string])[] = [
  ['plans', '考核方案', 'settings', PATHS.index],
  ['statistics', '月度评分', 'calendarCheck', PATHS.statistics],
  ['year', '年度结果', 'chart', PATHS.tab('year')],
  ['fair', '评分公允', 'search', PATHS.tab('fair')],
  ['exempt', '党员免考', 'members', '/integral/exemptionsSet?tab=people'],
  ['points', '积分管理', 'growth', '/affairs/integral/integralManagement'],
];

/** The other parts of 党员考核; `here` is left out. */
export function AssessLinks({ here }: { here: string }) {
  return (
    <>
      {LINKS.filter(([name]) => name !== here).map(([name, title, icon, to]) => (
        <ButtonLink key={name} icon={icon} to={to}>
          {title}
        </ButtonLink>
      ))}
    </>
  );
}
