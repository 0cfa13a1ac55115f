import { lookOf, type Scheme } from '../rules.scheme.ts';
import './fourColour.css';

/** A level by sign and words; colour only confirms. */
export const LevelTag = ({ level, scheme }: { level: number; scheme: Scheme }) => {
  const { sign, label, name, tone, letter } = lookOf(scheme, level);
  return (
    <span className={`colour-tag tone-${tone}`}>
      <span aria-hidden="true">{sign}</span> {label}
      {name}
      {letter && <b> {letter}</b>}
    </span>
  );
};
