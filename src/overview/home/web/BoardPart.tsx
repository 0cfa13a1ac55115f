import { BoardBelow } from '#assessment/fourColour/web/pickers.board.tsx';
import { may, useSession } from '#platform/web/session/session.ts';

/** The home of who leads a city or a county: the organisations below side by side. */
export default function BoardPart() {
  if (!may(useSession(), 'cockpit:read')) return null;
  return (
    <div className="home-board">
      <BoardBelow />
    </div>
  );
}
