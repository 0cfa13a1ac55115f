import { useParams } from 'react-router';
import { Gone } from '#platform/web/states.tsx';
import { Corrections } from './Corrections.tsx';
import { FileList } from './FileList.tsx';
import { Overview } from './Overview.tsx';
import { LISTS, type ListName } from './paths.ts';

/** `/affairs/recruitment/:page`: the overview, a list for each stage, and corrections. */
export default function Page() {
  const { page = '' } = useParams();
  if (page === 'overview') return <Overview />;
  if (page === 'corrections') return <Corrections />;
  if (page in LISTS) return <FileList key={page} name={page as ListName} />;
  return <Gone sentence="没有这个页面，请从“发展党员”概览进入" />;
}
