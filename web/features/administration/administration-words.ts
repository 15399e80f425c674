import type { loginEventNames } from '#contract/administration.ts';
import type { CommandAction } from '#domain/workflow/actions/registry.ts';
import type { StatusTone } from '#web/toolkit/status/StatusTag.tsx';

/** Words for what the portal writes down; what a later version wrote shows by its own name. */

type LoginEventName = (typeof loginEventNames)[number];

const loginEvent: Record<LoginEventName, { label: string; tone: StatusTone }> = {
  'login.succeeded': { label: '登录成功', tone: 'success' },
  'login.failed': { label: '账号或密码错误', tone: 'warning' },
  'login.captcha-failed': { label: '验证码错误', tone: 'neutral' },
  'login.limited': { label: '登录受限', tone: 'error' },
  'login.disabled': { label: '停用账号登录', tone: 'warning' },
  'login.half-way': { label: '密码正确，待二次验证', tone: 'neutral' },
  'login.code-failed': { label: '动态口令错误', tone: 'warning' },
  'login.code-limited': { label: '动态口令受限', tone: 'error' },
  'sign-on.succeeded': { label: '统一身份认证登录', tone: 'success' },
  'sign-on.failed': { label: '统一身份认证未通过', tone: 'error' },
  'sign-on.unknown': { label: '统一身份认证账号未关联', tone: 'warning' },
  'sign-on.limited': { label: '统一身份认证过于频繁', tone: 'error' },
  'captcha.limited': { label: '验证码过于频繁', tone: 'warning' },
  'password.changed': { label: '修改密码成功', tone: 'success' },
  'password.change-failed': { label: '修改密码失败', tone: 'warning' },
  'password.change-limited': { label: '修改密码受限', tone: 'error' },
  'second-factor.enrolled': { label: '启用二次验证', tone: 'success' },
  'second-factor.removed': { label: '关闭二次验证', tone: 'warning' },
  'second-factor.codes-renewed': { label: '重新生成恢复码', tone: 'success' },
  'second-factor.failed': { label: '二次验证操作未通过', tone: 'warning' },
  'second-factor.limited': { label: '二次验证操作受限', tone: 'error' },
};

export function wordOfLoginEvent(event: string): { label: string; tone: StatusTone } {
  return loginEvent[event as LoginEventName] ?? { label: event, tone: 'neutral' };
}

export const loginEventOptions = Object.entries(loginEvent).map(([value, { label }]) => ({ value, label }));

const loginType: Record<string, string> = {
  password: '密码',
  device: '记住密码',
  oidc: '统一身份认证',
  gateway: '统一身份认证',
};

export function wordOfLoginType(type: string): string {
  return loginType[type] ?? type;
}

const family: Record<string, string> = {
  'work-order': '办件',
  session: '登录会话',
  account: '账号',
  security: '安全事件',
  file: '附件',
  draft: '草稿',
  message: '消息',
  'message-settings': '消息设置',
  preferences: '个人设置',
  'message-template': '消息模板',
  copy: '抄送阅读',
  substitute: '外出委托',
  'hand-over': '工作移交',
  opinion: '常用意见',
  'list-view': '列表视图',
  process: '流程发布',
  holiday: '节假日',
  initiation: '重复核验',
  'petition-history': '历史信访查询',
  export: '列表导出',
  audit: '审计',
};

export const auditFamilyOptions = Object.entries(family).map(([value, label]) => ({ value, label }));

/** Actions on orders; one without a word does not compile. */
const orderVerb: Record<`work-order.${CommandAction}`, string> = {
  'work-order.start': '发起办件',
  'work-order.handle': '办理',
  'work-order.forward': '转交',
  'work-order.chooseBranch': '选择分支',
  'work-order.return': '退回',
  'work-order.resubmit': '退回后提交',
  'work-order.withdraw': '撤回（经办人）',
  'work-order.recall': '撤回（发起人）',
  'work-order.terminate': '终止',
  'work-order.void': '作废',
  'work-order.startCountersign': '发起会签',
  'work-order.answerCountersign': '会签表态',
  'work-order.addToCountersign': '增加会签人',
  'work-order.addToSigners': '增加加签人',
  'work-order.callOffCountersign': '取消会签',
  'work-order.addSigners': '加签',
  'work-order.sign': '签署意见',
  'work-order.removeSigner': '减签',
  'work-order.delegate': '委派',
  'work-order.returnToHandler': '退回经办人',
  'work-order.submitToHandler': '退回经办人提交',
  'work-order.expire': '会签到期或无人可表态',
  'work-order.reassign': '改派',
  'work-order.copy': '抄送',
  'work-order.leaveNote': '阅办意见',
  'work-order.urge': '催办',
};

