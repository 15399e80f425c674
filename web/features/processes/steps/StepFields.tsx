import { Checkbox, Input, Select } from 'antd';
import type { FormOfSteps } from '#contract/processes.ts';
import { WorkOrderStatus } from '#domain/enumerations/work-order-status.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import { partSeparator } from '#domain/workflow/steps/check-plan.ts';
import {
  type PlanStep,
  type StepButton,
  type StepPlan,
  singlePersonButtons,
  stepButtonNames,
  stepButtons,
  stepShareLabel,
  stepShares,
  usedFormCodes,
} from '#domain/workflow/steps/step-plan.ts';
import type { SettingsCard } from '#web/toolkit/definitions/use-stacked-settings.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { ConditionField } from './ConditionField.tsx';
import { FieldProblems } from './FieldProblems.tsx';
import { FormsField } from './FormsField.tsx';
import { HandlersField } from './HandlersField.tsx';
import { StepLimitField } from './StepLimitField.tsx';
import { endingOptions, stageOptions } from './step-texts.ts';
import styles from './steps.module.css';

/** Edits one step: its name, handlers, time limit, buttons, forms and condition. */
export function StepFields(props: {
  card: SettingsCard;
  plan: StepPlan;
  step: PlanStep;
  forms: readonly FormOfSteps[];
  problems: readonly Problem[];
  onChange: (change: Partial<PlanStep>) => void;
}) {
  const { card, plan, step, forms, problems, onChange } = props;
  const index = plan.steps.indexOf(step);
  const usedForms = usedFormCodes(plan);
  const problemsOf = (part: keyof PlanStep) =>
    problems.filter(({ field }) => field === `${step.id}${partSeparator}${part}`);
  return (
    <Card {...card} title={`第 ${index + 1} 步`}>
      <div className={styles.fields}>
        <label htmlFor="step-name" data-required>
          步骤名称
        </label>
        <div className={styles.forms}>
          <Input
            id="step-name"
            aria-required
            maxLength={30}
            placeholder="如“受理”“现场核查”“决定”"
            value={step.name}
            onChange={({ target }) => onChange({ name: target.value })}
          />
          <FieldProblems problems={problemsOf('name')} />
        </div>
        <label htmlFor="step-stage" data-required>
          办件状态
        </label>
        <div className={styles.row}>
          <Select
            id="step-stage"
            aria-required
            className={styles.short ?? ''}
            value={step.stage}
            options={stageOptions}
            onChange={(stage) => onChange({ stage })}
          />
          <small>办到这一步时，列表中显示的状态</small>
        </div>
        <span id="step-handlers" data-required>
          处理人
        </span>
        <HandlersField
          labelledBy="step-handlers"
          problems={problemsOf('handlers')}
          plan={plan}
          step={step}
          onChange={(handlers) => onChange({ handlers })}
        />
        <label htmlFor="step-share">办理方式</label>
        <Select
          id="step-share"
          value={step.share}
          options={stepShares.map((share) => ({ value: share, label: stepShareLabel[share] }))}
          onChange={(share) =>
            onChange({
              share,
              // The work of several handlers cannot be withdrawn.
              buttons:
                share === 'first'
                  ? step.buttons
                  : step.buttons.filter((each) => !singlePersonButtons.has(each)),
            })
          }
        />
        <label htmlFor="step-limit">时限</label>
        <div className={styles.row}>
          <StepLimitField id="step-limit" value={step.limit} onChange={(limit) => onChange({ limit })} />
          <FieldProblems problems={problemsOf('limit')} />
        </div>
        <span id="step-when">办理条件</span>
        <ConditionField
          labelledBy="step-when"
          problems={problemsOf('when')}
          forms={forms.filter(({ code }) => code === step.when?.form || usedForms.has(code))}
          value={step.when}
          onChange={(when) => onChange({ when })}
        />
        <span id="step-forms">表单</span>
        <FormsField
          labelledBy="step-forms"
          forms={forms}
          value={step.forms}
          onChange={(selection) => onChange({ forms: selection })}
        />
        <Buttons step={step} problemsOf={problemsOf} onChange={onChange} />
      </div>
    </Card>
  );
}

function Buttons(props: {
  step: PlanStep;
  problemsOf: (part: keyof PlanStep) => readonly Problem[];
  onChange: (change: Partial<PlanStep>) => void;
}) {
  const { step, problemsOf, onChange } = props;
  const { refusal } = step;
  const availableButtons = stepButtonNames.filter(
    (name) => step.share === 'first' || !singlePersonButtons.has(name),
  );
  return (
    <>
      <label htmlFor="step-handle">办理按钮</label>
      <div className={styles.row}>
        <Input
          id="step-handle"
          className={styles.kind ?? ''}
          maxLength={10}
          value={step.handle}
          onChange={({ target }) => onChange({ handle: target.value })}
        />
        <Checkbox
          checked={step.opinionRequired}
          onChange={({ target }) => onChange({ opinionRequired: target.checked })}
        >
          意见必填
        </Checkbox>
        <Checkbox checked={step.namesNext} onChange={({ target }) => onChange({ namesNext: target.checked })}>
          可指定下一步处理人
        </Checkbox>
        <FieldProblems problems={problemsOf('handle')} />
      </div>
      <span id="step-buttons">其他按钮</span>
      <div className={styles.forms}>
        <Checkbox.Group
          aria-labelledby="step-buttons"
          value={[...step.buttons]}
          options={availableButtons.map((name) => ({ value: name, label: stepButtons[name].name }))}
          onChange={(selection) =>
            onChange({
              buttons: stepButtonNames.filter((name) => (selection as StepButton[]).includes(name)),
            })
          }
        />
        <FieldProblems problems={problemsOf('buttons')} />
      </div>
      <span id="step-refusal">终止</span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid item in every browser */}
      <div className={styles.row} role="group" aria-labelledby="step-refusal">
        <Checkbox
          checked={refusal !== null}
          onChange={({ target }) =>
            onChange({
              refusal: target.checked ? { name: '不予受理', result: WorkOrderStatus.notAccepted } : null,
            })
          }
        >
          允许在本步骤终止办件
        </Checkbox>
        {refusal && (
          <>
            <Input
              aria-label="终止按钮的名称"
              className={styles.kind ?? ''}
              maxLength={10}
              value={refusal.name}
              onChange={({ target }) => onChange({ refusal: { ...refusal, name: target.value } })}
            />
            <Select
              aria-label="终止后的状态"
              className={styles.kind ?? ''}
              value={refusal.result}
              options={endingOptions}
              onChange={(result) => onChange({ refusal: { ...refusal, result } })}
            />
          </>
        )}
        <FieldProblems problems={problemsOf('refusal')} />
      </div>
    </>
  );
}
