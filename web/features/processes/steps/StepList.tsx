import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { FormOfSteps } from '#contract/processes.ts';
import { moveItem } from '#domain/lists/move-item.ts';
import type { PlanStep, StepPlan } from '#domain/workflow/steps/step-plan.ts';
import { RowMoveButtons } from '#web/toolkit/definitions/RowMoveButtons.tsx';
import { conditionSentence, handlersSentence } from './step-texts.ts';
import styles from './steps.module.css';

/** Shows the steps in their order: selecting, moving and removing one, adding another at the end. */
export function StepList(props: {
  id: string;
  plan: StepPlan;
  forms: readonly FormOfSteps[];
  /** A step's id, or `start`. */
  selectedId: string;
  invalid: ReadonlySet<string>;
  onSelect: (id: string) => void;
  /** Called when the user opens the settings of the selected step. */
  onOpen: () => void;
  onChange: (steps: PlanStep[]) => void;
  onAdd: () => void;
}) {
  const { id, plan, forms, selectedId, invalid, onSelect, onOpen, onChange, onAdd } = props;
  const { steps } = plan;
  const remove = (id: string) => {
    onChange(steps.filter((step) => step.id !== id));
    if (selectedId === id) onSelect('start');
  };
  const open = (stepId: string) => {
    onSelect(stepId);
    onOpen();
  };
  const areBasicsInvalid = ['key', 'name', 'start', 'steps'].some((field) => invalid.has(field));
  return (
    <section id={id} className={styles.list} aria-label="步骤">
      <ol>
        <li data-chosen={selectedId === 'start' || undefined} data-faulty={areBasicsInvalid || undefined}>
          <button type="button" aria-pressed={selectedId === 'start'} onClick={() => open('start')}>
            <strong>登记与基本信息</strong>
            <small>发起人填写 {plan.forms.filter(({ authority }) => authority !== 0).length} 个表单</small>
          </button>
        </li>
        {steps.map((step, index) => {
          const name = step.name.trim() || '（未命名）';
          return (
            <li
              key={step.id}
              data-chosen={selectedId === step.id || undefined}
              data-faulty={invalid.has(step.id) || undefined}
            >
              <button type="button" aria-pressed={selectedId === step.id} onClick={() => open(step.id)}>
                <strong>
                  {index + 1}. {name}
                </strong>
                <small>{handlersSentence(plan, step)}</small>
                {step.when && <small>{conditionSentence(step.when, forms)}</small>}
              </button>
              <RowMoveButtons
                name={name}
                index={index}
                count={steps.length}
                className={styles.moves}
                loss={
                  step.handlers.length > 0
                    ? '这一步的处理人、时限、表单和按钮一并删除；发布以前，已发布的版本不受影响。'
                    : undefined
                }
                onMove={(to) => onChange([...moveItem(steps, index, to)])}
                onRemove={() => remove(step.id)}
              />
            </li>
          );
        })}
      </ol>
      <Button block icon={<PlusOutlined aria-hidden />} onClick={onAdd}>
        添加步骤
      </Button>
    </section>
  );
}
