import type { ActionPreviewResult } from '#contract/action-preview.ts';
import { isCallError } from '#web/api/call-error.ts';

/**
 * Answer of the preview for one seat before the request is sent: the reason why it cannot be asked, or the people who
 * may answer it.
 */
export interface SeatAnswer {
  problem?: string;
  voters?: { people: readonly string[]; count: number };
}

/** The preview of the server, as `useActionPreview` returns it. */
interface SeatPreview {
  data?: ActionPreviewResult | undefined;
  error: unknown;
  /** True if the answer refers to the previous choice. */
  isPlaceholderData: boolean;
}

/**
 * Returns the preview's answer for each seat, by its key; `keys` are the seats in the order in which they
 * were sent.
 */
export function seatAnswers(
  { data, error, isPlaceholderData }: SeatPreview,
  keys: readonly string[],
): ReadonlyMap<string, SeatAnswer> {
  const answers = new Map<string, SeatAnswer>();
  if (isPlaceholderData) return answers;
  for (const { place, people, peopleCount } of data?.voters ?? []) {
    const key = keys[place];
    if (key !== undefined) answers.set(key, { voters: { people, count: peopleCount } });
  }
  for (const { field, message } of isCallError(error) ? error.problems : []) {
    const key = keys[Number(/^countersignList\.(\d+)$/.exec(field)?.[1] ?? Number.NaN)];
    if (key !== undefined) answers.set(key, { problem: message });
  }
  return answers;
}

/** Returns the label of a department's seat: `徐军可表态`, `3人可表态`. */
export function votersText({ people, count }: NonNullable<SeatAnswer['voters']>): string {
  return count === 1 ? `${people[0] ?? ''}可表态` : `${count}人可表态`;
}
