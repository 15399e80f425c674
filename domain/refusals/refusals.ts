import { inputText } from '../texts/input-texts.ts';
import type { MissingRecord } from './missing-record.ts';
import type { RefusalRow } from './refusal-row.ts';
import { sessionRefusals } from './session-refusals.ts';

/**
 * Refusals are values: a rule that refuses returns one, and only bugs are thrown. One table gives every code
 * its wire number, HTTP status and Chinese text, so that a code without a row does not compile.
 */

/**
 * One problem of the input, at its field; `field` is the path as the client wrote it (`applyer.certCode`).
 */
export interface Problem {
  field: string;
  message: string;
  /** The kind of record that the message says is missing here. */
  missing?: MissingRecord;
}

/**
 * Number of problems in one response; more would not help a reader, and would let an attacker make huge
 * responses.
 */
export const maxProblems = 100;
/**
 * Characters of a problem's path and of its message in a response; the path may contain any text of the
 * client.
 */
export const maxProblemText = 500;

/** A refusal; `Code` lists the possible codes, so that a call returns only codes that it declares. */
export interface Refusal<Code extends RefusalCode = RefusalCode> {
  readonly refused: Code;
  /** Text that replaces the text of the table. */
  readonly message?: string;
  readonly problems?: readonly Problem[];
}

