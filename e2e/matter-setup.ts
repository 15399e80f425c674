import { forms } from '#contract/forms.ts';
import { initialItemSettings } from '#contract/initial-item-settings.ts';
import type { ItemSettings } from '#contract/item-settings.ts';
import { items } from '#contract/items.ts';
import { processes } from '#contract/processes.ts';
import { WorkOrderStatus } from '#domain/enumerations/work-order-status.ts';
import type { FieldModel } from '#domain/forms/model.ts';
import type { FeeItem } from '#domain/payments/fee-items.ts';
import type { PlanStep, StepButton, StepForm } from '#domain/workflow/steps/step-plan.ts';
import { writePlan } from '#domain/workflow/steps/write-plan.ts';
import { getData, postData } from './calls.ts';
import { type Account, people } from './people.ts';

/** A matter with one form, which is defined for a journey. */
export interface Matter {
  /** Technical name of form, process and item. */
  code: string;
  name: string;
  /** The first field is the title of an order. */
  fields: readonly FieldModel[];
  /** True if only the signed-in person can be the applicant. */
  ownMatter?: boolean;
  /** Settings of the item for its side records, in addition to those of a new item. */
  records?: Partial<ItemSettings['records']>;
  /** Fees that the matter charges; none by default. */
  fees?: FeeItem[];
  /** Materials of the item. */
  papers?: ItemSettings['papers'];
  /** The steps after registration, each with its handler and what they may do with the form. */
  steps: readonly {
    name: string;
    handler: Account;
    /** The stage that the step gives the order; by default 待审查. */
    stage?: WorkOrderStatus;
    form: Pick<StepForm, 'authority' | 'fields'>;
    buttons?: StepButton[];
  }[];
}

/** Publishes form, process and item by calls, so that a clerk can start orders of the matter. */
export async function publishMatter(
  address: string,
  { code, name, fields, steps, ownMatter = false, papers = [], records = {}, fees = [] }: Matter,
): Promise<void> {
  const model = {
    schema: { fields },
    globalConfig: { code, title: `${name}登记表`, columns: 2, allowEdit: [] },
  };
  await postData(address, people.configAdmin, forms.publish.path, { json: JSON.stringify(model) });
  const xml = writePlan({
    key: code,
    name,
    limit: null,
    result: WorkOrderStatus.concluded,
    forms: [{ form: code, authority: 2, fields: [] }],
    steps: steps.map((step, index) => planStep(step, index, code)),
  });
  await postData(address, people.configAdmin, processes.publish.path, { xml });
  const choices = items.choices.output.parse(await getData(address, people.configAdmin, items.choices.path));
  const office = choices.organisations.find((each) => each.name === '淳安县信访局');
  const [category] = choices.categories;
  const settings = initialItemSettings(code, name);
  const payee = { unitCode: '330127001', unitName: '淳安县信访局', account: '', bank: '' };
  await postData(address, people.configAdmin, items.publish.path, {
    ...settings,
    records: { ...settings.records, payment: { items: fees, payee }, ...records },
    papers,
    categoryId: category?.id,
    orgId: office?.id,
    processKey: code,
    formCodes: [code],
    ownMatter,
    titleFields: fields.slice(0, 1).map(({ id }) => id),
    summary: `${name}，五个工作日内办结。`,
  });
}

function planStep(
  { name, handler, form, stage = WorkOrderStatus.awaitingReview, buttons = [] }: Matter['steps'][number],
  index: number,
  code: string,
): PlanStep {
  return {
    id: `step-${index + 1}`,
    name,
    stage,
    handlers: [{ kind: 'staff', id: `staff-${handler}`, name: handler }],
    share: 'first',
    limit: null,
    opinionRequired: false,
    handle: '办理',
    namesNext: false,
    buttons,
    refusal: null,
    forms: [{ form: code, ...form }],
    when: null,
  };
}
