import { useNavigate } from 'react-router';
import { useSession } from '../session/session.ts';

/** Back to the page before, or to the own home for who came by a link from outside: the router numbers its own pages. */
export function useBack(): () => void {
  const navigate = useNavigate();
  const { user } = useSession();
  return () =>
    void ((history.state as { idx?: number } | null)?.idx ? navigate(-1) : navigate(user.roleUrl, { replace: true }));
}
