import { FieldAccess, settleAuthority } from '#domain/forms/authority.ts';
import type { CompiledForm } from '#domain/forms/compiled-form.ts';
import { isSame } from '#domain/forms/same-value.ts';
import type { FormSettings } from './form-content.ts';

/**
 * The state of a field that `allowEdit` opens where it would only be read (S1 §6): its link is offered, it is
 * open for typing, or its value was changed.
 */
export type ByLink = 'offered' | 'open' | 'changed';

/** The fields of a form that are read until their link is pressed, with what stood in them then. */
export class FieldsByLink {
  readonly #ids: ReadonlySet<string>;
  readonly #open = new Map<string, unknown>();
  readonly #changed = new Set<string>();
  /** As it stood before its link was pressed for the first time. */
  readonly #first = new Map<string, unknown>();

  constructor(form: CompiledForm, { authority, mode }: FormSettings) {
    this.#ids = mode === 'read' || form.frame !== undefined ? new Set() : raisedIn(form, authority);
  }

  stateOf(fieldId: string): ByLink | null {
    if (!this.#ids.has(fieldId)) return null;
    if (this.#open.has(fieldId)) return 'open';
    return this.#changed.has(fieldId) ? 'changed' : 'offered';
  }

  open(fieldId: string, value: unknown): void {
    if (!this.#ids.has(fieldId) || this.#open.has(fieldId)) return;
    this.#open.set(fieldId, value);
    if (!this.#first.has(fieldId)) this.#first.set(fieldId, value);
  }

  /** Closes it with what stands there now. */
  keep(fieldId: string, value: unknown): void {
    if (isSame(this.#first.get(fieldId), value)) this.#changed.delete(fieldId);
    else this.#changed.add(fieldId);
    this.#open.delete(fieldId);
  }

  /** Closes it; gives what stood there when it was opened. */
  drop(fieldId: string): unknown {
    const value = this.#open.get(fieldId);
    this.#open.delete(fieldId);
    return value;
  }
}

/** Fields that the node lets be read and the form lets be changed. A page of a third party draws its own as they come. */
function raisedIn(form: CompiledForm, authority: FormSettings['authority']): Set<string> {
  const given = settleAuthority(form, authority);
  return new Set([...form.allowEdit].filter((id) => given[id] === FieldAccess.readOnly));
}