const rows = {
  ...sessionRefusals,
  // access
  forbidden: { errcode: 403, httpStatus: 403, text: '您没有该操作的权限' },
  notFound: { errcode: 404, httpStatus: 404, text: '未找到对应的数据' },
  // calls
  badInput: { errcode: 400, httpStatus: 400, text: inputText.completeFirst },
  /** The key that wrapped values of the form (S2 §7); a client asks for a new one and repeats the call. */
  formKeyInvalid: { errcode: 40018, httpStatus: 400, text: '加密密钥已失效，请重新提交' },
  idempotencyKeyReused: { errcode: 40901, httpStatus: 409, text: '该请求已用于另一项操作，请刷新页面后重试' },
  stillRunning: { errcode: 40902, httpStatus: 409, text: '该操作正在处理，请稍候' },
  tooManyRequests: { errcode: 429, httpStatus: 429, text: '操作过于频繁，请稍后再试' },
  requestTimedOut: { errcode: 408, httpStatus: 408, text: '请求超时，请稍后再试' },
  addressTooLong: { errcode: 414, httpStatus: 414, text: '请求地址过长' },
  headersTooLarge: { errcode: 431, httpStatus: 431, text: '请求头过大' },
  tooLarge: { errcode: 413, httpStatus: 413, text: '提交的内容过大' },
  busy: { errcode: 503, httpStatus: 503, text: '系统繁忙，请稍后再试' },
  // There is no disk space for the data of a call, or the disk fails (docs/decisions/0178).
  cannotStore: {
    errcode: 50702,
    httpStatus: 507,
    text: '服务器磁盘已满，操作未完成，请联系系统管理员处理后再试',
  },
  // The object store is unavailable or refuses; the action is rolled back (docs/decisions/0178).
  filesAway: {
    errcode: 50302,
    httpStatus: 503,
    text: '附件暂时无法保存和读取，请稍后再试；如持续出现，请联系系统管理员',
  },
  // A row refers to bytes that the store does not have (docs/decisions/0178).
  fileLost: {
    errcode: 41003,
    httpStatus: 410,
    text: '附件的内容在服务器上找不到，不能打开，请联系系统管理员',
  },
  fault: { errcode: 500, httpStatus: 500, text: '系统出现异常，请稍后重试或联系管理员' },
  // workflow (S1 §4, §5, §8)
  taskAlreadyHandled: { errcode: 40910, httpStatus: 409, text: '该环节已被办理' },
  orderBusy: { errcode: 40923, httpStatus: 409, text: '该办件正在被他人办理，请刷新页面后重试' },
  traceRequired: {
    errcode: 40016,
    httpStatus: 400,
    text: '您在该办件有多个待办环节，请指明要办理的环节（workorderTraceId）',
  },
  orderEnded: { errcode: 40911, httpStatus: 409, text: '该办件已办结，不能再操作' },
  notYourTask: { errcode: 40310, httpStatus: 403, text: '您不是该环节的处理人' },
  actionNotAllowed: { errcode: 40912, httpStatus: 409, text: '当前环节不支持该操作' },
  opinionRequired: { errcode: 40010, httpStatus: 400, text: '【处理意见】填写处理意见' },
  nextHandlersIncomplete: { errcode: 40011, httpStatus: 400, text: '请完整配置所有节点的处理人' },
  branchRequired: { errcode: 40012, httpStatus: 400, text: '请选择办理分支' },
  returnTargetRequired: { errcode: 40013, httpStatus: 400, text: '请选择退回节点' },
  returnNotAllowed: { errcode: 40913, httpStatus: 409, text: '不允许退回' },
  withdrawNotAllowed: { errcode: 40914, httpStatus: 409, text: '不允许撤回' },
  recallNotAllowed: { errcode: 40915, httpStatus: 409, text: '不允许撤回' },
  resubmitNotAllowed: { errcode: 40916, httpStatus: 409, text: '该办件当前不能重新提交' },
  noCandidates: { errcode: 40917, httpStatus: 409, text: '下一环节没有可用的处理人，请联系管理员' },
  conditionFaulty: { errcode: 40918, httpStatus: 409, text: '流程条件无法判定，请联系配置管理员' },
  processStuck: { errcode: 40919, httpStatus: 409, text: '流程走到无法继续的位置，请联系配置管理员' },
  returnTargetsInLine: { errcode: 40015, httpStatus: 400, text: '所选退回环节有先后关系，请只保留其中一个' },
  taskHeld: { errcode: 40925, httpStatus: 409, text: '该环节正在等待会签、加签或委派的结果，暂不能办理' },
  /** An open side record blocks the task, or holds the order open (docs/decisions/0232). */
  recordOpen: { errcode: 40962, httpStatus: 409, text: '尚有未了结的事项，暂不能办理' },
  recordState: { errcode: 40963, httpStatus: 409, text: '当前状态不支持该操作' },
  countersignRepeated: { errcode: 40924, httpStatus: 409, text: '同一环节不可重复会签' },
  urgedTooSoon: { errcode: 40940, httpStatus: 409, text: '该办件刚刚催办过，请稍后再催办' },
  notServed: { errcode: 40922, httpStatus: 409, text: '该功能尚未开通' },
  formInvalid: { errcode: 40014, httpStatus: 400, text: '【表单信息】正确填写所有表单' },
  /** An interface of a form does not answer as it should (S2 §8). */
  remoteQueryFailed: { errcode: 40960, httpStatus: 409, text: '查询异常' },
  formChanged: { errcode: 40959, httpStatus: 409, text: '表单内容已被他人修改，请核对后再提交' },
  ruleNotSatisfied: { errcode: 40019, httpStatus: 400, text: '规则校验失败' },
  actionContradictsForm: { errcode: 40017, httpStatus: 400, text: '办理操作与表单内容不一致' },
  // administration (docs/decisions/0085)
  accountChangeNotAllowed: { errcode: 40930, httpStatus: 409, text: '该账号当前不能进行此操作' },
  sessionNotEndable: { errcode: 40931, httpStatus: 409, text: '该会话不能结束' },
  // spreadsheets (docs/decisions/0169)
  /** The data that a dialog displays has changed since it was opened (0194). */
  dataChanged: { errcode: 40958, httpStatus: 409, text: '数据已变动，请重新打开' },
  sheetStale: { errcode: 40956, httpStatus: 409, text: '数据已变动，请重新预览' },
  stillUsed: { errcode: 40957, httpStatus: 409, text: '仍在使用' },
  // messages (docs/decisions/0102)
  messageNotResendable: { errcode: 40932, httpStatus: 409, text: '该消息当前不能进行此操作' },
  // initiation (S1 §5)
  /** The draft was saved in another page since the sender opened it (docs/decisions/0194). */
  draftChanged: { errcode: 40961, httpStatus: 409, text: '该草稿已在其他页面修改' },
  unfinishedOrderExists: { errcode: 40920, httpStatus: 409, text: '申请权限校验不通过' },
  itemNotAvailable: { errcode: 40921, httpStatus: 409, text: '该事项当前不可办理' },
  // publishing
  definitionInvalid: { errcode: 40020, httpStatus: 400, text: '流程定义未通过检查' },
  // documents (S1 §8)
  templateChanged: { errcode: 40953, httpStatus: 409, text: '该文书模板已被他人修改' },
  documentNotSealed: { errcode: 40954, httpStatus: 409, text: '盖章失败，文书未生效，请稍后重试' },
  documentNotMade: { errcode: 40950, httpStatus: 409, text: '生成失败' },
  // archive (docs/decisions/0162)
  archiveBroken: { errcode: 40952, httpStatus: 409, text: '档案包内容已变动或缺失，请先核查并重新归档' },
  archiveDestroyed: { errcode: 40955, httpStatus: 409, text: '该档案已销毁' },
  // files (S2 §5)
  fileTypeNotAllowed: { errcode: 40030, httpStatus: 400, text: '格式错误！请重新上传' },
  fileTooLarge: { errcode: 40031, httpStatus: 400, text: '附件大小超出限制！请重新上传' },
  tooManyFiles: { errcode: 40032, httpStatus: 400, text: '附件数量超出限制！请重新上传' },
  fileDangerous: { errcode: 40033, httpStatus: 400, text: '文件含有不安全的内容，不能上传' },
  uploadQuotaReached: { errcode: 40034, httpStatus: 400, text: '已上传而尚未使用的附件超出限额' },
  storageFull: {
    errcode: 50701,
    httpStatus: 507,
    text: '存储空间不足，暂不能上传附件，请联系系统管理员',
  },
  // QR upload (S0 §4)
  qrCodeExpired: { errcode: 41001, httpStatus: 410, text: '二维码已过期，请刷新' },
  qrCodeTaken: { errcode: 40941, httpStatus: 409, text: '该二维码已由另一部手机使用，请在电脑上刷新二维码' },
  qrUploadUnfinished: { errcode: 40942, httpStatus: 409, text: '有文件尚未送达，请待送达或移除后再提交' },
} as const satisfies Record<string, RefusalRow>;

export type RefusalCode = keyof typeof rows;

export const refusalRow: Record<RefusalCode, RefusalRow> = rows;

/**
 * Returns a refusal with a code of the table; `problems` lists every problem at once, `message` replaces the
 * table's text.
 */
export function refuse<Code extends RefusalCode>(
  refused: Code,
  details: { message?: string; problems?: readonly Problem[] } = {},
): Refusal<Code> {
  return { refused, ...details };
}

export function isRefusal(value: unknown): value is Refusal {
  return (
    typeof value === 'object' &&
    value !== null &&
    'refused' in value &&
    typeof value.refused === 'string' &&
    value.refused in rows
  );
}
