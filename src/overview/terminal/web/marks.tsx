import { STATUSES, type Status } from '../rules.device.ts';

const TONES: Readonly<Record<Status, string>> = {
  online: 'tag ok',
  away: 'tag warn',
  unbound: 'tag',
  revoked: 'tag bad',
};
const SHAPES: Readonly<Record<Status, string>> = { online: '●', away: '◆', unbound: '○', revoked: '■' };

/** State of a terminal by shape and word; the colour only confirms it. */
export const statusMark = (status: Status) => (
  <span className={TONES[status]}>
    {SHAPES[status]} {STATUSES[status]}
  </span>
);
