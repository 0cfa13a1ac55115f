/** Hours between two urgings of the same thing, whoever decides it. */
export const URGE_HOURS = 2;
/** What is read by who urges earlier. */
export const URGED_RECENTLY = `${URGE_HOURS}小时内已经催办过，请稍后再催`;
