import { minuteText } from '../calendar/local-date.ts';
import { mask } from '../sensitive/masks.ts';
import type { AuthorityByField } from './authority.ts';
import type { CompiledField, CompiledForm } from './compiled-form.ts';
import { type ContentChange, contentVersionAt, contentVersionOf, lastChanges } from './content-changes.ts';
import { rowMarkers } from './kinds/table/table.ts';
import { own } from './linkage.ts';
import { maskForm } from './mask.ts';
import type { FormValues } from './model.ts';
import { isSame } from './same-value.ts';

/** The content that a submission was typed upon. */
export interface SubmissionBasis {
  /** Changes of the stored content, as they are now. */
  changes: readonly ContentChange[];
  /** The version that the page was opened on; a client that keeps none is judged by `taskOpenedAt`. */
  contentVersion?: number | undefined;
  /** Moment at which the task began to wait for a person, as ISO text: no page of it is older. */
  taskOpenedAt: string;
  /** The values that the page was opened with, as far as the client says it (S1 §3 `initContent`). */
  initContent?: FormValues | undefined;
}

/** Checks that the version is one that a page of this content can have been opened on. */
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
 * Compares the content on which a submission was typed with the changes of the content; values that all fields
 * share are computed once.
 */
export function seenChanges(
  form: CompiledForm,
  stored: FormValues,
  authority: AuthorityByField,
  { changes, contentVersion, taskOpenedAt, initContent = {} }: SubmissionBasis,
): SeenChanges {
  const last = lastChanges(changes);
  const opened = contentVersion ?? contentVersionAt(changes, taskOpenedAt);
  let shown: FormValues | undefined;
  const wasShown = (fieldId: string): boolean => {
    const field = form.byId.get(fieldId);
    if (!field || !Object.hasOwn(initContent, fieldId)) return false;
    shown ??= maskForm(form, stored, { authority, mayReveal: false }).values;
    return isAlike(field, own(shown, fieldId), own(initContent, fieldId));
  };
  const unseen = (fieldId: string) => {
    const change = last.get(fieldId);
    if (change === undefined || change.version <= opened) return undefined;
    return contentVersion === undefined && wasShown(fieldId) ? undefined : change;
  };
  const versionOf = (fieldId: string) =>
    contentVersion === undefined && unseen(fieldId) === undefined
      ? Math.max(opened, last.get(fieldId)?.version ?? 0)
      : opened;
  return { versionOf, unseen };
}

/**
 * Leaves out the fields that come back as they were opened although another action has changed them since: the
 * person typed no value there, so that the stored value stands. Values that were `typed` earlier and shown over the
 * stored ones stay the person's own, also where they come back as masks.
 */
export function withoutUntouched(
  form: CompiledForm,
  submitted: FormValues,
  {
    basis: { initContent = {} },
    seen,
    typed,
  }: { basis: SubmissionBasis; seen: SeenChanges; typed: FormValues },
): FormValues {
  const kept = Object.entries(submitted).filter(([id, sent]) => {
    const field = form.byId.get(id);
    if (!field || !seen.unseen(id)) return true;
    if (Object.hasOwn(typed, id) && isShownAs(field, own(typed, id), sent)) return true;
    // A mask is never typed.
    if (isMask(field, sent)) return false;
    if (!Object.hasOwn(initContent, id)) return true;
    return !isAlike(field, sent, own(initContent, id));
  });
  return Object.fromEntries(kept);
}

/** Checks that a client which was sent `value` shows and sends `sent`. */
function isShownAs(field: CompiledField, value: unknown, sent: unknown): boolean {
  if (isAlike(field, sent, value)) return true;
  const { secret } = field;
  return secret !== undefined && typeof value === 'string' && value !== '' && sent === mask(secret, value);
}

/** Says at a field that another action has changed it, from whom and to what. */
export function overwriteMessage(field: CompiledField, value: unknown, { by, at }: ContentChange): string {
  return `${field.title}已由${by}于${minuteText(new Date(at)).slice(5)}改为${quoted(field, value)}，与您填写的不同，请核对后再提交`;
}

export function isMask({ secret }: CompiledField, sent: unknown): boolean {
  return (
    secret !== undefined && typeof sent === 'string' && sent.includes('*') && mask(secret, sent) === sent
  );
}

const longestText = 30;

function quoted(field: CompiledField, value: unknown): string {
  const text =
    field.secret && typeof value === 'string'
      ? mask(field.secret, value)
      : field.kind.text(field.kind.normalise(value ?? null) ?? field.kind.empty, {
          props: field.props,
          options: field.options,
        });
  if (text === '') return '空';
  return text.length > longestText ? `“${text.slice(0, longestText)}…”` : `“${text}”`;
}

/** Checks that a client shows and sends the same value; marks of rows are no part of it. */
export function isAlike({ kind, columns }: CompiledField, left: unknown, right: unknown): boolean {
  const plain = (value: unknown) => {
    const normal = kind.normalise(value ?? null) ?? value;
    return columns.length === 0 || !Array.isArray(normal) ? normal : normal.map(withoutMarks);
  };
  return isSame(plain(left), plain(right));
}

function withoutMarks(row: unknown): unknown {
  if (typeof row !== 'object' || row === null) return row;
  const marks: readonly string[] = rowMarkers;
  return Object.fromEntries(Object.entries(row).filter(([key]) => !marks.includes(key)));
}
