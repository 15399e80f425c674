import { minuteText } from '../calendar/local-date.ts';
import type { AuthorityByField } from './authority.ts';
import { isBlankValue } from './blank-value.ts';
import type { CompiledField, CompiledForm } from './compiled-form.ts';
import { type ContentChange, contentVersionAt, contentVersionOf, lastChanges } from './content-changes.ts';
import { ownValue } from './field-state.ts';
import { rowMarkers } from './kinds/table/table.ts';
import { maskForm } from './mask.ts';
import type { FormValues } from './model.ts';
import { mapEntries, mapValues } from './nested-values.ts';
import { isSame } from './same-value.ts';
import { isMask, maskOf } from './secret-values.ts';

/** The content that a submission is based on. */
export interface SubmissionBasis {
  /** Changes of the stored content up to now. */
  changes: readonly ContentChange[];
  /** The version that the page displayed; for a client without versions `taskOpenedAt` decides. */
  contentVersion?: number | undefined;
  /** Time at which the task began to wait for a person, as ISO text: no page of it is older. */
  taskOpenedAt: string;
  /** The values that the page displayed at first, as far as the client sends them (S1 §3 `initContent`). */
  initContent?: FormValues | undefined;
}

/** Checks that a page of this content can have displayed the version. */
export function isKnownVersion({ changes, contentVersion = 0 }: SubmissionBasis): boolean {
  return contentVersion <= contentVersionOf(changes);
}

/** The changes of a form that the sender of a submission has seen. */
export interface SeenChanges {
  /** Returns the version of a field that the sender has seen. */
  versionOf(fieldId: string): number;
  /** Returns the last change of a field that the sender has not seen. */
  unseen(fieldId: string): ContentChange | undefined;
}

/**
 * Compares the content that a submission is based on with the later changes; values shared by all fields are
 * computed once.
 */
export function seenChanges(
  form: CompiledForm,
  stored: FormValues,
  authority: AuthorityByField,
  { changes, contentVersion, taskOpenedAt, initContent = {} }: SubmissionBasis,
): SeenChanges {
  const last = lastChanges(changes);
  const openedVersion = contentVersion ?? contentVersionAt(changes, taskOpenedAt);
  let shownValues: FormValues | undefined;
  const wasShown = (fieldId: string): boolean => {
    const field = form.byId.get(fieldId);
    if (!field || !Object.hasOwn(initContent, fieldId)) return false;
    shownValues ??= maskForm(form, stored, { authority, mayReveal: false }).values;
    return isAlike(field, ownValue(shownValues, fieldId), ownValue(initContent, fieldId));
  };
  const unseen = (fieldId: string) => {
    const change = last.get(fieldId);
    if (change === undefined || change.version <= openedVersion) return undefined;
    return contentVersion === undefined && wasShown(fieldId) ? undefined : change;
  };
  const versionOf = (fieldId: string) =>
    contentVersion === undefined && unseen(fieldId) === undefined
      ? Math.max(openedVersion, last.get(fieldId)?.version ?? 0)
      : openedVersion;
  return { versionOf, unseen };
}

/**
 * Removes the fields that return unchanged although another action has changed them since the page was
 * opened: the person typed nothing there, so the stored value is kept. Values of `pending`, shown
 * instead of the stored ones, stay the person's input, even if they return as masks.
 */
export function withoutStaleFields(
  form: CompiledForm,
  submitted: FormValues,
  {
    basis: { initContent = {} },
    seen,
    pending,
  }: { basis: SubmissionBasis; seen: SeenChanges; pending: FormValues },
): FormValues {
  const remaining = Object.entries(submitted).filter(([id, sent]) => {
    const field = form.byId.get(id);
    if (!field || !seen.unseen(id)) return true;
    if (Object.hasOwn(pending, id) && returnsUnchanged(field, ownValue(pending, id), sent)) return true;
    // A mask is never typed; a value with secret parts may have typed ones beside the masks.
    if (field.maskRule && isMask(field, sent)) return false;
    if (!Object.hasOwn(initContent, id)) return true;
    return !isAlike(field, sent, ownValue(initContent, id));
  });
  return Object.fromEntries(remaining);
}

/** Checks that a client which received `value` sends `sent` if the person changes nothing. */
function returnsUnchanged(field: CompiledField, value: unknown, sent: unknown): boolean {
  if (isAlike(field, sent, value)) return true;
  const masked = maskOf(field, value);
  return masked !== value && isAlike(field, sent, masked);
}

/** Returns the message that another action has changed the field, with its person and the new value. */
export function changedFieldMessage(field: CompiledField, value: unknown, { by, at }: ContentChange): string {
  return `${field.title}已由${by}于${minuteText(new Date(at)).slice(5)}改为${quotedValue(field, value)}，与您填写的不同，请核对后再提交`;
}

const maxQuotedLength = 30;

function quotedValue(field: CompiledField, value: unknown): string {
  const shown = maskOf(field, value);
  const text =
    field.maskRule && typeof shown === 'string'
      ? shown
      : field.kind.text(field.kind.normalise(shown ?? null) ?? field.kind.empty, {
          props: field.props,
          options: field.options,
        });
  if (text === '') return '空';
  return text.length > maxQuotedLength ? `“${text.slice(0, maxQuotedLength)}…”` : `“${text}”`;
}

/** Checks that two values look the same on a client; row markers, and empty values of a group, are ignored. */
export function isAlike(field: CompiledField, left: unknown, right: unknown): boolean {
  return isSame(comparable(field, left), comparable(field, right));
}

const marks: readonly string[] = rowMarkers;

function comparable({ id, kind, columns }: CompiledField, value: unknown): unknown {
  const normal = kind.normalise(value ?? null) ?? value;
  return (
    mapEntries(columns.length === 0 ? null : normal, id, (entry) => {
      const values = mapValues(columns, entry, comparable);
      const isKept = (key: string) =>
        kind.nests === 'group' ? !isBlankValue(values[key]) : !marks.includes(key);
      return Object.fromEntries(Object.entries(values).filter(([key]) => isKept(key)));
    }) ?? normal
  );
}
