import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { checkAttachedFiles, fileIdsIn, withStoredFileFacts } from '#domain/forms/attached-files.ts';
import {
  type AuthorityByField,
  applyAuthority,
  FieldAccess,
  fullAuthority,
} from '#domain/forms/authority.ts';
import { isBlankValue } from '#domain/forms/blank-value.ts';
import { boundValues, checkBoundFields, withBoundValues } from '#domain/forms/bound-fields.ts';
import { createComputing } from '#domain/forms/computed/computing.ts';
import { isKnownVersion, type SubmissionBasis, seenChanges } from '#domain/forms/concurrent-edits.ts';
import { type ContentChange, lastChanges } from '#domain/forms/content-changes.ts';
import { ownValue } from '#domain/forms/field-state.ts';
import { isTodayByDefault } from '#domain/forms/kinds/date/date.ts';
import { type FieldRuleCall, ruleCallsOfSubmission } from '#domain/forms/library-rules.ts';
import { type MergedForm, mergeSubmission, problemsOfMerged } from '#domain/forms/merge.ts';
import { withKeys } from '#domain/forms/merge-inside.ts';
import {
  checkOrganisations,
  type DirectoryName,
  withOfficialNames,
} from '#domain/forms/named-organisations.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import type { NodeButton, ProcessDefinition } from '#domain/workflow/model/model.ts';
import type { Crypto } from '#server/kernel/crypto/crypto.ts';
import { type AttachableFiles, checkSpace } from '#server/modules/records/files/service.ts';
import { checkChoices } from './check-choices.ts';
import { withCleanTexts } from './clean-texts.ts';
import { decryptContent, encryptContent } from './content-encryption.ts';
import type { PublishedForm } from './published-form.ts';

type Content = Record<string, unknown>;

/** A form of an order with decrypted content; values are decrypted when the content is first read. */
export interface OpenedForm {
  readonly form: PublishedForm;
  readonly content: Content;
  /** The last action that changed each field of the order's content. */
  readonly changes: readonly ContentChange[];
  /** Values of the content that were typed earlier and are not in the order. */
  readonly pending?: Content;
  /** Content of the order, if the shown content differs by typed values. */
  readonly stored?: Content;
  /**
   * Values typed before another action changed the field: the order's value counts, these are offered in
   * addition.
   */
  readonly typedBefore?: Content;
}

/** Encrypted pending values of a form: typed, and not yet in the order. */
export interface PendingContent {
  content: Content;
  /** Base version of each field: the version of the order's form on which it was typed, 0 for none. */
  openedOn: Readonly<Record<string, number>>;
}

/**
 * Returns the field authority of a node for a form; at a start without one the initiator may fill in all
 * fields.
 */
export function authorityAt(
  definition: ProcessDefinition,
  nodeId: string,
  formCode: string,
): AuthorityByField {
  const node = definition.nodes[nodeId];
  if (node?.kind !== 'userTask' && node?.kind !== 'start') return {};
  const named = node.fieldAuthority[formCode];
  if (named) return named;
  return node.kind === 'start' ? fullAuthority : {};
}

/** A form that a person submits, identified by its `formId`. */
export interface SubmittedForm extends Pick<SubmissionBasis, 'contentVersion'> {
  formId: string;
  content: Content;
  initContent?: Content | null | undefined;
}

export interface MergedForms {
  forms: OpenedForm[];
  /** Encrypted contents of the changed forms. */
  changed: {
    formCode: string;
    content: Content;
    fields: readonly string[];
    /** Values of the fields before the change. */
    previous: Content;
    overwritten: readonly string[];
    changes: readonly ContentChange[];
  }[];
  /** Encrypted fields that were typed with an action that fills in no form: stored separately. */
  pending: (PendingContent & { formCode: string })[];
  /** Paths begin with the form's code: `petition-letter.summary`. */
  problems: Problem[];
  /** Those of the problems that are choices which no interface has offered: nothing may be decided with them. */
  inventedChoices: Problem[];
  /** Contradictions between the form and the pressed button, with such paths. */
  contradictions: Problem[];
  /** Fields that another action changed unseen by the sender, with such paths. */
  concurrentEdits: Problem[];
  /** Rules of the library that the submission must satisfy if it has no problem, with such paths. */
  ruleCalls: FieldRuleCall[];
  /** Uploads that become files of the order: from then on every reader of the order may read them. */
  fileIdsToAttach: string[];
}

