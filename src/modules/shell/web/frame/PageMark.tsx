import { useSession } from '#platform/web/session.ts';
import { dateTime } from '#platform/web/time.ts';
import './pageMark.css';

/** Enough for a wide screen; what does not fit is cut off. */
const PLACES = Array.from({ length: 96 }, (_, place) => place);

/**
 * Who looks at the page and when, faintly over it, so that a photo of the screen says whose it was. It takes no press, is not
 * read out, is no text of the page, and is left out of prints and of the look with high contrast.
 */
export function PageMark() {
  const { user } = useSession();
  // An administrator has a name to sign in with and no id card.
  const lastFour = /\d{3}[\dX]$/i.exec(user.idCardNo)?.[0];
  const mark = [user.userName, lastFour, dateTime(new Date().toISOString()).slice(0, 10)].filter(Boolean).join(' ');
  return (
    <div className="page-mark" aria-hidden="true">
      {PLACES.map((place) => (
        <i key={place} data-mark={mark} />
      ))}
    </div>
  );
}
