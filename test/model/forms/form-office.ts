import { randomBytes } from 'node:crypto';
import type { Actor } from '#domain/access/actor.ts';
import type { AuthorityByField } from '#domain/forms/authority.ts';
import { type ContentChange, withChange } from '#domain/forms/content-changes.ts';
import type { FieldModel } from '#domain/forms/model.ts';
import { mayContainMasks } from '#domain/forms/returned-masks.ts';
import { buildForm, buildModel } from '#domain/forms/test-forms.ts';
import { visitsWithPendingForms } from '#domain/workflow/actions/queries.ts';
import type { OrderState, ProcessDefinition, Task } from '#domain/workflow/model/model.ts';
import { createCrypto } from '#server/kernel/crypto/crypto.ts';
import { PreencodedJson } from '#server/kernel/http/preencoded-json.ts';
import { formsOfDraft, formsWithPendingValues } from '#server/modules/cases/handling/forms/draft-forms.ts';
import type { PendingFormValues } from '#server/modules/cases/handling/forms/pending-values.ts';
import {
  authorityAt,
  encryptContent,
  mergeForms,
  openForm,
  type PendingContent,
  presentForm,
  presentPendingForm,
  type SubmittedForm,
  withPendingValues,
} from '#server/modules/design/forms/service.ts';
import { noFiles } from '#server/modules/records/files/service.ts';

export type Values = Record<string, unknown>;

const text: FieldModel = { id: 'a', title: '甲', 'x-component': 'single-line' };
const secret = { 'x-secret': true, 'x-secret-rule': 'mobile', 'x-encryption': true } as const;
const model = buildModel([
  text,
  { ...text, id: 'b' },
  // Set by a rule of the form, replacing typed values.
  {
    ...text,
    id: 'c',
    linkage: [{ when: { field: 'b', is: 'regexp', value: '[05]$' }, effects: [{ setValue: '照办' }] }],
  },
  { ...text, ...secret, id: 's' },
  {
    id: 'd',
    title: '丁',
    'x-component': 'table',
    columns: [text, { ...text, ...secret, id: 'phone' }],
  },
]);
export const fieldIds = ['a', 'b', 'c', 's', 'd'] as const;
export const ruledField = 'c';
export const formId = 'model:1';
const formCode = 'model';
const published = {
  id: formId,
  code: formCode,
  version: 1,
  name: '模型',
  model,
  structure: new PreencodedJson(model),
  compiled: buildForm(model.schema.fields),
};

/**
 * The forms of one order as the server stores them: contents, values left by returns, values that people have
 * staged.
 */
export class FormOffice {
  readonly crypto = createCrypto([randomBytes(32)]);
  readonly definition: ProcessDefinition;
  changes: readonly ContentChange[] = [];
  #sealed: Values = {};
  /** By the number of the visit. */
  readonly #kept = new Map<number, PendingContent>();
  /** By task and person. */
  readonly #staged = new Map<string, PendingContent>();

  constructor(definition: ProcessDefinition) {
    this.definition = definition;
  }

  get stored(): Values {
    return this.#opened.content;
  }

  get #opened() {
    return openForm(published, this.#sealed, this.crypto, this.changes);
  }

  authorityAt(task: Task): AuthorityByField {
    return authorityAt(this.definition, task.nodeId, formCode);
  }

  #findPendingValues(
    state: OrderState,
    task: Task,
    { staffId }: Actor,
  ): { remainingValues: PendingFormValues; draftValues: PendingFormValues } {
    const visits = visitsWithPendingForms(state, task).map(({ id }) => id);
    // The newest comes last.
    const kept = visits.sort((one, other) => one - other).flatMap((id) => this.#kept.get(id) ?? []);
    const staged = this.#staged.get(`${task.id} ${staffId}`);
    return {
      remainingValues: new Map(kept.map((typed) => [formCode, typed])),
      draftValues: new Map(staged ? [[formCode, staged]] : []),
    };
  }

  /** Returns the form as the page of the task shows it to this person. */
  show(state: OrderState, task: Task, actor: Actor) {
    const { remainingValues, draftValues } = this.#findPendingValues(state, task, actor);
    const pending = {
      remainingValues: remainingValues.get(formCode),
      draftValues: draftValues.get(formCode),
    };
    const authority = this.authorityAt(task);
    const { form, earlierContents } = withPendingValues(this.#opened, pending, authority, this.crypto);
    return earlierContents
      ? presentPendingForm(form, earlierContents, authority)
      : presentForm(form, authority);
  }

  /**
   * Merges the values of a page, for an action that fills in the form, or for one that only keeps what was
   * typed.
   */
  merge(
    state: OrderState,
    task: Task,
    actor: Actor,
    sent: readonly SubmittedForm[],
    { allowsIncomplete, now }: { allowsIncomplete: boolean; now: Date },
  ) {
    const { remainingValues, draftValues } = this.#findPendingValues(state, task, actor);
    const hasMarks = sent.some(({ content }) => mayContainMasks(published.compiled, content));
    return mergeForms([this.#opened], sent, {
      definition: this.definition,
      nodeId: task.nodeId,
      taskOpenedAt: task.openedAt,
      now,
      crypto: this.crypto,
      files: noFiles,
      directoryName: () => undefined,
      allowsIncomplete,
      pending: hasMarks ? new Map([...remainingValues, ...draftValues]) : new Map(),
    });
  }

  /** Stores the result of an action. */
  write(merged: ReturnType<FormOffice['merge']>, act: Omit<ContentChange, 'fields'>): void {
    for (const { content, fields, changes } of merged.changed) {
      this.#sealed = content;
      this.changes = withChange(changes, { ...act, fields });
    }
  }

  keep(merged: ReturnType<FormOffice['merge']>, task: Task): void {
    for (const { content, openedOn } of merged.pending) this.#kept.set(task.id, { content, openedOn });
  }

  /** Stages the sent values; returns any objections. */
  stage(
    state: OrderState,
    task: Task,
    actor: Actor,
    { content, ...basis }: Omit<SubmittedForm, 'formId'>,
    now: Date,
  ) {
    const pending = this.#findPendingValues(state, task, actor);
    const input = { id: formId, content, initContent: null, ...basis };
    const sent = formsWithPendingValues([this.#opened], pending, [input as never], this.crypto);
    const merged = this.merge(state, task, actor, sent, { allowsIncomplete: true, now });
    if (merged.problems.length > 0) return merged.problems;
    const [form] = formsOfDraft(sent, merged.pending, pending).forms;
    if (form)
      this.#staged.set(`${task.id} ${actor.staffId}`, { content: form.content, openedOn: form.openedOn });
    return [];
  }

  begin(content: Values): void {
    this.#sealed = encryptContent(published.compiled, content, this.crypto);
  }
}