/** The node at which forms are merged, and its rules. */
export interface MergeContext {
  definition: ProcessDefinition;
  nodeId: string;
  /** Time at which the task was opened; undefined at a start, before which there are no changes. */
  taskOpenedAt?: string;
  now: Date;
  crypto: Crypto;
  files: AttachableFiles;
  directoryName: DirectoryName;
  /** The office's working days, for computed fields. */
  holidays?: HolidayTable | undefined;
  /**
   * True if the action fills in no form: only wrong values are problems, and typed values are stored
   * separately from the forms.
   */
  allowsIncomplete?: boolean;
  /** The pressed button, which the forms must not contradict, and the node's other buttons. */
  pressed?: { button: NodeButton; buttons: readonly NodeButton[] };
  /**
   * Encrypted typed values that the sender was shown over the stored forms, by form code: their masks may be
   * sent back.
   */
  pending?: ReadonlyMap<string, PendingContent>;
}

/**
 * Returns a form with the values typed at an earlier visit, if the node may still edit them. If an action has
 * changed a field since, the order's value counts.
 */
function withPendingContent(
  { form, content, changes }: OpenedForm,
  { content: sealed, openedOn }: PendingContent,
  authority: AuthorityByField,
  crypto: Crypto,
): OpenedForm {
  const typed = decryptContent(form.compiled, sealed, crypto);
  const last = lastChanges(changes);
  const isOld = (id: string) => (last.get(id)?.version ?? 0) > Number(ownValue(openedOn, id) ?? 0);
  const mergePart = (isIncluded: (id: string) => boolean) => {
    const fields = Object.fromEntries(Object.entries(typed).filter(([id]) => isIncluded(id)));
    const origin = { pending: fields, isStoredSeparately: true };
    return mergeSubmission(form.compiled, content, fields, authority, origin);
  };
  const merged = mergePart((id) => !isOld(id));
  const before = Object.keys(typed).some(isOld) ? changedValuesOf(form, mergePart(isOld)) : {};
  return {
    form,
    content: merged.values,
    changes,
    stored: content,
    pending: changedValuesOf(form, merged),
    ...(Object.keys(before).length > 0 && { typedBefore: before }),
  };
}

/**
 * Applies to a form the values that remained after a return or a delegation (`remainingValues`), or the person's
 * later draft (`draftValues`). With a draft, `earlierContents` are the contents without it: a secret that is in none
 * of them was typed in the draft.
 */
export function withPendingValues(
  opened: OpenedForm,
  {
    remainingValues,
    draftValues,
  }: { remainingValues?: PendingContent | undefined; draftValues?: PendingContent | undefined },
  authority: AuthorityByField,
  crypto: Crypto,
): { form: OpenedForm; earlierContents?: readonly Content[] } {
  const returned = remainingValues ? withPendingContent(opened, remainingValues, authority, crypto) : opened;
  if (!draftValues) return { form: returned };
  const form = withPendingContent(opened, draftValues, authority, crypto);
  return { form, earlierContents: [opened.content, returned.content] };
}

/** Returns the values that a merge changed, table rows with their keys. */
function changedValuesOf({ compiled }: PublishedForm, { values, changed, rowKeys }: MergedForm): Content {
  return Object.fromEntries(
    changed.map((id) => {
      const field = compiled.byId.get(id);
      return [id, field ? withKeys(field, id, values[id], rowKeys) : values[id]];
    }),
  );
}

/**
 * Merges submitted values into the forms (only those that this node may edit), then validates each resulting
 * form; a form that was not sent is validated as stored. Of its files only the ids are used (`findFiles`
 * returns their facts).
 */
