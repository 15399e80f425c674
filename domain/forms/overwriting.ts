import { minuteText } from '../calendar/local-date.ts';
import { mask } from '../sensitive/masks.ts';
import type { AuthorityByField } from './authority.ts';
import type { CompiledField, CompiledForm } from './compiled-form.ts';
import { type ContentChange, contentVersionAt, contentVersionOf, lastChangeOf } from './content-changes.ts';
import { rowMarkers } from './kinds/table/table.ts';
import { own } from './linkage.ts';
import { maskForm } from './mask.ts';
import type { FormValues } from './model.ts';
import { isSame } from './same-value.ts';

/** What a submission was typed upon. */
export interface SubmissionBasis {
  /** Changes of the stored content, as they are now. */
  changes: readonly ContentChange[];
  /** The version that the page was opened on; a client that keeps none is judged by `taskOpenedAt`. */
  contentVersion?: number | undefined;
  /** When the task began to wait for a person, as ISO text: no page of it is older. */
  taskOpenedAt: string;
  /** What the page was opened with, as far as the client says it (S1 §3 `initContent`). */
  initContent?: FormValues | undefined;
}

/** Checks that the version is one that a page of this content can have been opened on. */
export function isKnownVersion({ changes, contentVersion = 0 }: SubmissionBasis): boolean {
  return contentVersion <= contentVersionOf(changes);
}

/** Returns the version of a field that the sender of a submission has seen. */
export function versionSeen(
  form: CompiledForm,
  fieldId: string,
  stored: FormValues,
  authority: AuthorityByField,
  basis: SubmissionBasis,
): number {
  const { changes, contentVersion, taskOpenedAt, initContent = {} } = basis;
  if (contentVersion !== undefined) return contentVersion;
  const opened = contentVersionAt(changes, taskOpenedAt);
  const last = lastChangeOf(changes, fieldId);
  if (last === undefined || last.version <= opened || !Object.hasOwn(initContent, fieldId)) return opened;
  const shown = maskForm(form, stored, { authority, mayReveal: false }).values;
  const field = form.byId.get(fieldId);
  const isShown = field && isAlike(field, own(shown, fieldId), own(initContent, fieldId));
  return isShown ? last.version : opened;
}

/** Returns the last change of a field that the sender of a submission has not seen. */
export function unseenChange(
  form: CompiledForm,
  fieldId: string,
  stored: FormValues,
  authority: AuthorityByField,
  basis: SubmissionBasis,
): ContentChange | undefined {
  const last = lastChangeOf(basis.changes, fieldId);
  if (last === undefined) return undefined;
  return last.version > versionSeen(form, fieldId, stored, authority, basis) ? last : undefined;
}

/**
 * Leaves out the fields that come back as they were opened although another action has changed them since: the person
 * typed nothing there, so that the stored value stands.
 */
export function withoutUntouched(
  form: CompiledForm,
  stored: FormValues,
  submitted: FormValues,
  authority: AuthorityByField,
  basis: SubmissionBasis,
): FormValues {
  const { initContent = {} } = basis;
  const kept = Object.entries(submitted).filter(([id, sent]) => {
    const field = form.byId.get(id);
    if (!field || !unseenChange(form, id, stored, authority, basis)) return true;
    // A mask is never typed.
    if (isMask(field, sent)) return false;
    if (!Object.hasOwn(initContent, id)) return true;
    return !isAlike(field, sent, own(initContent, id));
  });
  return Object.fromEntries(kept);
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
