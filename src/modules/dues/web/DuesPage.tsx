import { useLocation } from 'react-router';
import { readQuery } from '#platform/web/navigation.ts';
import { BillList } from './BillList.tsx';
import { PaymentList } from './PaymentList.tsx';
import { ReliefList } from './ReliefList.tsx';
import './dues.css';

/** 党费管理: the month's dues, the receipts (`tab=payments`), and the reliefs (`tab=relief`). */
export default function DuesPage() {
  const { search } = useLocation();
  const { tab } = readQuery(search, ['tab']);
  if (tab === 'payments') return <PaymentList />;
  if (tab === 'relief') return <ReliefList />;
  return <BillList />;
}
