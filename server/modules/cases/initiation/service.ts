import type { RefusalOf } from '#contract/endpoint.ts';
import { type InitiateInput, initiation } from '#contract/initiation.ts';
import { checkApplicant } from '#domain/applicants/check-applicant.ts';
import { normaliseApplicant, normaliseCertCode } from '#domain/applicants/normalise-applicant.ts';
import { localDateOf, yearOf } from '#domain/calendar/local-date.ts';
import { initialValues } from '#domain/forms/compiled-form.ts';
import { repeatsUnfinishedOrder } from '#domain/items/petition-fields.ts';
import { isRefusal, type Problem, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { ProcessDefinition } from '#domain/workflow/model/model.ts';
import { inSharedTransaction } from '#server/kernel/database/shared-transaction.ts';
import { violatedKey } from '#server/kernel/database/violated-key.ts';
import { type AnswerText, writeAnswer } from '#server/kernel/http/envelope.ts';
import { derivedKeysByTime, repeatAnswer } from '#server/kernel/http/idempotency.ts';
import {
  codePlaceholder,
  type Decision,
  type DecisionRequest,
  decideAndRecord,
  type NewOrder,
  notifyClients,
  orderFacts,
  type PetitionOfOrder,
  writeDecision,
} from '#server/modules/cases/decisions/service.ts';
import { type Caller, findStoredAnswer, openedNodeNames } from '#server/modules/cases/handling/service.ts';
import {
  auditDetailOfPetition,
  checkPetition,
  type PetitionOfStart,
  petitionOfOrder,
} from '#server/modules/cases/petitions/service.ts';
import { mayRead } from '#server/modules/cases/work-orders/service.ts';
import { findCurrentItem, type ItemRecord } from '#server/modules/design/catalogue/service.ts';
import {
  encryptContent,
  factsOf,
  getPublishedForm,
  type MergedForms,
  mergeForms,
  newFileIds,
  openForm,
  ruleValuesOf,
} from '#server/modules/design/forms/service.ts';
import { getPublishedProcess } from '#server/modules/design/processes/service.ts';
import {
  createRuleResults,
  createRuleRunner,
  problemsOfFieldRules,
  type RuleResults,
} from '#server/modules/design/rules/service.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import { currentDirectory, directoryNames } from '#server/modules/organisation/organisations/service.ts';
import { fileAttachedElsewhere, findFiles } from '#server/modules/records/files/service.ts';
import { ownApplicant } from './own-applicant.ts';
import { findBlockingOrder, type UnfinishedOrderRow } from './queries.ts';
import { describeUnfinished, hasReachedHitLimit, recordHit } from './repeat-check.ts';
import { type NormalisedApplicant, sealApplicant } from './seal-applicant.ts';
import { titleIn, unprotectedTitleFields } from './title.ts';

export {
  cleanUpDrafts,
  deleteDrafts,
  listDrafts,
  readDraft,
  restoreDrafts,
  saveDraft,
  updateDraftTitles,
} from './drafts.ts';
export { exportableDrafts } from './exportable-drafts.ts';
export { checkDuplicate, findUnfinishedOrder } from './repeat-check.ts';

/** Everything that the decision to start needs, read and checked before the transaction. */
interface PreparedStart {
  item: ItemRecord;
  definition: ProcessDefinition;
  merged: MergedForms;
  /** Results of the rules that the conditions of the process read. */
  rules: RuleResults;
  applicant: NormalisedApplicant;
  title: string;
  serveTypes: string[];
  /** True if no other order of its applicant and item may be started while it is unfinished (duplicate check). */
  blocksDuplicates: boolean;
  petition: PetitionOfStart;
}

/** Returns keys under which this start may have been made before, its own first. See docs/decisions/0060. */
function startKeys(caller: Caller): [string, ...string[]] {
  return caller.idempotencyKey === undefined
    ? derivedKeysByTime(caller, caller.context.now())
    : [caller.idempotencyKey];
}

type InitiateRefusal = RefusalOf<typeof initiation.initiate>;

/** Starts an order, once for a key: a repeated key gets the first answer with the same code. */
export async function initiate(caller: Caller, input: InitiateInput): Promise<AnswerText | InitiateRefusal> {
  const { context, actor } = caller;
  const [key, ...otherKeys] = startKeys(caller);
  const certCode = normaliseCertCode(input.applyer.certCategory, input.applyer.certCode);
  const certDigest = certCode === '' ? null : context.crypto.searchHash(certCode);
  // Queried in parallel, because each query is a round trip.
  const [earlierAnswer, item, unfinished] = await Promise.all([
    findStoredAnswer(context.db, actor.staffId, key, ...otherKeys),
    findCurrentItem(context.db, input.taskCode),
    certDigest === null ? undefined : findBlockingOrder(context.db, input.taskCode, certDigest),
  ]);
  if (earlierAnswer) return repeatAnswer(earlierAnswer, caller.requestHash);
  const started = await startPreparedOrder(
    { ...caller, idempotencyKey: key },
    input,
    await prepare(caller, input, item, unfinished),
  );
  if (!isRefusal(started) || started.refused !== 'unfinishedOrderExists') return started;
  // The unfinished order may have been started by a repetition of this request since the first check of the
  // key.
  const repeated = await findStoredAnswer(context.db, actor.staffId, key);
  if (repeated) return repeatAnswer(repeated, caller.requestHash);
  return (await recordHit(caller, input.taskCode)) ?? started;
}

async function startPreparedOrder(
  caller: Caller,
  input: InitiateInput,
  prepared: PreparedStart | InitiateRefusal,
): Promise<AnswerText | InitiateRefusal> {
  if (isRefusal(prepared)) return prepared;
  const { context, actor, idempotencyKey: key = '' } = caller;
  try {
    return await start(caller, input, prepared);
  } catch (error) {
    const constraint = violatedKey(error);
    // The unique keys decide a race: either a repetition of this request has started the order meanwhile, or
    // another request has.
    if (constraint === 'idempotency_keys_pkey') {
      return repeatAnswer(await findStoredAnswer(context.db, actor.staffId, key), caller.requestHash);
    }
    if (constraint === 'unfinished_applications_pkey')
      return refuseUnfinished(caller, prepared.item, await findConcurrentOrder(caller, prepared));
    if (constraint === 'files_of_one_order') return fileAttachedElsewhere;
    if (constraint === 'petition_links_stage') {
      return refuse('badInput', { problems: [{ field: 'reviewOf', message: '该办件刚刚已申请复查或复核' }] });
    }
    throw error;
  }
}

async function prepare(
  caller: Caller,
  input: InitiateInput,
  item: ItemRecord | undefined,
  unfinished: UnfinishedOrderRow | undefined,
): Promise<PreparedStart | InitiateRefusal> {
  const { context } = caller;
  if (!item) return refuse('itemNotAvailable');
  if (item.id !== input.itemDeployId) {
    return refuse('itemNotAvailable', { message: '该事项已发布新版本，请刷新页面后重新填写' });
  }
  const { definition } = await getPublishedProcess(context.db, item.process_definition_id);
  const forms = await Promise.all(
    item.form_definition_ids.map(async (id) => {
      const form = await getPublishedForm(context.db, id);
      return openForm(form, initialValues(form.compiled), context.crypto);
    }),
  );
  const now = context.now();
  const files = await findFiles(context.db, context, caller.actor, {
    workorderId: null,
    ids: newFileIds(forms, input.workorderForms),
    mayRead: (actor, id) => mayRead(context.db, actor, { id }),
  });
  const merged = mergeForms(forms, input.workorderForms, {
    definition,
    nodeId: definition.startId,
    now,
    crypto: context.crypto,
    files,
    directoryName: directoryNames(await currentDirectory(context.db)),
    holidays: await currentHolidays(context.db),
  });
  const serveTypes = input.serveType?.length ? input.serveType : item.serve_types.slice(0, 1);
  const own = item.own_matter ? await ownApplicant(caller, input.applyer) : undefined;
  const applyer = own?.applicant ?? input.applyer;
  const applicantProblems = own?.problems.length
    ? own.problems
    : checkApplicant(applyer, item.applicant_word);
  const problems: Problem[] = [
    ...applicantProblems.map(({ field, message }) => ({ field: `applyer.${field}`, message })),
    ...merged.problems,
    ...checkServeTypes(serveTypes, item),
  ];
  if (problems.length > 0) return refuse('badInput', { problems });
  const runner = createRuleRunner(context, caller.actor.staffId);
  const ruleProblems = await problemsOfFieldRules(runner, merged.ruleCalls);
  if (isRefusal(ruleProblems)) return ruleProblems;
  if (ruleProblems.length > 0) return refuse('badInput', { problems: ruleProblems });
  const applicant = normaliseApplicant(applyer, item.applicant_word);
  const blockingOrder = item.duplicate_check
    ? own
      ? await findBlockingOrder(context.db, item.task_code, context.crypto.searchHash(applicant.certCode))
      : unfinished
    : undefined;
  const contents = Object.fromEntries(merged.forms.map(({ form, content }) => [form.code, content]));
  // 复查 and 复核 are rights of their own: another petition of the person does not block them.
  if (
    blockingOrder &&
    input.reviewOf === undefined &&
    !repeatsUnfinishedOrder(item.petition_fields?.original, contents, blockingOrder.code)
  ) {
    return refuseUnfinished(caller, item, blockingOrder);
  }
  const petition = await checkPetition(caller, {
    item,
    judgement: input.judgement,
    reviewOf: input.reviewOf,
    applicant,
    contents,
  });
  if (Array.isArray(petition)) return refuse('badInput', { problems: petition });
  // After the last hit every number is refused, whether or not it has an open order.
  if (blockingOrder && (await hasReachedHitLimit(caller))) return refuse('tooManyRequests');
  return {
    item,
    definition,
    merged,
    rules: createRuleResults(runner, () => ruleValuesOf(merged.forms)),
    applicant,
    title:
      titleIn(
        await unprotectedTitleFields(context.db, item),
        merged.forms.map(({ content }) => content),
      ) ?? item.name,
    serveTypes,
    blocksDuplicates: item.duplicate_check && applicant.certCode !== '' && !blockingOrder,
    petition,
  };
}

/** Finds the order that another request has started during this start; undefined if it has already ended. */
function findConcurrentOrder({ context: { db, crypto } }: Caller, { item, applicant }: PreparedStart) {
  return findBlockingOrder(db, item.task_code, crypto.searchHash(applicant.certCode));
}

/** Refuses with the same text as the call of the duplicate check (S1 §5), whenever the other order is found. */
async function refuseUnfinished(
  caller: Caller,
  item: ItemRecord,
  unfinishedOrder: UnfinishedOrderRow | undefined,
): Promise<Refusal<'unfinishedOrderExists'>> {
  if (unfinishedOrder === undefined) return refuse('unfinishedOrderExists');
  const { msg } = await describeUnfinished(caller, item.applicant_word, unfinishedOrder);
  return refuse('unfinishedOrderExists', { message: msg });
}

/** Checks that the item offers the ways in which the order was received. */
function checkServeTypes(serveTypes: readonly string[], item: ItemRecord): Problem[] {
  const offeredTypes: readonly string[] = item.serve_types;
  return serveTypes.every((type) => offeredTypes.includes(type))
    ? []
    : [{ field: 'serveType', message: '请选择收件方式' }];
}

async function start(
  caller: Caller,
  input: InitiateInput,
  prepared: PreparedStart,
): Promise<AnswerText | InitiateRefusal> {
  const { context, actor } = caller;
  const { item, definition, merged, rules, title } = prepared;
  const now = context.now();
  const [directory, holidays] = await Promise.all([
    currentDirectory(context.db),
    currentHolidays(context.db),
  ]);
  const id = context.newId();
  const orderName = { id, taskCode: item.task_code, areaCode: item.area_code, title };
  const newOrder = newOrderOf(caller, input, prepared, now);
  const request: DecisionRequest = {
    order: { ...orderName, start: newOrder },
    command: { action: 'start' },
    definition,
    actor,
    at: now,
    facts: { ...factsOf(merged.forms), order: orderFacts(orderName) },
    findRuleResult: rules.find,
    directory,
    holidays,
    forms: { changed: [], pending: [], fileIdsToAttach: merged.fileIdsToAttach },
    requestId: caller.requestId,
    signer: context.crypto,
    answer: ({ stateAfter, dueAt }) => ({
      key: caller.idempotencyKey ?? '',
      endpoint: caller.endpoint.path,
      requestHash: caller.requestHash,
      answer: writeAnswer(initiation.initiate, {
        workorderId: id,
        workorderCode: codePlaceholder,
        title,
        message: `办件已提交，办件流水号：${codePlaceholder}`,
        nextNodeNames: openedNodeNames({ stateBefore: { tasks: [] }, stateAfter, definition }),
        dueAt: dueAt?.toISOString() ?? null,
      }),
    }),
  };
  const decision = await rules.settle(() => decideAndRecord(request));
  if (isRefusal(decision)) return decision;
  const { petition } = newOrder;
  const written = await inSharedTransaction(
    context.db,
    // Every start locks the counter of the year until its commit.
    (tx) => writeDecision(tx, petition ? withPetition(decision, petition) : decision),
    'sequential',
  );
  notifyClients(context, decision);
  return {
    answerText: (decision.idempotency?.answer ?? '').replaceAll(codePlaceholder, written?.code ?? ''),
  };
}

/** Adds the petition's part to the audit record of a start. */
function withPetition(decision: Decision, petition: PetitionOfOrder): Decision {
  const detail = { ...decision.audit.detail, petition: auditDetailOfPetition(petition) };
  return { ...decision, audit: { ...decision.audit, detail } };
}

function newOrderOf(
  { context, actor }: Caller,
  { draftId }: InitiateInput,
  { item, merged, applicant, title, serveTypes, blocksDuplicates, petition }: PreparedStart,
  now: Date,
): NewOrder {
  const { crypto } = context;
  return {
    businessItemId: item.id,
    itemName: item.name,
    title,
    processDefinitionId: item.process_definition_id,
    areaName: item.area_name,
    orgId: actor.orgId,
    serveTypes,
    forms: merged.forms.map(({ form, content }) => ({
      formCode: form.code,
      formDefinitionId: form.id,
      content: encryptContent(form.compiled, content, crypto),
    })),
    applicant: sealApplicant(applicant, crypto),
    blocksDuplicates,
    draftId: draftId ?? null,
    year: yearOf(localDateOf(now)),
    petition: petitionOfOrder(context, petition),
    limit: petition.stage?.limit,
  };
}
