/** The days of a learning, one where it began and ended on the same. */
export const daysText = ({ startsOn, endsOn }: { startsOn: string; endsOn: string }): string =>
  startsOn === endsOn ? startsOn : `${startsOn} 至 ${endsOn}`;
