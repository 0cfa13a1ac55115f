import { QrCode } from '#platform/web/field/QrCode.tsx';

/** The record's address as a QR code: whoever opens it on a phone must sign in and have the right. It holds no personal value. */
export function MemberQr({ id }: { id: string }) {
  const address = `${location.origin}${location.pathname}#/affairs/member/browse/${id}`;
  return <QrCode text={address} alt="这份档案的二维码" caption="手机扫码" />;
}
