import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { FormOfSteps } from '#contract/processes.ts';
import { limitText } from '#domain/workflow/stages.ts';
import { checkPlan, partSeparator } from '#domain/workflow/steps/check-plan.ts';
import { stepIdOf } from '#domain/workflow/steps/plan-flow.ts';
import { newStep, type PlanStep, type StepPlan, upgradePlan } from '#domain/workflow/steps/step-plan.ts';
import { writePlan } from '#domain/workflow/steps/write-plan.ts';
import { useDebounced } from '#web/toolkit/choices/use-debounced.ts';
import { DefinitionHead } from '#web/toolkit/definitions/DefinitionHead.tsx';
import { DraftLock } from '#web/toolkit/definitions/DraftLock.tsx';
import { goToControl } from '#web/toolkit/definitions/go-to-control.ts';
import { PublishProblems } from '#web/toolkit/definitions/PublishProblems.tsx';
import { useDraft } from '#web/toolkit/definitions/use-draft.ts';
import { useStackedSettings } from '#web/toolkit/definitions/use-stacked-settings.tsx';
import { ProcessDiagram } from '#web/toolkit/diagram/ProcessDiagram.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { saveFile } from '#web/toolkit/page/save-file.ts';
import { UnsentGuard } from '#web/toolkit/page/UnsentGuard.tsx';
import type { ReturnPath } from '#web/toolkit/page/use-return-path.ts';
import { PublishProcessDialog } from '../PublishProcessDialog.tsx';
import { addressOfProcess } from '../process-texts.ts';
import processStyles from '../processes.module.css';
import { PlanBasics } from './PlanBasics.tsx';
import { StepFields } from './StepFields.tsx';
import { StepList } from './StepList.tsx';
import { handlersSentence } from './step-texts.ts';
import styles from './steps.module.css';

const stepSettingsIds = { list: 'step-list', settings: 'step-settings', back: '返回步骤列表' };

/**
 * Edits a process in steps: their order on the left, the selected step on the right, the diagram of all
 * below.
 */
