import { periodBounds, periodOf, periodText } from './rules.duty.ts';

/** A quarter that an organisation has closed for all below it. */
export interface QuarterLock {
  orgName: string;
  orgCode: string;
  /** `2026Q1`. */
  quarter: string;
}

/** Whether a lock binds an organisation: it stands below the one that locked, which itself may still fix. */
export const isBoundByLock = (lock: Pick<QuarterLock, 'orgCode'>, code: string): boolean =>
  code.length > lock.orgCode.length && code.startsWith(lock.orgCode);

/** The lock that closes a period of an organisation: the quarter in which it ends; a year is closed with its last quarter. */
export const lockOf = <Lock extends QuarterLock>(
  locks: readonly Lock[],
  code: string,
  period: string,
): Lock | undefined => {
  const quarter = periodOf(periodBounds(period).last, 'quarter');
  return locks.find((lock) => lock.quarter === quarter && isBoundByLock(lock, code));
};

export const lockedText = ({ orgName, quarter }: Pick<QuarterLock, 'orgName' | 'quarter'>): string =>
  `${periodText(quarter)}已由${orgName}锁定，不再接收补录和修改；确需补录的，请联系上级解锁`;

/** A quarter may be locked once it is over. @param today `YYYY-MM-DD` */
export const mayLock = (quarter: string, today: string): boolean => periodBounds(quarter).last < today;
