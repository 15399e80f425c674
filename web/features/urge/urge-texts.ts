import type { WaitingHandlers } from '#contract/current-handlers.ts';
import { countCharacters } from '#domain/texts/characters.ts';
import { maxUrgeTitleLength } from '#domain/workflow/model/limits.ts';

/** If more people may handle a task, its posts and groups are the recipients. */
const maxPeople = 12;

export interface UrgeRecipient {
  key: string;
  name: string;
  hint: string;
}

/**
 * Returns the possible recipients of an urge of a task: its people except the user; if they are many, its
 * posts and groups.
 */
export function recipientsOf(row: WaitingHandlers, ownKey?: string): UrgeRecipient[] {
  if (row.handlerCount > 0 && row.handlerCount <= maxPeople && row.handlers.length === row.handlerCount) {
    const otherHandlers = row.handlers.filter(({ key }) => key !== ownKey);
    return otherHandlers.map(({ key, name, orgName, positionNames }) => ({
      key,
      name,
      hint: [orgName, positionNames].filter(Boolean).join('，'),
    }));
  }
  const otherCandidates = row.candidates.filter(({ candidateCode }) => candidateCode !== ownKey);
  return otherCandidates.map(({ candidateCode, candidateName }) => ({
    key: candidateCode,
    name: candidateName,
    hint: row.candidates.length === 1 ? `${row.handlerCount} 人` : '',
  }));
}

/** Returns `请尽快办理：…`, cut to the length of a title. */
export function defaultTitle(subject: string): string {
  const fullTitle = `请尽快办理：${subject}`;
  if (countCharacters(fullTitle) <= maxUrgeTitleLength) return fullTitle;
  return `${[...fullTitle].slice(0, maxUrgeTitleLength - 1).join('')}…`;
}
