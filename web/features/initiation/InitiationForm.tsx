import { useQueryClient } from '@tanstack/react-query';
import { Alert } from 'antd';
import { lazy, type Ref, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { initiation } from '#contract/initiation.ts';
import { applicantTexts } from '#domain/applicants/applicant-texts.ts';
import { type Problem, refusalRow } from '#domain/refusals/refusals.ts';
import { isCallError } from '#web/api/call-error.ts';
import { useAction } from '#web/api/use-action.ts';
import { useMe } from '#web/api/use-me.ts';
import { type ListedProblem, ProblemListDialog } from '#web/toolkit/dialog/ProblemListDialog.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { ErrorSummary } from '#web/toolkit/form/ErrorSummary.tsx';
import { FormView } from '#web/toolkit/form/FormView.tsx';
import { onlinePersonNote } from '#web/toolkit/form/form-context.ts';
import { IdCardButton } from '#web/toolkit/form/IdCardButton.tsx';
import type { FormHandle } from '#web/toolkit/form/use-form.ts';
import { retryablePart } from '#web/toolkit/lazy-parts/retryable-part.tsx';
import { formContextValue } from '#web/toolkit/open-forms/form-context-value.ts';
import { InterfaceOwner } from '#web/toolkit/open-forms/InterfaceOwner.tsx';
import { OpenFormView } from '#web/toolkit/open-forms/OpenFormView.tsx';
import type { OpenForm } from '#web/toolkit/open-forms/open-forms.ts';
import { Card } from '#web/toolkit/page/Card.tsx';
import { useProgressive } from '#web/toolkit/page/deferred.ts';
import { notifyParent } from '#web/toolkit/page/embedding.ts';
import { Page } from '#web/toolkit/page/Page.tsx';
import type { ReturnPath } from '#web/toolkit/page/use-return-path.ts';
import { phoneQuery, useMediaQuery } from '#web/toolkit/styles/use-media-query.ts';
import { ApplicantHistory, type PetitionHistoryOfInitiation } from './ApplicantHistory.tsx';
import { ApplicantValuesButton } from './ApplicantValuesButton.tsx';
import { applicantInput, fieldOnCard, serveTypeInput } from './applicant-form.ts';
import { DuplicateDialog } from './DuplicateDialog.tsx';
import { GuideButton } from './GuideButton.tsx';
import { InitiationBar, SaveState } from './InitiationBar.tsx';
import { InitiationResult } from './InitiationResult.tsx';
import { InterruptedDraft } from './InterruptedDraft.tsx';
import styles from './initiation.module.css';
import { LeaveGuard } from './LeaveGuard.tsx';
import { enterOriginalPetition, namesUnfinished } from './original-petition.ts';
import { pressedText } from './save-failure.ts';
import { showServerProblems } from './server-problems.ts';
import { UnplacedValues } from './UnplacedValues.tsx';
import { useChangedDraft } from './use-changed-draft.tsx';
import { type DuplicateWarning, useDuplicateCheck } from './use-duplicate-check.ts';
import { type Draft, type Item, useInitiation } from './use-initiation.ts';
import { useJudgement } from './use-judgement.ts';

const SimilarCard = lazy(() => retryablePart(async () => (await import('./SimilarCard.tsx')).SimilarCard));

const submitFailed = '确认提交失败';

/** Shows the applicant card, the forms and the bar of an item that is being started. */
export function InitiationForm(props: {
  item: Item;
  draft: Draft | undefined;
  returnPath: ReturnPath;
  /** True on a page without the portal's header: its own head shows the save state. */
  fullPage: boolean;
  onStarted: () => void;
  onRestart: () => void;
  /** Opens the newest content of the draft in place of this form. */
  onLoadNewest: (draftId: string) => void;
  /** Opens another draft in place of this form; undefined if a draft is already open. */
  onContinue: ((draftId: string) => void) | undefined;
  PetitionHistory: PetitionHistoryOfInitiation;
}) {
  const { item, draft, returnPath, fullPage, onRestart } = props;
  const me = useMe();
  const { applicant, openForms, forms, autosave, isNewDraft, draftId, reviewOf, overwriteDraft, endDraft } =
    useInitiation(
      item,
      draft,
      item.ownMatter && me ? { name: me.name, certCode: me.cid, mobile: me.phone } : undefined,
    );
  const changedDraft = useChangedDraft({
    ...{ failure: autosave.failure, draftId, onLoadNewest: props.onLoadNewest },
    onOverwrite: () => void overwriteDraft(),
  });
  const duplicate = useDuplicateCheck(applicant.store, item);
  const { judgement, setJudgement, refusals, refuse } = useJudgement();
  const { run, running } = useAction(initiation.initiate);
  const feedback = useFeedback();
  const client = useQueryClient();
  const isPhone = useMediaQuery(phoneQuery);
  const [errors, setProblems] = useState<{ title: string; problems: readonly ListedProblem[] }>();
  const reviewProblem = useReviewProblem();
  const [isGathering, setGathering] = useState(false);
  const [refusedDuplicate, setRefusedDuplicate] = useState<DuplicateWarning>();
  const [startResult, setStartResult] = useState<OutputOf<typeof initiation.initiate>>();

  // On a phone the keyboard would cover the page.
  useFocusOfName(applicant, draft === undefined && !isPhone);

  const handles = useMemo(
    () => [applicant, ...openForms.flatMap(({ handle }) => handle ?? [])],
    [applicant, openForms],
  );

  // The card is drawn first, then the forms: on a phone they are below the edge of the screen.
  const drawnCount = useProgressive(1 + openForms.length) - 1;

  const headOf = (form: FormHandle) =>
    form === applicant ? applicantTexts(item.applicantWord).factsInvalid : refusalRow.formInvalid.text;
  const formProblems = (): ListedProblem[] => {
    const parts = forms.check();
    return parts.length === 0 ? [] : [{ text: refusalRow.formInvalid.text, go: parts[0]?.go, parts }];
  };

  const gather = async <Result,>(work: Promise<Result> | undefined) => {
    if (work !== undefined) setGathering(true);
    return work?.finally(() => setGathering(false));
  };

  /** Collects the input in third-party frames; returns true if all of them answered. */
  const collectFrames = async (title: string): Promise<boolean> => {
    const unanswered = (await gather(forms.collectFrames())) ?? [];
    if (unanswered.length > 0) setProblems({ title, problems: unanswered });
    return unanswered.length === 0;
  };

  const submit = async () => {
    if (!(await collectFrames(submitFailed))) return;
    await gather(forms.settleRules());
    // The page lists the missing values and focuses the first field (S1 §5, S2 §5).
    const [applicantProblem] = applicant.validate();
    const [formProblem] = forms.check();
    if (applicantProblem || formProblem) {
      // The summary of the problems moves the field, so the field is focused only after the summary is drawn.
      requestAnimationFrame(() =>
        applicantProblem ? applicant.focusField(applicantProblem.field) : formProblem?.go(),
      );
      return;
    }
    if (judgement.problem) return refuse();
    const outcome = await run({
      body: {
        taskCode: item.taskCode,
        itemDeployId: item.id,
        applyer: applicantInput(applicant),
        serveType: serveTypeInput(applicant),
        workorderForms: forms.collect(),
        draftId: draftId.current,
        judgement: judgement.value,
        reviewOf,
      },
    });
    if (outcome.kind === 'ignored') return;
    if (outcome.kind === 'done') {
      endDraft();
      props.onStarted();
      const { workorderCode } = outcome.data;
      void notifyParent(client, { type: 'submitSuccess', path: location.pathname, workorderCode });
      return setStartResult(outcome.data);
    }
    const { failure } = outcome;
    if (!isCallError(failure)) return feedback.failure(failure);
    if (failure.errcode === refusalRow.unfinishedOrderExists.errcode)
      return setRefusedDuplicate((await duplicate.checkAgain()) ?? { msg: failure.message, order: null });
    if (failure.problems.length === 0) return feedback.failure(failure);
    showServerProblems(failure.problems, applicant, openForms);
    if (failure.problems.some(({ field }) => field.startsWith('judgement'))) refuse();
    if (failure.problems.every(({ field }) => field.startsWith('judgement'))) return;
    setProblems({ title: submitFailed, problems: reviewProblem.listWith(failure.problems) });
  };

  /**
   * Saves the draft on request. It checks only the forms (S1 §5); the autosave keeps the input in any case.
   */
  const saveDraft = async () => {
    if (!(await collectFrames('暂存失败'))) return;
    const problems = formProblems();
    if (problems.length > 0) return setProblems({ title: '暂存失败', problems });
    autosave.recordChange();
    const failure = await autosave.flush();
    if (failure === undefined) return feedback.success('暂存成功');
    if (failure.kind === 'changed') return changedDraft.focusNotice();
    feedback.warn(pressedText(failure));
  };

  if (startResult !== undefined) {
    return (
      <InitiationResult item={item} returnPath={returnPath} result={startResult} onRestart={onRestart} />
    );
  }
  const isStateInHead = fullPage && !isPhone;
  const saveState = <SaveState autosave={autosave} isNewDraft={isNewDraft} />;
  return (
    <Page
      title={item.name}
      {...returnPath}
      actions={
        <>
          {isStateInHead && saveState}
          <GuideButton itemName={item.name} taskCode={item.taskCode} guide={item.guide} />
        </>
      }
      footer={
        <InitiationBar
          saveState={!isStateInHead && saveState}
          running={running || isGathering}
          onSubmit={() => void submit()}
          onSaveDraft={() => void saveDraft()}
        />
      }
    >
      {reviewOf && <ReviewedOrder code={reviewOf} {...reviewProblem} />}
      {props.onContinue && <InterruptedDraft taskCode={item.taskCode} onContinue={props.onContinue} />}
      {changedDraft.notice}
      <UnplacedValues values={draft?.unplaced ?? []} />
      <ErrorSummary forms={handles} headOf={headOf} />
      <ApplicantCard
        {...{ item, applicant, openForms }}
        lastWarning={duplicate.lastWarning}
        PetitionHistory={props.PetitionHistory}
      />
      <InterfaceOwner taskCode={item.taskCode}>
        {openForms.slice(0, drawnCount).map((openForm) => (
          <Card key={openForm.form.formCode} title={openForm.form.formName}>
            <OpenFormView
              open={openForm}
              hidesSummary
              sectionAction={(section) =>
                openForm.handle && (
                  <ApplicantValuesButton
                    form={openForm.handle}
                    applicantTerm={item.applicantWord}
                    {...{ section, applicant }}
                  />
                )
              }
            />
          </Card>
        ))}
      </InterfaceOwner>
      {/* About the matter of a 复查 or 复核 there is nothing to judge. */}
      {item.petition?.similar && reviewOf === undefined && (
        <Suspense fallback={null}>
          <SimilarCard
            {...{ item, applicant, openForms, judgement, refusals }}
            onJudge={setJudgement}
            onRepeat={(code) => {
              const { original } = item.petition ?? {};
              if (original) enterOriginalPetition(openForms, original, code);
            }}
          />
        </Suspense>
      )}
      {errors !== undefined && <ProblemListDialog {...errors} onClose={() => setProblems(undefined)} />}
      <OpenDuplicateDialog
        {...{ item, applicant, openForms, duplicate, reviewOf }}
        refused={refusedDuplicate}
        onClose={() => setRefusedDuplicate(undefined)}
      />
      <LeaveGuard autosave={autosave} />
    </Page>
  );
}

/** Returns the problem of the reviewed order, by which the server refused the last submission; empty without one. */
function useReviewProblem() {
  const notice = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState('');
  /** Lists all problems of a refusal; the line of the reviewed order leads to its notice. */
  const listWith = (problems: readonly Problem[]): ListedProblem[] => {
    const isReview = ({ field }: Problem) => field === 'reviewOf';
    setProblem(problems.find(isReview)?.message ?? '');
    const go = () => notice.current?.focus();
    return problems.map((one) => ({ text: one.message, ...(isReview(one) && { go }) }));
  };
  return { notice, problem, listWith };
}

/** Shows the order of which this one is 复查 or 复核, and its problem. */
function ReviewedOrder(props: { code: string; notice: Ref<HTMLDivElement>; problem: string }) {
  const { code, notice, problem } = props;
  return (
    <div ref={notice} tabIndex={-1}>
      <Alert
        type={problem === '' ? 'info' : 'error'}
        showIcon
        title={`本件是对 ${code} 的复查或复核，由原信访人提出`}
        description={problem}
      />
    </div>
  );
}

/**
 * Shows the unfinished order of the applicant, unless the forms name it as the one that is repeated. It does not
 * block 复查 and 复核.
 */
function OpenDuplicateDialog(props: {
  item: Item;
  applicant: FormHandle;
  openForms: readonly OpenForm[];
  duplicate: ReturnType<typeof useDuplicateCheck>;
  reviewOf: string | undefined;
  /** The warning of a refused submission. */
  refused: DuplicateWarning | undefined;
  onClose: () => void;
}) {
  const { item, applicant, openForms, duplicate, reviewOf, refused } = props;
  const feedback = useFeedback();
  const original = item.petition?.original;
  // A draft that is already registered as a repeated petition of that order has no conflict.
  const { openWarning } = duplicate;
  const hasNoConflict =
    reviewOf !== undefined ||
    (openWarning?.order && namesUnfinished(openForms, original, openWarning.order.code));
  const warning = (hasNoConflict ? undefined : openWarning) ?? refused;
  if (warning === undefined) return null;
  const close = () => {
    props.onClose();
    duplicate.dismiss();
  };
  return (
    <DuplicateDialog
      warning={warning}
      item={item}
      onRepeat={(code) => {
        if (original) enterOriginalPetition(openForms, original, code);
        feedback.success(`已填为重复信访，原办件流水号 ${code}`);
        close();
      }}
      onClose={close}
      onGoToNumber={() => applicant.focusField('certCode')}
    />
  );
}

/** Shows the applicant, with a button of the card reader at a window, and the earlier petitions of the person. */
function ApplicantCard(props: {
  item: Item;
  applicant: FormHandle;
  openForms: readonly OpenForm[];
  lastWarning: DuplicateWarning | undefined;
  PetitionHistory: PetitionHistoryOfInitiation;
}) {
  const { item, applicant, openForms, lastWarning, PetitionHistory } = props;
  const isPhone = useMediaQuery(phoneQuery);
  const isAtWindow = useMe()?.isAtWindow === true;
  return (
    <Card
      title={applicantTexts(item.applicantWord).factsTitle}
      extra={
        <>
          {isAtWindow && !isPhone && !item.ownMatter && <IdCardButton />}
          {item.petition && (
            <ApplicantHistory
              openFormList={openForms}
              {...{ item, applicant, lastWarning, PetitionHistory }}
            />
          )}
        </>
      }
    >
      {item.ownMatter && <p className={styles.own}>{onlinePersonNote}</p>}
      <FormView form={applicant} hidesSummary {...formContextValue} />
    </Card>
  );
}

/** Moves the focus to the applicant's name, after the page's heading has taken it on arrival. */
function useFocusOfName(applicant: FormHandle, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    const frame = requestAnimationFrame(() => applicant.focusField(fieldOnCard(applicant, 'name')));
    return () => cancelAnimationFrame(frame);
  }, [applicant, isWanted]);
}