export function mergeForms(
  opened: readonly OpenedForm[],
  submitted: readonly SubmittedForm[],
  context: MergeContext,
): MergedForms {
  const problems = problemsOfLostForms(opened, submitted);
  const result: MergedForms = {
    forms: [],
    changed: [],
    pending: [],
    problems,
    inventedChoices: [],
    contradictions: [],
    concurrentEdits: [],
    ruleCalls: [],
    fileIdsToAttach: [],
  };
  // Values that are stored separately are typed ones; the form computes the others again when it is opened.
  const { now, allowsIncomplete, holidays } = context;
  const computing = allowsIncomplete ? undefined : createComputing({ today: localDateOf(now), holidays });
  const sizesToAttach = new Map<string, number>();
  for (const openedForm of opened) {
    const { form } = openedForm;
    const sent = submitted.find(({ formId }) => formId === form.id);
    const authority = authorityAt(context.definition, context.nodeId, form.code);
    if (!sent && (context.allowsIncomplete || !mayEditAnyField(form, authority))) {
      result.forms.push(openedForm);
      continue;
    }
    const { content, changes } = openedForm;
    const basis = basisOf(sent, changes, context);
    if (basis && !isKnownVersion(basis)) {
      const field = `workorderForms.${submitted.findIndex(({ formId }) => formId === form.id)}.contentVersion`;
      result.problems.push({ field, message: '表单打开时的版本不正确，请刷新页面后重试' });
    }
    const submittedContent = withBoundValues(
      form.compiled,
      content,
      sent?.content ?? {},
      boundValues(context.pressed?.button.binds, form.code),
    );
    const submission = withOfficialNames(
      form.compiled,
      withStoredFileFacts(
        form.compiled,
        withCleanTexts(form.compiled, submittedContent, content),
        content,
        context.files.known,
      ),
      context.directoryName,
    );
    const typedContent = context.pending?.get(form.code);
    const shownForm = typedContent && withPendingContent(openedForm, typedContent, authority, context.crypto);
    const merged = mergeSubmission(form.compiled, content, submission, authority, {
      pending: shownForm && { ...shownForm.typedBefore, ...shownForm.pending },
      basis,
      isStoredSeparately: context.allowsIncomplete,
      computing,
    });
    // A linkage may have set a text of the form's author, which was not submitted.
    const cleanTexts = { ...content, ...submission };
    Object.assign(merged.values, withCleanTexts(form.compiled, merged.values, cleanTexts));
    result.concurrentEdits.push(...merged.concurrentEdits.map((problem) => prefixField(form.code, problem)));
    const choiceProblems = checkChoices(openedForm, merged, shownForm, { ...context, authority });
    result.inventedChoices.push(...choiceProblems.map((problem) => prefixField(form.code, problem)));
    const attached = checkAttachedFiles(form.compiled, merged.values, content, context.files.known);
    for (const { id, size } of attached.filesToAttach) sizesToAttach.set(id, size);
    const problems = [
      ...problemsOfMerged(form.compiled, merged, authority, { now, allowsIncomplete, computing }),
      ...attached.problems,
      ...choiceProblems,
      ...checkOrganisations(form.compiled, merged.values, content, context.directoryName),
    ];
    result.problems.push(...problems.map((problem) => prefixField(form.code, problem)));
    if (context.pressed) {
      const { button, buttons } = context.pressed;
      const contradictions = checkBoundFields(form.compiled, merged.values, button, buttons);
      result.contradictions.push(...contradictions.map((problem) => prefixField(form.code, problem)));
    }
    if (context.allowsIncomplete) {
      result.forms.push({ form, content, changes });
      const typedChanges = {
        ...merged,
        changed: merged.changed.filter((id) => !isDefaultToday(form, merged, id, context)),
      };
      if (typedChanges.changed.length > 0) {
        const typed = encryptContent(form.compiled, changedValuesOf(form, typedChanges), context.crypto);
        const seenVersions = basis && seenChanges(form.compiled, content, authority, basis);
        const openedOn = Object.fromEntries(
          typedChanges.changed.map((id) => [id, seenVersions?.versionOf(id) ?? 0]),
        );
        result.pending.push({ formCode: form.code, content: typed, openedOn });
      }
      continue;
    }
    result.forms.push({ form, content: merged.values, changes });
    result.ruleCalls.push(...ruleCallsOfSubmission(form.compiled, merged.values, authority, computing));
    if (merged.changed.length > 0) {
      const sealed = encryptContent(form.compiled, merged.values, context.crypto);
      const { changed: fields } = merged;
      const previous = encryptContent(form.compiled, valuesOf(content, fields), context.crypto);
      const overwritten = fields.filter((id) => !isBlankValue(ownValue(content, id)));
      result.changed.push({ formCode: form.code, content: sealed, fields, previous, overwritten, changes });
    }
  }
  result.problems.push(...checkSpace(context.files, [...sizesToAttach.values()]));
  result.fileIdsToAttach = [...sizesToAttach.keys()];
  return result;
}

