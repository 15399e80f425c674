import { MissingCase } from '#domain/missing-case.ts';
import type { SubmittedForm } from '#server/modules/design/forms/service.ts';
import type { Random } from '#test/workflow-model/random.ts';
import { type FormOffice, formId, ruledField, type Values } from './form-office.ts';
import { labelOf } from './values.ts';

export type Page = ReturnType<FormOffice['show']>;
export type Client = 'page' | 'version' | 'initContent' | 'whole' | 'changes';

/** One person's page of one task. */
export interface OpenPage {
  page: Page;
  typed: Values;
  /** Every value that the page has shown, anywhere. */
  shown: Set<string>;
  /** Minute at which the page was opened or last refreshed. */
  seenAt: number;
}

/**
 * A value kept outside the form, with the minute of the page on which it was typed, and the value that it was
 * to replace.
 */
export interface PendingValue {
  label: string;
  seenAt: number;
  replacedLabel: string;
}
export type PendingValues = Map<string, PendingValue>;

/** Chooses a kind of client at random; most are the page. */
export function drawClient(random: Random): Client {
  return random.pick(['page', 'page', 'version', 'initContent', 'whole', 'changes']) ?? 'page';
}

/** Returns what a client of this kind sends from a page. */
export function submissionFrom({ page, typed }: OpenPage, client: Client): SubmittedForm {
  const { content, initContent, contentVersion } = page;
  const pending = Object.fromEntries(
    Object.entries(content).filter(([id, value]) => labelOf(id, value) !== labelOf(id, initContent[id])),
  );
  const values = { ...pending, ...typed };
  const init = Object.fromEntries(Object.keys(values).map((id) => [id, initContent[id]]));
  switch (client) {
    case 'page':
      return { formId, content: values, contentVersion, initContent: init };
    case 'version':
      return { formId, content: values, contentVersion };
    case 'initContent':
      return { formId, content: { ...content, ...typed }, initContent };
    case 'whole':
      return { formId, content: { ...content, ...typed }, contentVersion, initContent };
    case 'changes':
      return { formId, content: typed };
    default:
      throw new MissingCase(client satisfies never);
  }
}

/** Returns the values kept outside the form that must be offered again, if the order contains others. */
export function storePendingValues(
  { page, typed, seenAt }: OpenPage,
  { content }: SubmittedForm,
  stored: Values,
  pendingValues: PendingValues = new Map(),
) {
  for (const [id, value] of Object.entries(content)) {
    // Values set by a rule of the form are not typed over.
    if (page.authority[id] !== 2 || id === ruledField) continue;
    const [label, replacedLabel] = [labelOf(id, value), labelOf(id, page.initContent[id])];
    const isRetained =
      (Object.hasOwn(typed, id) || label !== replacedLabel) && label !== labelOf(id, stored[id]);
    if (isRetained) pendingValues.set(id, { label, seenAt, replacedLabel });
    else pendingValues.delete(id);
  }
  return pendingValues;
}
