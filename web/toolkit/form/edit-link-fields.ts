import { FieldAccess, resolveAuthority } from '#domain/forms/authority.ts';
import type { CompiledForm } from '#domain/forms/compiled-form.ts';
import { isSame } from '#domain/forms/same-value.ts';
import type { FormSettings } from './form-content.ts';

/**
 * The state of a read-only field that `allowEdit` makes editable (S1 §6): its link is offered, it is open for
 * typing, or its value was changed.
 */
export type EditLinkState = 'offered' | 'open' | 'changed';

/** The fields of a form that are read-only until their link is pressed, with their values at that time. */
export class EditLinkFields {
  readonly #ids: ReadonlySet<string>;
  readonly #open = new Map<string, unknown>();
  readonly #changed = new Set<string>();
  /** Values before the link was pressed for the first time. */
  readonly #first = new Map<string, unknown>();

  constructor(form: CompiledForm, { authority, mode }: FormSettings) {
    this.#ids = mode === 'read' || form.frame !== undefined ? new Set() : editLinkFieldsOf(form, authority);
  }

  stateOf(fieldId: string): EditLinkState | null {
    if (!this.#ids.has(fieldId)) return null;
    if (this.#open.has(fieldId)) return 'open';
    return this.#changed.has(fieldId) ? 'changed' : 'offered';
  }

  open(fieldId: string, value: unknown): void {
    if (!this.#ids.has(fieldId) || this.#open.has(fieldId)) return;
    this.#open.set(fieldId, value);
    if (!this.#first.has(fieldId)) this.#first.set(fieldId, value);
  }

  /** Closes the field with its current value. */
  accept(fieldId: string, value: unknown): void {
    if (isSame(this.#first.get(fieldId), value)) this.#changed.delete(fieldId);
    else this.#changed.add(fieldId);
    this.#open.delete(fieldId);
  }

  /** Closes the field; returns its value at opening. */
  discard(fieldId: string): unknown {
    const value = this.#open.get(fieldId);
    this.#open.delete(fieldId);
    return value;
  }
}

/**
 * Returns the fields that the node makes read-only and the form makes editable. A third party's page draws
 * its own fields as they are.
 */
function editLinkFieldsOf(form: CompiledForm, authority: FormSettings['authority']): Set<string> {
  const accessByField = resolveAuthority(form, authority);
  return new Set([...form.allowEdit].filter((id) => accessByField[id] === FieldAccess.readOnly));
}
