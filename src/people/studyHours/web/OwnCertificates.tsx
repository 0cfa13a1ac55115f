import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '#platform/web/call/api.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { StateTag } from '#platform/web/show/StateTag.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { type CertificateRow, ownCertificates, printOwnCertificate } from '../contract.certificate.ts';
import { daysText } from './certificateParts.ts';
import { PATHS } from './paths.ts';

/** The own certificates as cards, each to be seen and printed; made for the phone. */
export function OwnCertificates() {
  const query = useCall(ownCertificates, {}, { quiet: true, staleTime: 0 });
  const [shown, setShown] = useState<CertificateRow | null>(null);
  if (!query.data) return <Waiting query={query} />;
  const { rows } = query.data;
  if (rows.length === 0)
    return (
      <div className="card">
        <Empty title="还没有学习证明" act={<Link to={PATHS.own}>看看我的学时</Link>}>
          培训班结业，或通过发证的课程和考试后，证明会出现在这里。
        </Empty>
      </div>
    );
  return (
    <>
      <ul className="certificate-own">
        {rows.map((row) => (
          <li key={row.id} className={row.isVoid ? 'card void' : 'card'}>
            <div className="certificate-own-head">
              <h2>{row.title}</h2>
              {row.isVoid ? <StateTag look="over">已作废</StateTag> : <StateTag look="good">有效</StateTag>}
            </div>
            <p className="certificate-own-facts">
              {row.hours !== null && (
                <span>
                  <b>{row.hours}</b>学时
                </span>
              )}
              {row.central > 0 && (
                <span>
                  证明载明集中培训<b>{row.central}</b>学时
                </span>
              )}
              {row.score !== null && (
                <span>
                  成绩<b>{row.score}</b>分
                </span>
              )}
            </p>
            <p className="muted small">
              {row.number}
              <br />
              {daysText(row)}　{row.issuer}，{row.issuedOn}出具
            </p>
            {row.isVoid ? (
              <p className="banner warn">作废原因：{row.voidReason}</p>
            ) : (
              <Button onClick={() => setShown(row)}>查看和打印</Button>
            )}
          </li>
        ))}
      </ul>
      {shown && (
        <PaperDialog
          title={`学习证明 ${shown.title}`}
          ask={(signal) => call(printOwnCertificate, { id: shown.id }, { quiet: true, signal })}
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
}