/**
 * Checks whether the value of a field is the date of today that the form filled in by default; it is not stored,
 * because it would be outdated when the task is opened again.
 */
function isDefaultToday(
  { compiled }: PublishedForm,
  { values }: MergedForm,
  id: string,
  { now }: Pick<MergeContext, 'now'>,
): boolean {
  const field = compiled.byId.get(id);
  return field !== undefined && isTodayByDefault(field) && values[id] === localDateOf(now);
}

/**
 * Returns which content the sender had seen; for a form that was not sent, the content when the task opened.
 */
function basisOf(
  sent: SubmittedForm | undefined,
  changes: readonly ContentChange[],
  { taskOpenedAt }: Pick<MergeContext, 'taskOpenedAt'>,
): SubmissionBasis | undefined {
  if (taskOpenedAt === undefined) return undefined;
  const { contentVersion, initContent } = sent ?? {};
  return { changes, contentVersion, taskOpenedAt, initContent: initContent ?? undefined };
}

/** Returns the values of these fields; those without a value are left out. */
function valuesOf(content: Content, fields: readonly string[]): Content {
  return Object.fromEntries(fields.flatMap((id) => (Object.hasOwn(content, id) ? [[id, content[id]]] : [])));
}

function prefixField(formCode: string, { field, message }: Problem): Problem {
  return { field: `${formCode}.${field}`, message };
}

/**
 * Checks whether some field may be edited. If none may, the form needs no merge, no
 * linkage and no check, so that its content need not be read.
 */
function mayEditAnyField(form: PublishedForm, authority: AuthorityByField): boolean {
  return Object.values(applyAuthority(form.compiled, authority)).includes(FieldAccess.editable);
}

/**
 * Returns a problem for each form that the order does not have, or that was sent twice, because its values
 * would be lost silently.
 */
function problemsOfLostForms(opened: readonly OpenedForm[], submitted: readonly SubmittedForm[]): Problem[] {
  return submitted.flatMap(({ formId }, index) => {
    const field = `workorderForms.${index}.formId`;
    if (!opened.some(({ form }) => form.id === formId)) return [{ field, message: '表单不属于该办件' }];
    const isSecond = submitted.findIndex((sent) => sent.formId === formId) < index;
    return isSecond ? [{ field, message: '同一表单不能重复提交' }] : [];
  });
}

export function openForm(
  form: PublishedForm,
  sealed: Content,
  crypto: Crypto,
  changes: readonly ContentChange[] = [],
): OpenedForm {
  let opened: Content | undefined;
  return {
    form,
    changes,
    get content() {
      opened ??= decryptContent(form.compiled, sealed, crypto);
      return opened;
    },
  };
}

/** Returns ids of new files in a submission, for `findFiles`. */
export function newFileIds(opened: readonly OpenedForm[], submitted: readonly SubmittedForm[]): string[] {
  return opened.flatMap((stored) => {
    const { compiled } = stored.form;
    const sent = fileIdsIn(
      compiled,
      submitted.find(({ formId }) => formId === stored.form.id)?.content ?? {},
    );
    if (sent.length === 0) return [];
    const before = new Set(fileIdsIn(compiled, stored.content));
    return sent.filter((id) => !before.has(id));
  });
}
