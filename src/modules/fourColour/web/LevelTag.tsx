import { LEVELS, type Level } from '../rules.ts';
import './fourColour.css';

/** A level by sign and words; colour only confirms. */
export const LevelTag = ({ level }: { level: number }) => {
  const one = LEVELS[level as Level];
  return (
    <span className={`colour-tag colour-${level}`}>
      <span aria-hidden="true">{one.sign}</span> {one.label}
      {one.name}
    </span>
  );
};
