import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { OwnWay } from '../pickers.own.tsx';

/** 发展党员 as the person sees it (roles 2 and 6): the own way, and earlier ones that ended. */
export function OwnHome() {
  return (
    <>
      <PageHead title="我的入党进度" />
      <OwnWay />
    </>
  );
}