const verb: Record<string, string> = {
  ...orderVerb,
  'work-order.reveal-applicant': '查看申请人敏感信息',
  'work-order.reveal-forms': '查看表单敏感信息',
  'work-order.restore-forms': '恢复表单',
  'work-order.export-traces': '导出办理轨迹',
  'work-order.petition-history': '查询历史信访',
  'petition-history.look': '按号码查询历史信访',
  'work-order.add-attachments': '添加意见附件',
  'work-order.remove-attachment': '删除意见附件',
  'work-order.seal-form': '加密历史表单',
  'work-order.send-message': '发送消息',
  'work-order.read-copy': '查阅抄送',
  'initiation.repeat-found': '查到未办结的同类办件',
  'draft.save': '保存草稿',
  'draft.delete': '删除草稿',
  'draft.restore': '恢复草稿',
  'draft.stage': '暂存',
  'session.login': '登录',
  'session.logout': '退出登录',
  'session.change-password': '修改密码',
  'session.forget-device': '忘记浏览器',
  'session.end': '结束会话',
  'session.end-all': '结束一人的全部会话',
  'session.enrol-factor': '启用二次验证',
  'session.remove-factor': '关闭二次验证',
  'session.renew-recovery-codes': '重新生成恢复码',
  'session.reset-factor': '重置二次验证',
  'login-policy.save': '保存登录策略',
  'account.disable': '停用账号',
  'account.enable': '启用账号',
  'account.reset-password': '重置一次性密码',
  'account.unlock': '解除锁定',
  'file.upload': '上传附件',
  'file.download': '下载附件',
  'message.read': '消息已读',
  'message.resend': '重发消息',
  'message.confirm': '确认消息已送达',
  'message.resend-all': '重发全部消息',
  'message-settings.save': '保存消息设置',
  'preferences.save': '保存个人设置',
  'message-template.save': '保存消息模板',
  'message-template.reset': '恢复默认模板',
  'message-template.save-picked': '保存常用消息',
  'message-template.remove-picked': '删除常用消息',
  'substitute.set': '设置代理人',
  'substitute.end': '结束代理',
  'hand-over.start': '发起工作移交',
  'opinion.save': '保存常用意见',
  'opinion.delete': '删除常用意见',
  'list-view.save': '保存列表视图',
  'list-view.change': '修改列表视图',
  'list-view.arrange': '列表视图排序',
  'list-view.default': '设置默认视图',
  'list-view.delete': '删除列表视图',
  'list-view.restore': '恢复列表视图',
  'process.publish': '发布流程',
  'holiday.set': '设置节假日',
  'holiday.remove': '取消节假日',
  'export.ask': '导出列表',
  'export.done': '导出完成',
  'export.cancel': '取消导出',
  'export.retry': '重新导出',
  'export.download': '下载导出文件',
  'export.answer': '直接导出列表',
  'audit.export': '导出审计记录',
  'audit.verify': '发起核对',
  'audit.verified': '核对完成',
  'security.audit.read': '查看审计记录',
  'security.call.forbidden': '越权被拒',
  'security.call.not-found': '访问不存在的数据',
  'security.call.limited': '操作过于频繁',
  'security.applicant.revealed': '查看敏感信息',
};

/** The word for an action of the trail. */
export function wordOfAction(action: string): string {
  if (action.startsWith('security.')) {
    const name = action.slice('security.'.length) as LoginEventName;
    if (loginEvent[name]) return loginEvent[name].label;
  }
  return verb[action] ?? action;
}

const objectKind: Record<string, string> = {
  'work-order': '办件',
  session: '会话',
  staff: '人员',
  substitute: '外出委托',
  'hand-over': '工作移交',
  account: '账号',
  call: '接口',
  file: '附件',
  draft: '草稿',
  process: '流程',
  holiday: '日期',
  'login-policy': '登录策略',
  'business-item': '事项',
  export: '导出任务',
  'list-view': '列表视图',
  audit: '审计记录',
};

export function wordOfObject(kind: string): string {
  return objectKind[kind] ?? kind;
}

const browsers: readonly [pattern: RegExp, name: string][] = [
  [/Edg\/(\d+)/, 'Edge'],
  [/(?:QIHU|360SE|360EE)/i, '360 浏览器'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/Chrome\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari/, 'Safari'],
];
const systems: readonly [pattern: RegExp, name: string][] = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** A browser in two words, `Chrome 131 · Windows`; what is unknown is shown as it came. */
export function wordOfBrowser(userAgent: string): string {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent));
  if (!browser) return userAgent === '' ? '—' : userAgent.slice(0, 40);
  const version = browser[0].exec(userAgent)?.[1];
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [[browser[1], version].filter(Boolean).join(' '), system].filter(Boolean).join(' · ');
}

const detailName: Record<string, string> = {
  account: '账号',
  accounts: '试过的账号',
  address: '地址',
  before: '原来的安排',
  call: '接口',
  code: '结果代码',
  count: '数量',
  ended: '结束的会话',
  endedSessions: '结束的会话',
  filters: '导出条件',
  format: '格式',
  list: '列表',
  pagePath: '页面',
  place: '业务类型',
  title: '列表名称',
  findings: '发现',
  id: '标识',
  key: '流程',
  kind: '类型',
  links: '记录',
  factorRemoved: '二次验证已关闭',
  loginType: '登录方式',
  name: '名称',
  obligedRoles: '须二次验证的角色',
  secondFactor: '二次验证',
  secondFactorAfterSignOn: '统一身份认证后仍须二次验证',
  onServer: '在服务器上执行',
  outcome: '结果',
  reason: '原因',
  rows: '条数',
  size: '大小',
  staffId: '人员标识',
  state: '状态',
  unknownAccounts: '不存在的账号数',
  until: '截至',
  userAgent: '浏览器',
  version: '版本',
};

const detailValue: Record<string, string> = {
  succeeded: '成功',
  refused: '被拒',
  password: '密码',
  device: '记住密码',
  code: '动态口令',
  'recovery-code': '恢复码',
  enrolled: '启用',
  holiday: '放假',
  workday: '调休上班',
  whole: '完整',
  broken: '被改动',
  failed: '没有完成',
  true: '是',
  false: '否',
};

/** What a link says beside who, when and what, as pairs of words. */
export function wordsOfDetail(detail: unknown): [name: string, value: string][] {
  if (typeof detail !== 'object' || detail === null) return [];
  return Object.entries(detail).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return [detailName[name] ?? name, detailValue[text] ?? text];
  });
}
