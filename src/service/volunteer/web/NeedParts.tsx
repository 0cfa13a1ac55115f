import { Fact, FactCard } from '#platform/web/field/Matter.tsx';
import type { NeedDetail } from '../contract.need.ts';
import './volunteer.css';

const TONES: Readonly<Record<number, string>> = {
  0: 'tag red',
  1: 'tag info',
  2: 'tag ok',
  3: 'tag ok',
  4: 'tag warn',
  6: 'tag warn',
};
export const NeedTag = ({ state, name }: { state: number; name: string }) => (
  <span className={TONES[state] ?? 'tag'}>{name}</span>
);

/** Stars that were given, with the words for who does not see them. */
export const Given = ({ stars }: { stars: number }) => (
  <span className="service-stars" role="img" aria-label={`${stars}星`}>
    {'★'.repeat(stars)}
    {'☆'.repeat(5 - stars)}
  </span>
);

/** Kilometres in words; empty where they are not known. */
export const farText = (distance: number | null): string =>
  distance === null ? '' : distance < 1 ? '不到1公里' : `约${Math.round(distance)}公里`;

/** What is asked for. */
export const NeedFacts = ({ row }: { row: NeedDetail }) => (
  <FactCard title="需求" extra={row.orgName}>
    <Fact label="类型">
      {row.kindName}
      {row.amount !== null && `，${row.amount}元以内`}
    </Fact>
    <Fact label="服务类别">
      {row.postName}
      {row.isSkilled && '（与登记的岗位相符）'}
    </Fact>
    <Fact label="地点">
      {row.place}
      {row.distance !== null && `，${farText(row.distance)}`}
    </Fact>
    <Fact label="希望">{row.byOn}以前</Fact>
    <Fact label="来源">
      {row.sourceName}，{row.askedOn}
    </Fact>
    {row.sentTo && <Fact label="派给">{row.sentTo}</Fact>}
    {row.takerName && <Fact label="认领">{row.takerName}</Fact>}
    {row.phoneMask && <Fact label="居民电话">{row.phoneMask}</Fact>}
    {row.outcome && <Fact label="办理结果">{row.outcome}</Fact>}
    {row.reason && <Fact label="原因">{row.reason}</Fact>}
    {row.stars !== null && (
      <Fact label="评价">
        <Given stars={row.stars} /> {row.starsByName}
        {row.starsNote && `：${row.starsNote}`}
      </Fact>
    )}
    {row.talkNote && <Fact label="回访">{row.talkNote}</Fact>}
  </FactCard>
);

/** What was done, in order. */
export const Steps = ({ steps }: { steps: NeedDetail['steps'] }) => (
  <section className="card" aria-label="办理经过">
    <div className="card-head">
      <h2>办理经过</h2>
    </div>
    <ol className="service-steps">
      {steps.map((step) => (
        <li key={`${step.at} ${step.words} ${step.note}`}>
          <span className="muted">{step.at}</span>
          <span>
            {step.words}
            {step.note && `：${step.note}`}
          </span>
          <span className="muted">{step.byName}</span>
        </li>
      ))}
    </ol>
  </section>
);
