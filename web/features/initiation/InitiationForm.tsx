import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { initiation } from '#contract/initiation.ts';
import { applicantTexts } from '#domain/applicants/applicant-texts.ts';
import { refusalRow } from '#domain/refusals/refusals.ts';
import { isCallError } from '#web/api/call-error.ts';
import { useAction } from '#web/api/use-action.ts';
import { type ListedProblem, ProblemListDialog } from '#web/toolkit/dialog/ProblemListDialog.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { ErrorSummary } from '#web/toolkit/form/ErrorSummary.tsx';
import { FormView } from '#web/toolkit/form/FormView.tsx';
import type { FormHandle } from '#web/toolkit/form/use-form.ts';
import { formPorts } from '#web/toolkit/open-forms/form-ports.ts';
import { OpenFormView } from '#web/toolkit/open-forms/OpenFormView.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { useProgressive } from '#web/toolkit/page/deferred.ts';
import { notifyParent } from '#web/toolkit/page/embedding.ts';
import { Page } from '#web/toolkit/page/Page.tsx';
import type { ReturnPath } from '#web/toolkit/page/use-return-path.ts';
import { phoneQuery, useMediaQuery } from '#web/toolkit/styles/use-media-query.ts';
import { ApplicantHistory, type PetitionHistoryOfInitiation } from './ApplicantHistory.tsx';
import { applicantInput, fieldOnCard, serveTypeInput } from './applicant-form.ts';
import { DuplicateDialog } from './DuplicateDialog.tsx';
import { GuideButton } from './GuideButton.tsx';
import { InitiationBar, SavedState } from './InitiationBar.tsx';
import { InitiationResult } from './InitiationResult.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { LeftDraft } from './LeftDraft.tsx';
import { enterOriginalPetition, namesUnfinished } from './original-petition.ts';
import { SameAsApplicant } from './SameAsApplicant.tsx';
import { showServerProblems } from './server-problems.ts';
import { type DuplicateFound, useDuplicateCheck } from './use-duplicate-check.ts';
import { type Draft, type Item, useInitiation } from './use-initiation.ts';

const submitFailed = '确认提交失败';

