import { Icon, type IconName } from '#platform/web/show/icons.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { ACCOUNT_STATES, type AccountState, GRANT_STATES, type GrantState } from '../../contract.ts';

export const ACCOUNTS = '/popedom/user/account';
export const REQUESTS = '/popedom/user/request';

const STATE_LOOKS: Record<AccountState, { tone: string; icon: IconName }> = {
  normal: { tone: 'tag ok', icon: 'check' },
  mustChange: { tone: 'tag warn', icon: 'clock' },
  noPassword: { tone: 'tag warn', icon: 'warning' },
  locked: { tone: 'tag bad', icon: 'lock' },
  disabled: { tone: 'tag', icon: 'close' },
};

/** 账号状态 in a word with its sign; a lock says until when. */
export function StateTag({ account }: { account: { state: AccountState; lockedUntil: string | null } }) {
  const { tone, icon } = STATE_LOOKS[account.state];
  return (
    <span className={tone} title={account.lockedUntil ? `${dateTime(account.lockedUntil)}自动解除` : undefined}>
      <Icon name={icon} />
      {ACCOUNT_STATES[account.state]}
    </span>
  );
}

/** 任职状态. */
export function GrantTag({ state }: { state: GrantState }) {
  const tone = { now: 'tag ok', later: 'tag info', over: 'tag', gone: 'tag' }[state];
  return (
    <span className={tone}>
      <Icon name={state === 'now' ? 'check' : 'clock'} />
      {GRANT_STATES[state]}
    </span>
  );
}
