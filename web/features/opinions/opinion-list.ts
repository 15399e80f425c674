import type { Opinion } from '#contract/opinions.ts';
import { noCommonOpinion, problemOfCommonOpinion } from '#domain/opinions/opinion.ts';

/** Label of the link to the dialog, and title of the dialog. */
export const manageOpinions = '管理常用意见';

/** A line of the dialog; one without an id is new. */
export interface OpinionLine {
  key: string;
  id?: string;
  content: string;
}

export function linesOf(opinions: readonly Opinion[]): OpinionLine[] {
  return opinions.map(({ id, content }) => ({ key: id, id, content }));
}

/** Returns the reason why the list cannot be saved, with the text of S1 §5; undefined if it can. */
export function problemOfLines(lines: readonly OpinionLine[]): string | undefined {
  if (lines.length === 0) return noCommonOpinion;
  return lines.map(({ content }) => problemOfCommonOpinion(content)).find((problem) => problem !== undefined);
}

/** Checks that the list is as it was stored, with new lines after it: only additions, no changes. */
export function hasOnlyAdditions(stored: readonly Opinion[], lines: readonly OpinionLine[]): boolean {
  const startsWithStored = stored.every(
    ({ id, content }, index) => lines[index]?.id === id && lines[index]?.content === content,
  );
  return startsWithStored && lines.length > stored.length;
}

/** Checks that saving would change the list; a new line without text does not count. */
export function changesStored(stored: readonly Opinion[], lines: readonly OpinionLine[]): boolean {
  const linesToSave = lines.filter(({ id, content }) => id !== undefined || content.trim() !== '');
  return (
    linesToSave.length !== stored.length ||
    !hasOnlyAdditions(stored, [...linesToSave, { key: '', content: '' }])
  );
}

/** Moves the line at `index` one place up or down; at the edge nothing changes. */
export function moveLine(lines: readonly OpinionLine[], index: number, step: -1 | 1): OpinionLine[] {
  const movedLines = [...lines];
  const [line] = movedLines.splice(index, 1);
  const target = index + step;
  if (line === undefined || target < 0 || target >= lines.length) return [...lines];
  movedLines.splice(target, 0, line);
  return movedLines;
}