/** Shows the applicant card, the forms and the bar of an item that is being started. */
export function InitiationForm(props: {
  item: Item;
  draft: Draft | undefined;
  returnPath: ReturnPath;
  /** True on a page without the portal's header: its own head shows the save state. */
  fullPage: boolean;
  onStarted: () => void;
  onAgain: () => void;
  /** Opens another draft in place of this form; undefined if a draft is already open. */
  onContinue: ((draftId: string) => void) | undefined;
  PetitionHistory: PetitionHistoryOfInitiation;
}) {
  const { item, draft, returnPath, fullPage, onAgain } = props;
  const { applicant, open, forms, autosave, renewed, draftId, dropDraft } = useInitiation(item, draft);
  const duplicate = useDuplicateCheck(applicant.store, item);
  const { run, running } = useAction(initiation.initiate);
  const feedback = useFeedback();
  const client = useQueryClient();
  const isPhone = useMediaQuery(phoneQuery);
  const [errors, setProblems] = useState<{ title: string; problems: readonly ListedProblem[] }>();
  const [isGathering, setGathering] = useState(false);
  const [refusedDuplicate, setRefusedDuplicate] = useState<DuplicateFound>();
  const [startResult, setStartResult] = useState<OutputOf<typeof initiation.initiate>>();

  // Runs after the page's heading has taken the focus on arrival; on a phone the keyboard would cover the page.
  const focusesName = draft === undefined && !isPhone;
  useEffect(() => {
    if (!focusesName) return;
    const frame = requestAnimationFrame(() => applicant.focusField(fieldOnCard(applicant, 'name')));
    return () => cancelAnimationFrame(frame);
  }, [applicant, focusesName]);

  const handles = useMemo(
    () => [applicant, ...open.flatMap(({ handle }) => handle ?? [])],
    [applicant, open],
  );

  // The card is drawn first, then the forms: on a phone they are below the edge of the screen.
  const drawnCount = useProgressive(1 + open.length) - 1;

  const headOf = (form: FormHandle) =>
    form === applicant ? applicantTexts(item.applicantWord).factsWrong : refusalRow.formInvalid.text;
  const formProblems = (): ListedProblem[] => {
    const parts = forms.check();
    return parts.length === 0 ? [] : [{ text: refusalRow.formInvalid.text, go: parts[0]?.go, parts }];
  };

  /** Collects the input in third-party frames; returns true if all of them answered. */
  const gather = async (title: string): Promise<boolean> => {
    const gatherResult = forms.collectFrames();
    if (gatherResult === undefined) return true;
    setGathering(true);
    const unanswered = await gatherResult;
    setGathering(false);
    if (unanswered.length > 0) setProblems({ title, problems: unanswered });
    return unanswered.length === 0;
  };

  const submit = async () => {
    if (!(await gather(submitFailed))) return;
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
    const outcome = await run({
      body: {
        taskCode: item.taskCode,
        itemDeployId: item.id,
        applyer: applicantInput(applicant),
        serveType: serveTypeInput(applicant),
        workorderForms: forms.collect(),
        draftId: draftId.current,
      },
    });
    if (outcome.kind === 'ignored') return;
    if (outcome.kind === 'done') {
      dropDraft();
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
    showServerProblems(failure.problems, applicant, open);
    const listedProblems = failure.problems.map(({ message }) => ({ text: message }));
    setProblems({ title: submitFailed, problems: listedProblems });
  };

  /**
   * Saves the draft on request. It checks only the forms (S1 §5); the autosave keeps the input in any case.
   */
  const stage = async () => {
    if (!(await gather('暂存失败'))) return;
    const problems = formProblems();
    if (problems.length > 0) return setProblems({ title: '暂存失败', problems });
    autosave.recordChange();
    if (await autosave.flush()) feedback.success('暂存成功');
    else feedback.warn('暂存失败，请检查网络后重试');
  };

  if (startResult !== undefined) {
    return <InitiationResult item={item} returnPath={returnPath} result={startResult} onAgain={onAgain} />;
  }
  const original = item.petition?.original;
  const isNamed = (code: string) => namesUnfinished(open, original, code);
  // A draft already registered as a repetition of that order has no conflict.
  const openDuplicate =
    duplicate.found?.order && isNamed(duplicate.found.order.code) ? undefined : duplicate.found;
  const shownDuplicate = openDuplicate ?? refusedDuplicate;
  const closeFound = () => {
    setRefusedDuplicate(undefined);
    duplicate.dismiss();
  };
  const isStateInHead = fullPage && !isPhone;
  const savedState = <SavedState autosave={autosave} isNewDraft={renewed} />;
  return (
    <Page
      title={item.name}
      {...returnPath}
      actions={
        <>
          {isStateInHead && savedState}
          <GuideButton itemName={item.name} taskCode={item.taskCode} guide={item.guide} />
        </>
      }
      footer={
        <InitiationBar
          savedState={!isStateInHead && savedState}
          running={running || isGathering}
          onSubmit={() => void submit()}
          onStage={() => void stage()}
        />
      }
    >
      {props.onContinue && <LeftDraft taskCode={item.taskCode} onGoOn={props.onContinue} />}
      <ErrorSummary forms={handles} headOf={headOf} />
      <Card
        title={applicantTexts(item.applicantWord).factsTitle}
        extra={
          item.petition && (
            <ApplicantHistory
              item={item}
              applicant={applicant}
              openFormList={open}
              lastFound={duplicate.lastFound}
              PetitionHistory={props.PetitionHistory}
            />
          )
        }
      >
        <FormView form={applicant} withoutSummary {...formPorts} />
      </Card>
      {open.slice(0, drawnCount).map((openForm) => (
        <Card key={openForm.form.formCode} title={openForm.form.formName}>
          <OpenFormView
            open={openForm}
            withoutSummary
            sectionAction={(section) =>
              openForm.handle && (
                <SameAsApplicant
                  form={openForm.handle}
                  applicantTerm={item.applicantWord}
                  {...{ section, applicant }}
                />
              )
            }
          />
        </Card>
      ))}
      {errors !== undefined && <ProblemListDialog {...errors} onClose={() => setProblems(undefined)} />}
      {shownDuplicate !== undefined && (
        <DuplicateDialog
          found={shownDuplicate}
          item={item}
          onRepeat={(code) => {
            if (original) enterOriginalPetition(open, original, code);
            feedback.success(`已填为重复信访，原办件流水号 ${code}`);
            closeFound();
          }}
          onClose={closeFound}
          onGoToNumber={() => applicant.focusField('certCode')}
        />
      )}
      <LeaveGuard autosave={autosave} />
    </Page>
  );
}
