import type { WorkOrderForm } from '#contract/work-order-form.ts';
import type { TaskButton, Trace, WorkOrderPage } from '#contract/work-orders.ts';
import { meaningOf } from '#domain/workflow/available-actions.ts';
import type { UserTaskNode } from '#domain/workflow/model/model.ts';

const due = { dueAt: null, provisional: false, light: 'none', text: '' } as const;

/** Returns a row of a trace, handled unless `change` sets another state. */
export function buildTrace(number: number, change: Partial<Trace> = {}): Trace {
  const at = `2026-11-${String(10 + number).padStart(2, '0')}T02:00:00.000Z`;
  return {
    id: `01a1f6d9-a0a0-7da4-9152-e483b392e2f0.${number}`,
    number,
    flowNodeId: `node${number}`,
    flowNodeName: `环节${number}`,
    actName: '办理',
    handlerStatus: 1,
    handlerOperation: 1,
    handlerName: '刘洋',
    handlerOrgName: '淳安县信访局',
    candidateNames: [],
    handlerOpinion: '',
    remark: '',
    startTime: at,
    endTime: at,
    createdAt: at,
    lastUpdatedAt: at,
    due,
    attachments: [],
    workorderTraceAssignVos: [],
    countersignWay: null,
    countersignHandlerType: null,
    countersignFlowCondition: null,
    handlerLimitTime: null,
    handlerLimitUnit: null,
    countersignHandlerResult: null,
    countersignPromoterId: '',
    countersignPromoterName: '',
    panels: [],
    seatOf: null,
    onBehalfOf: '',
    aboutPanelId: null,
    receiverNames: [],
    remindList: [],
    ...change,
  };
}

/** Returns a form with one required field under the given authority. */
export function buildOrderForm(change: Partial<WorkOrderForm> = {}): WorkOrderForm {
  return {
    id: 'form-1',
    formCode: 'petition',
    formName: '登记表',
    formType: 1,
    formVersionCode: 1,
    formStructure: {
      globalConfig: { code: 'petition', title: '登记表', columns: 2, allowEdit: [] },
      schema: {
        fields: [
          { id: 'subject', title: '标题', 'x-component': 'single-line' },
          { id: 'conclusion', title: '结论', 'x-component': 'single-line', required: true },
        ],
      },
    },
    content: { subject: '路灯不亮', conclusion: '' },
    initContent: {},
    contentVersion: 0,
    changes: [],
    typedBefore: {},
    configJson: { allowEdit: [] },
    metaData: {},
    masked: [],
    authority: { subject: 1, conclusion: 2 },
    ...change,
  };
}

export const taskTraceId = '01a1f6d9-a0a0-7da4-9152-e483b392e2f0.3';

export function buildButton(code: string, name: string, order: number): TaskButton {
  const properties = meaningOf({ code }, { kind: 'userTask', opinionRequired: true } as UserTaskNode);
  if (properties === undefined) throw new Error(`There is no action with the code ${code}`);
  return {
    id: `button-${code}`,
    code,
    name,
    order,
    makesDocuments: false,
    resultCode: null,
    binds: [],
    ...properties,
  };
}

/**
 * Returns the detail page of an order on which the reader has no actions; `change` sets the fields of the case.
 */
export function buildOrderPage(change: Partial<WorkOrderPage> = {}): WorkOrderPage {
  return {
    order: {
      id: '01a1f6d9-a0a0-7da4-9152-e483b392e2f0',
      code: '2026000123',
      taskCode: 'petition-letter',
      itemName: '群众来信办理',
      title: '路灯不亮',
      applicantName: '**娟',
      areaName: '淳安县',
      orgName: '淳安县信访局',
      initiatorName: '张伟',
      status: 3,
      statusLabel: '待受理',
      startedAt: '2026-11-10T02:00:00.000Z',
      updatedAt: '2026-11-12T02:00:00.000Z',
      endedAt: null,
      due,
      urgeCount: 0,
      version: 3,
      rollbackStatus: 0,
      procId: 'petition-letter',
      procDefId: 'petition-letter:1',
      itemDeployId: 'petition-letter-1',
      serveType: ['letter'],
      categoryId: 'petition',
      categoryName: '信访服务',
      secondBatch: false,
      nodeName: '受理审查',
      applicantWord: '信访人',
      isPetition: true,
      resultLabel: '',
      extFields: [],
    },
    applicant: null,
    forms: [],
    materials: null,
    hasFormHistory: false,
    makesPapers: false,
    process: { definitionId: 'petition-letter:1', activeNodeIds: [], doneNodeIds: [], nodes: [], stages: [] },
    traces: [buildTrace(1), buildTrace(2)],
    traceTotals: { rows: 2, answers: 0 },
    traceSource: null,
    task: null,
    tasks: [],
    waitsFor: [],
    recordCount: 0,
    recordOffers: [],
    blockedBy: '',
    copy: null,
    offers: [],
    can: {
      handle: false,
      withdraw: false,
      recall: false,
      reassign: false,
      copy: false,
      urge: false,
      resubmit: false,
      reveal: false,
      restoreForms: false,
    },
    ...change,
  };
}

/** Returns the detail page of an order on which the reader has an open task. */
export function buildMyTask(change: Partial<WorkOrderPage> = {}): WorkOrderPage {
  const task = { traceId: taskTraceId, nodeId: 'review', nodeName: '受理审查', standsFor: '' };
  return buildOrderPage({
    task: {
      ...task,
      opinionRequired: true,
      buttons: [buildButton('1', '受理', 1), buildButton('2', '退回', 2), buildButton('4', '终止', 3)],
      staged: null,
      askedBy: null,
    },
    tasks: [task],
    can: {
      handle: true,
      withdraw: false,
      recall: false,
      reassign: false,
      copy: false,
      urge: false,
      resubmit: false,
      reveal: false,
      restoreForms: false,
    },
    ...change,
  });
}