export function StepsEditor(props: {
  current: StepPlan;
  /** Version number of the opened process; 0 for a new one. */
  over: number;
  /** Current version number on the server. */
  version: number;
  forms: readonly FormOfSteps[];
  returnPath: ReturnPath;
  /** Reopens the editor. */
  onLoad: () => void;
}) {
  const { version, forms, returnPath, onLoad } = props;
  const [over, setOver] = useState(props.over);
  const [message, setMessage] = useState<string>();
  const draft = useDraft(
    { kind: 'process', code: props.current.key, nameOf: ({ name }: StepPlan) => name, upgrade: upgradePlan },
    { content: props.current, over },
  );
  const { content: plan, setContent: setPlan, isDirty } = draft;
  const [selectedId, setSelectedId] = useState('start');
  const { open, card } = useStackedSettings(stepSettingsIds);
  /** Counts the tries to publish; a step that is added after the last one has no problems yet. */
  const [attempt, setAttempt] = useState<{ count: number; steps: readonly string[] }>({
    count: 0,
    steps: [],
  });
  const [jump, setJump] = useState<{ control: string }>();
  const [isPublishing, setPublishing] = useState(false);
  const navigate = useNavigate();
  /** True for a published process without changes: publishing would create an identical version. */
  const isUnchanged = over > 0 && !isDirty;
  const xml = useMemo(() => writePlan(plan), [plan]);
  const debouncedXml = useDebounced(xml, 400);
  const addedSteps = plan.steps.filter(({ id }) => !attempt.steps.includes(id)).map(({ id }) => id);
  const problems = (attempt.count > 0 ? checkPlan(plan) : []).filter(
    ({ field }) => !addedSteps.includes(field.split(partSeparator)[0] ?? ''),
  );
  const step = plan.steps.find(({ id }) => id === selectedId);
  const setStep = (change: Partial<PlanStep>) =>
    setPlan({ ...plan, steps: plan.steps.map((each) => (each === step ? { ...each, ...change } : each)) });
  const goToProblem = (field: string) => {
    const [node = '', part = 'name'] = field.split(partSeparator);
    const id = stepIdOf(node);
    const isStep = plan.steps.some((each) => each.id === id);
    setSelectedId(isStep ? id : 'start');
    const planControl = { start: 'plan-forms', limit: 'plan-limit' }[node] ?? 'plan-name';
    setJump({ control: isStep ? `step-${part}` : planControl });
    setPublishing(false);
  };
  useEffect(() => {
    if (jump) goToControl(jump.control);
  }, [jump]);
  const publish = () => {
    setAttempt({ count: attempt.count + 1, steps: plan.steps.map(({ id }) => id) });
    if (checkPlan(plan).length === 0) setPublishing(true);
  };
  return (
    <Page
      title={plan.name || '流程步骤'}
      {...returnPath}
      actions={
        <>
          <Button
            icon={<DownloadOutlined aria-hidden />}
            onClick={() => saveFile(`${plan.key}.bpmn`, xml, 'application/xml')}
          >
            下载
          </Button>
          <Button
            type="primary"
            disabled={draft.offeredDraft !== undefined || isUnchanged}
            title={isUnchanged ? '没有未发布的修改' : undefined}
            onClick={publish}
          >
            发布
          </Button>
        </>
      }
    >
      <DefinitionHead
        draft={draft}
        code={plan.key}
        isDirty={isDirty}
        over={over}
        newest={version}
        message={message}
        onLoad={onLoad}
        onOverwrite={() => {
          setOver(version);
          setMessage(undefined);
        }}
      >
        {version === 0 ? '尚未发布' : `当前第 ${version} 版`}
      </DefinitionHead>
      <PublishProblems problems={problems} attempts={attempt.count} onGo={goToProblem} />
      <DraftLock draft={draft}>
        <div className={styles.editor}>
          <StepList
            id={stepSettingsIds.list}
            plan={plan}
            forms={forms}
            selectedId={step ? selectedId : 'start'}
            invalid={new Set(problems.map(({ field }) => field.split(partSeparator)[0] ?? ''))}
            onSelect={setSelectedId}
            onOpen={open}
            onChange={(steps) => setPlan({ ...plan, steps })}
            onAdd={() => {
              const step = newStep(plan);
              setPlan({ ...plan, steps: [...plan.steps, step] });
              setSelectedId(step.id);
              open();
            }}
          />
          {step ? (
            <StepFields
              key={`${step.id} ${draft.replacements}`}
              {...{ card, plan, step, forms, problems }}
              onChange={setStep}
            />
          ) : (
            <PlanBasics
              {...{ card, plan, forms, problems }}
              onChange={(change) => setPlan({ ...plan, ...change })}
            />
          )}
        </div>
        <Card title="流程图" flush>
          <div className={processStyles.picture}>
            <ProcessDiagram
              xml={debouncedXml}
              activeNodeIds={[]}
              doneNodeIds={[]}
              nodes={plan.steps.map((each) => ({
                id: each.id,
                name: each.name,
                handlerText: handlersSentence(plan, each),
                timeText: each.limit === null ? '' : limitText(each.limit),
              }))}
              isOfOrder={false}
              selectedNodeId={undefined}
              onSelect={goToProblem}
            />
          </div>
        </Card>
      </DraftLock>
      <UnsentGuard hasUnsavedInput={draft.hasUnsavedChanges} {...draft.leaveChoices} />
      {isPublishing && (
        <PublishProcessDialog
          editorText={xml}
          expectedKey={plan.key}
          over={over}
          onDataChanged={(text) => {
            setMessage(text);
            setPublishing(false);
          }}
          onGo={goToProblem}
          onPublished={({ key }) => {
            draft.deleteStoredDraft();
            void navigate(addressOfProcess(key), { replace: true });
          }}
          onClose={() => setPublishing(false)}
        />
      )}
    </Page>
  );
}
