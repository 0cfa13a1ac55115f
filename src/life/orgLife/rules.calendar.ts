/** A meeting as a calendar shows it: title, time and place alone. */
export interface CalendarEntry {
  id: string;
  title: string;
  place: string;
  startsAt: Date;
  endsAt: Date;
  cancelled: boolean;
  /** Counts up with every change, so that calendars take the later one. */
  version: number;
  updatedAt: Date;
}

/** A day by which something is due: of the whole day, and nobody is busy for it. */
export interface CalendarTerm {
  id: string;
  /** `YYYY-MM-DD`. */
  day: string;
  title: string;
}

/** Octets of a line (RFC 5545, section 3.1). */
const WIDTH = 75;

const utc = (at: Date) => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
const escaped = (text: string) => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r?\n/g, '\\n');

/** A line in pieces of at most 75 octets, never within a character; further ones begin with a blank. */
function folded(line: string): string {
  const pieces: string[] = [];
  let piece = '';
  let octets = 0;
  for (const sign of line) {
    const more = new TextEncoder().encode(sign).length;
    if (octets + more > WIDTH) {
      pieces.push(piece);
      [piece, octets] = ['', 1];
    }
    piece += sign;
    octets += more;
  }
  return [...pieces, piece].join('\r\n ');
}

/** Meetings and terms as an iCalendar file (RFC 5545). @param now when it is read, from which the terms hold */
export function calendarText(
  name: string,
  entries: readonly CalendarEntry[],
  terms: readonly CalendarTerm[] = [],
  now = new Date(),
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//party-platform//life//ZH',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    ...entries.flatMap((one) => [
      'BEGIN:VEVENT',
      `UID:life-${one.id}@party-platform`,
      `DTSTAMP:${utc(one.updatedAt)}`,
      `SEQUENCE:${one.version}`,
      `DTSTART:${utc(one.startsAt)}`,
      `DTEND:${utc(one.endsAt)}`,
      `SUMMARY:${escaped(one.title)}`,
      `LOCATION:${escaped(one.place)}`,
      `STATUS:${one.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
      'END:VEVENT',
    ]),
    ...terms.flatMap((one) => [
      'BEGIN:VEVENT',
      `UID:term-${one.id}@party-platform`,
      `DTSTAMP:${utc(now)}`,
      `DTSTART;VALUE=DATE:${one.day.replaceAll('-', '')}`,
      `SUMMARY:${escaped(one.title)}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}
