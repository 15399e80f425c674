/** Minutes of the day in China during which a person gets no text messages; they may extend past midnight. */
export interface QuietHours {
  fromMinute: number;
  untilMinute: number;
}

const minutesPerDay = 24 * 60;
const msPerMinute = 60_000;
const offsetMinutes = 8 * 60;

/** Returns the earliest time for a text message: now, or the end of the current quiet hours. */
export function afterQuietHours(now: Date, quiet: QuietHours | undefined): Date {
  if (!quiet || quiet.fromMinute === quiet.untilMinute) return now;
  const minute = minuteOfDay(now);
  const length = wrap(quiet.untilMinute - quiet.fromMinute);
  if (wrap(minute - quiet.fromMinute) >= length) return now;
  const wait = wrap(quiet.untilMinute - minute);
  const thisMinute = Math.floor(now.getTime() / msPerMinute) * msPerMinute;
  return new Date(thisMinute + wait * msPerMinute);
}

function minuteOfDay(now: Date): number {
  return wrap(Math.floor(now.getTime() / msPerMinute) + offsetMinutes);
}

function wrap(minutes: number): number {
  return ((minutes % minutesPerDay) + minutesPerDay) % minutesPerDay;
}

/** Reads `22:30` as minutes of the day; undefined if the text is no time of day. */
export function readTimeOfDay(text: string): number | undefined {
  const parts = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
  return parts ? Number(parts[1]) * 60 + Number(parts[2]) : undefined;
}

export function writeTimeOfDay(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}
