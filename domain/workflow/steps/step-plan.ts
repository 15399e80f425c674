import { WorkOrderStatus } from '../../enumerations/work-order-status.ts';
import type { FieldAuthority } from '../../forms/authority.ts';
import type { StepLimit } from '../model/model.ts';

/**
 * A process that an office describes without a BPMN modeller: steps in sequence, each with its handlers, some
 * of them only if a form meets a condition (docs/decisions/0171). It becomes a BPMN file like any other.
 */
export interface StepPlan {
  /** Name of the process in the system; it never changes. */
  key: string;
  name: string;
  /** Limit of the whole order. */
  limit: StepLimit | null;
  /** Final status of an order that has passed all steps. */
  result: WorkOrderStatus;
  /** Forms that the initiator fills in. */
  forms: StepForm[];
  steps: PlanStep[];
}

export interface PlanStep {
  /** Id such as `step-1`; stays with the step wherever it is moved. */
  id: string;
  name: string;
  /** Status that the open step gives the order. */
  stage: WorkOrderStatus;
  handlers: StepHandler[];
  share: StepShare;
  limit: StepLimit | null;
  opinionRequired: boolean;
  /** Label of the button that finishes the step. */
  handle: string;
  /** True if the handler who finishes it may name the handlers of the next step. */
  namesNext: boolean;
  /** Additional buttons, in the order of `stepButtons`. */
  buttons: StepButton[];
  /** A button that ends the order here, such as 不予受理. */
  refusal: { name: string; result: WorkOrderStatus } | null;
  forms: StepForm[];
  /** The step is skipped if this does not hold; without it the step is always done. */
  when: StepCondition | null;
}

export const handlerKinds = ['role', 'position', 'org', 'department', 'group', 'window', 'staff'] as const;

export const handlerKindLabel: Record<(typeof handlerKinds)[number], string> = {
  role: '角色',
  position: '岗位',
  org: '机构',
  department: '部门',
  group: '用户组',
  window: '窗口',
  staff: '个人',
};

export type StepHandler =
  | { kind: (typeof handlerKinds)[number]; id: string; name: string }
  /** The person who started the order. */
  | { kind: 'initiator' }
  /** The handlers who did an earlier step. */
  | { kind: 'step'; id: string };

/**
 * Division of a step among its handlers. `first`: the first to take it does it; otherwise each handler does
 * it, until all have, one has, or more than half have.
 */
export const stepShares = ['first', 'all', 'any', 'most'] as const;
export type StepShare = (typeof stepShares)[number];

export const stepShareLabel: Record<StepShare, string> = {
  first: '其中一人办理即可',
  all: '每名处理人各办一份，全部办结',
  any: '每名处理人各办一份，一人办结即可',
  most: '每名处理人各办一份，过半数办结即可',
};

export const stepAuthorityLabel: Record<FieldAuthority, string> = { 2: '可填写', 1: '只读', 0: '不可见' };

/** A column of a table, or a field inside another one, that a step hides or only shows. */
export interface RestrictedField {
  /** Path without row numbers: `people[].phone`. */
  field: string;
  authority: 0 | 1;
}

/** Authority for a form; in a form that is read-only, some fields may be editable. */
export interface StepForm {
  /** The form's code. */
  form: string;
  authority: FieldAuthority;
  fields: string[];
  /** Fields inside others with less authority than those around them. */
  restricted?: RestrictedField[] | undefined;
}

/** Returns the codes of the forms that the registration or a step uses: a condition may read only these. */
export function usedFormCodes(plan: Pick<StepPlan, 'forms' | 'steps'>): ReadonlySet<string> {
  return new Set([plan, ...plan.steps].flatMap(({ forms }) => forms.map(({ form }) => form)));
}

