import { WorkOrderStatus } from '../../enumerations/work-order-status.ts';
import { expressionLimits } from '../../expressions/limits.ts';
import type { ImportColumn } from '../../sheets/import-sheet.ts';
import { endingTexts, stageTexts, statusLabel } from './status-texts.ts';
import { stepButtonNames, stepButtons, stepShareLabel } from './step-plan.ts';

/**
 * Columns of the spreadsheet of process steps (docs/decisions/0171). The contents of cells are read by
 * `step-cells.ts`.
 */

/** Cell text for content that a cell cannot contain; on import it leaves that content unchanged. */
export const editedInFormText = '（在流程中维护）';
export const yesNo = { yes: '是', no: '否' } as const;
const yesOrNo = Object.values(yesNo);

/** The notation of the handlers of a step. */
const handlerHint =
  '写作“类别:编码”，类别有角色、岗位、机构、部门、用户组、窗口、个人；括号中的名称只供查看。还可以写“发起人”，或“步骤:标识”（那一步的办理人）。';
const limitHint = '写作“20 个工作日”“30 天”或“3 个月”，可加“（遇休息日不顺延）”';
const sameInAllRows = '同一流程的各行须相同。';

const columnsOfStep: readonly ImportColumn[] = [
  {
    key: 'order',
    title: '步骤序号',
    kind: 'number',
    min: 1,
    max: 9_999,
    hint: '在流程中的位置，从 1 起；不填的新步骤排在最后。',
    example: '1',
  },
  {
    key: 'id',
    title: '步骤标识',
    kind: 'text',
    limit: 64,
    hint: '关键列：请勿修改导出的标识。不填时按步骤名称匹配已有步骤，无同名的作为新步骤，标识由系统生成。',
    example: 'step-1',
  },
  {
    key: 'name',
    title: '步骤名称',
    kind: 'text',
    required: true,
    limit: 100,
    hint: '表中没有的步骤保持不变；要删除步骤，请在流程中操作。',
    example: '受理',
  },
  {
    key: 'stage',
    title: '办件状态',
    kind: 'choice',
    choices: stageTexts,
    hint: `办到这一步时，列表中显示的状态；不填为${statusLabel(WorkOrderStatus.awaitingUndertaking)}。`,
    example: statusLabel(WorkOrderStatus.awaitingAcceptance),
  },
  {
    key: 'handlers',
    title: '处理人',
    kind: 'list',
    limit: 200,
    hint: handlerHint,
    example: '岗位:petition-examiner、角色:handler（经办人）',
  },
  {
    key: 'share',
    title: '办理方式',
    kind: 'choice',
    choices: Object.values(stepShareLabel),
    hint: `不填为“${stepShareLabel.first}”。`,
    example: stepShareLabel.first,
  },
  {
    key: 'stepLimit',
    title: '时限',
    kind: 'text',
    limit: 30,
    hint: `这一步的时限，${limitHint}；不填为不限。`,
    example: '3 个工作日',
  },
  {
    key: 'opinionRequired',
    title: '意见必填',
    kind: 'choice',
    choices: yesOrNo,
    hint: '不填为否。',
    example: yesNo.no,
  },
  {
    key: 'handle',
    title: '办理按钮',
    kind: 'text',
    limit: 100,
    hint: '办结本步骤的按钮名称；不填为“办理”。',
    example: '受理',
  },
  {
    key: 'namesNext',
    title: '可指定下一步处理人',
    kind: 'choice',
    choices: yesOrNo,
    hint: '不填为否。',
    example: yesNo.no,
  },
  {
    key: 'buttons',
    title: '其他按钮',
    kind: 'list',
    choices: stepButtonNames.map((name) => stepButtons[name].name),
    hint: `可填：${stepButtonNames.map((name) => stepButtons[name].name).join('、')}；不填为没有。各办一份的步骤不能有发起会签和撤回。`,
    example: '转交、退回',
  },
  {
    key: 'refusalName',
    title: '终止按钮',
    kind: 'text',
    limit: 100,
    hint: '允许在本步骤终止办件时，按钮上的字；不填为不能。',
    example: '不予受理',
  },
  {
    key: 'refusalResult',
    title: '终止后状态',
    kind: 'choice',
    choices: endingTexts,
    hint: `仅设终止按钮时填写；不填为${statusLabel(WorkOrderStatus.notAccepted)}。`,
    example: statusLabel(WorkOrderStatus.notAccepted),
  },
  {
    key: 'forms',
    title: '表单',
    kind: 'list',
    limit: 2_000,
    hint: '写作“表单编码:可填写”“:只读”或“:不可见”；只读的表单中个别字段可填时，用加号接上字段标识。',
    example: 'street-stall:只读+result+sentOn',
  },
  {
    key: 'when',
    title: '办理条件',
    kind: 'text',
    limit: expressionLimits.length,
    hint: '符合条件时办理，否则跳过本步骤；写作“表单编码.字段标识 比较 值”，比较有 =、!=、>=、<= 和包含（多选）。像数字的文字加引号。不填为总是办理。',
    example: 'street-stall.area >= 20',
  },
];

/** Columns of the process as a whole, with the same value in all its rows. */
const columnsOfProcess: readonly ImportColumn[] = [
  {
    key: 'start',
    title: '发起人填写的表单',
    kind: 'list',
    limit: 2_000,
    hint: `写法与“表单”相同，至少一个可填写。${sameInAllRows}`,
    example: 'street-stall:可填写',
  },
  {
    key: 'limit',
    title: '整件时限',
    kind: 'text',
    limit: 30,
    hint: `${limitHint}；不填为不限。${sameInAllRows}`,
    example: '20 个工作日',
  },
  {
    key: 'result',
    title: '办结后的状态',
    kind: 'choice',
    choices: endingTexts,
    hint: `不填为${statusLabel(WorkOrderStatus.concluded)}。${sameInAllRows}`,
    example: statusLabel(WorkOrderStatus.concluded),
  },
];

export const stepColumns: readonly ImportColumn[] = [
  {
    key: 'process',
    title: '流程编码',
    kind: 'code',
    required: true,
    limit: 60,
    hint: '关键列：没有的为新建流程；小写字母开头，由小写字母、数字和短横线组成，发布后不能改。用流程文件发布的流程不在表中。',
    example: 'street-stall',
  },
  {
    key: 'processName',
    title: '流程名称',
    kind: 'text',
    required: true,
    limit: 100,
    hint: sameInAllRows,
    example: '占道经营许可',
  },
  ...columnsOfStep,
  ...columnsOfProcess,
];
