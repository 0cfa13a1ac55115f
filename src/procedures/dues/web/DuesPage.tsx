import { useLocation } from 'react-router';
import { readQuery } from '#platform/web/route/navigation.ts';
import { BillList } from './BillList.tsx';
import { Closing } from './Closing.tsx';
import { Handups } from './Handups.tsx';
import { Merchants } from './Merchants.tsx';
import { OrderList } from './OrderList.tsx';
import { PaymentList } from './PaymentList.tsx';
import { Reconcile } from './Reconcile.tsx';
import { ReliefList } from './ReliefList.tsx';
import { Trial } from './Trial.tsx';
import './dues.css';

/**
 * 党费管理: the month's dues, the receipts (`tab=payments`), the reliefs (`tab=relief`), handing up and down (`tab=handup`), the online
 * orders and the accounts,
 * what does not agree with the bills of their providers (`tab=reconcile`),
 * what months still lack (`tab=closing`), and what other incomes would bring (`tab=trial`).
 */
export default function DuesPage() {
  const { search } = useLocation();
  const { tab } = readQuery(search, ['tab']);
  if (tab === 'payments') return <PaymentList />;
  if (tab === 'relief') return <ReliefList />;
  if (tab === 'handup') return <Handups />;
  if (tab === 'orders') return <OrderList />;
  if (tab === 'reconcile') return <Reconcile />;
  if (tab === 'merchants') return <Merchants />;
  if (tab === 'closing') return <Closing />;
  if (tab === 'trial') return <Trial />;
  return <BillList />;
}
