import { countCharacters } from '../texts/characters.ts';

/** Characters of the reason in a first line; the complete text is in the message or in the trace. */
export const maxReasonCharacters = 60;

/** Parts of the first line of a message about an order. */
export interface FirstLine {
  /** The event, such as 办件被退回. */
  eventText: string;
  /** Name of the absent person whose substitute the reader is. */
  absentPersonName?: string | undefined;
  /** Name of the person who did it; undefined if the portal did. */
  personName?: string | undefined;
  /** Text by the person: a reason, a request. */
  reasonText?: string | undefined;
  /** Title of the order. */
  orderTitle: string;
}

/**
 * Returns the first line of a message: the event and the title of the order, which a narrow screen must show, then
 * person and reason, `办件被退回：电梯停运（赵敏：请补充金额）`.
 */
export function firstLine({
  eventText,
  absentPersonName,
  personName = '',
  reasonText = '',
  orderTitle,
}: FirstLine): string {
  const text = shorten(reasonText.replace(/\s+/g, ' ').trim().replace(/。$/, ''));
  const cause = [personName, text === eventText ? '' : text].filter((part) => part !== '').join('：');
  const details = [absentPersonName && `代${absentPersonName}`, cause].filter(Boolean).join('；');
  return `${eventText}：${orderTitle}${details === '' ? '' : `（${details}）`}`;
}

function shorten(text: string): string {
  return countCharacters(text) <= maxReasonCharacters
    ? text
    : `${[...text].slice(0, maxReasonCharacters - 1).join('')}…`;
}