/** Sorts forms and their fields by code, because their order has no meaning. */
export function sortedForms(forms: readonly StepForm[]): StepForm[] {
  return [...forms]
    .sort((left, right) => (left.form < right.form ? -1 : 1))
    .map(({ restricted = [], ...each }) => ({
      ...each,
      fields: [...each.fields].sort(),
      ...(restricted.length > 0 && {
        restricted: [...restricted].sort((left, right) => (left.field < right.field ? -1 : 1)),
      }),
    }));
}

export const comparisons = ['=', '!=', '>=', '<=', 'has'] as const;

/** `has`: the field, which takes several values, contains this one. */
export interface StepCondition {
  form: string;
  field: string;
  is: (typeof comparisons)[number];
  value: string | number | boolean;
}

export const comparisonLabel: Record<StepCondition['is'], string> = {
  '=': '等于',
  '!=': '不等于',
  '>=': '不小于',
  '<=': '不大于',
  has: '包含',
};

/**
 * The additional buttons that a step may have, with their codes: those of S1 §4, else our own
 * (docs/process-extension.md).
 */
export const stepButtons = {
  forward: { code: '9', name: '转交' },
  return: { code: '2', name: '退回' },
  countersign: { code: '3', name: '发起会签' },
  'add-signer': { code: 'add-signer', name: '加签' },
  delegate: { code: 'delegate', name: '委派' },
  'return-to-handler': { code: 'return-to-handler', name: '退回经办人' },
  void: { code: '13', name: '作废' },
  withdraw: { code: '6', name: '撤回' },
  copy: { code: 'copy', name: '抄送' },
  urge: { code: '7', name: '催办' },
} as const;
export type StepButton = keyof typeof stepButtons;
export const stepButtonNames = Object.keys(stepButtons) as StepButton[];

/** Buttons for completed steps. */
export const completedStepButtons: ReadonlySet<StepButton> = new Set(['withdraw', 'copy', 'urge']);
/**
 * Buttons only for a step with one handler: a step done by several can neither be withdrawn nor ask others.
 */
export const singlePersonButtons: ReadonlySet<StepButton> = new Set(['countersign', 'withdraw']);

/** Buttons that most steps have. */
const defaultButtons: readonly StepButton[] = ['forward', 'return', 'delegate', 'withdraw'];

const keyPattern = /^[a-z][a-z0-9-]{1,59}$/;

/**
 * Checks whether a text can be the key of a process: lower-case letters, digits and hyphens, beginning with a
 * letter; not a name generated by a modeller.
 */
export function isProcessKey(key: string): boolean {
  return keyPattern.test(key) && !/^process([_-]?\w{1,8})?$/.test(key);
}

/** Returns a new step for the editor. */
export function newStep(plan: Pick<StepPlan, 'steps' | 'forms'>): PlanStep {
  const usedIds = new Set(plan.steps.map(({ id }) => id));
  let number = plan.steps.length + 1;
  while (usedIds.has(`step-${number}`)) number += 1;
  return {
    id: `step-${number}`,
    name: '',
    stage: WorkOrderStatus.awaitingUndertaking,
    handlers: [],
    share: 'first',
    limit: null,
    opinionRequired: false,
    handle: '办理',
    namesNext: false,
    buttons: [...defaultButtons],
    refusal: null,
    forms: plan.forms.map(({ form }) => ({ form, authority: 1, fields: [] })),
    when: null,
  };
}

/** Returns a new process with one step for the editor. */
export function newPlan(key: string, name: string): StepPlan {
  const empty = { key, name, limit: null, result: WorkOrderStatus.concluded, forms: [], steps: [] };
  return { ...empty, steps: [newStep(empty)] };
}

/** Returns a plan that an earlier release stored: its steps had their limits in working days only. */
export function upgradePlan(plan: StepPlan): StepPlan {
  const steps = plan.steps.map((step): PlanStep => {
    const { limitDays, ...others } = step as PlanStep & { limitDays?: number | null };
    if (limitDays === undefined) return step;
    return { ...others, limit: limitDays === null ? null : { amount: limitDays, unit: 'workingDay' } };
  });
  return { ...plan, steps };
}
