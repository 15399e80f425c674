import type { AuditEntry } from '#contract/audit.ts';
import {
  codeOfOrder,
  kindOfObjectOf,
  wordOfAction,
  wordOfObject,
  wordOfObjectOf,
} from '#contract/audit-texts.ts';
import { isWorkOrderStatus, workOrderStatusLabel } from '#domain/enumerations/work-order-status.ts';
import type { StatusTone } from '#web/toolkit/status/StatusTag.tsx';

const detailName: Record<string, string> = {
  account: '账号',
  added: '新增',
  now: '现在',
  from: '原上级',
  to: '新上级',
  confirmedBy: '身份验证方式',
  told: '已通知的管理员',
  addedKeys: '新增的行',
  changed: '修改',
  changedRows: '修改的行',
  objectKind: '对象类型',
  objectName: '对象名称',
  staffName: '操作人',
  accounts: '试过的账号',
  address: '地址',
  before: '原来的安排',
  call: '接口',
  code: '结果代码',
  count: '数量',
  ended: '结束的会话',
  endedSessions: '结束的会话',
  endedRules: '结束的代理',
  tasksLeft: '无人可办的待办',
  filters: '导出条件',
  format: '格式',
  list: '列表',
  pagePath: '页面',
  place: '业务类型',
  title: '列表名称',
  acknowledged: '已确认',
  act: '操作',
  finding: '问题',
  schema: '表结构版本',
  things: '登记数据',
  findings: '发现',
  id: '标识',
  key: '流程',
  kind: '类型',
  links: '记录',
  forgotten: '忘记的浏览器',
  factorRemoved: '二次验证已关闭',
  loginType: '登录方式',
  given: '授予',
  permissions: '权限',
  menus: '菜单',
  taken: '收回',
  renamed: '账号改为',
  orgId: '机构标识',
  departmentId: '部门标识',
  landing: '首页',
  positions: '岗位',
  groups: '用户组',
  windows: '窗口',
  roles: '角色',
  idCard: '身份证号',
  mobile: '手机号码',
  name: '名称',
  obligedRoles: '须二次验证的角色',
  secondFactor: '二次验证',
  secondFactorAfterSignOn: '统一身份认证后仍须二次验证',
  onServer: '在服务器上执行',
  outcome: '结果',
  passwordMaxAgeDays: '密码有效天数',
  passwordWarnDays: '到期前提醒天数',
  reason: '原因',
  rows: '条数',
  packages: '件数',
  purpose: '利用目的',
  receiver: '接收单位',
  size: '大小',
  staffId: '人员标识',
  state: '状态',
  unknownAccounts: '不存在的账号数',
  until: '截至',
  userAgent: '浏览器',
  version: '版本',
  absentId: '外出人员标识',
  at: '时刻',
  belongs: '所属',
  bytes: '大小',
  channel: '渠道',
  channels: '渠道',
  contentType: '文件类型',
  digest: '摘要',
  documentNumber: '文号',
  documents: '文书',
  entries: '档案数',
  evenHandedOver: '包括已移交的',
  files: '文件',
  for: '打印内容',
  form: '表单',
  typedAt: '填写时的流转序号',
  forms: '表单',
  found: '发现',
  letters: '份数',
  madeAt: '导出时间',
  messages: '消息数',
  number: '档号',
  office: '单位',
  numbers: '档号',
  parts: '内容',
  picked: '所选内容',
  quietFrom: '免打扰开始',
  quietUntil: '免打扰结束',
  receivers: '接收人',
  sessions: '登录会话',
  sha256: '校验值',
  signer: '签名指纹',
  status: '办件状态',
  task: '任务',
  taskCode: '事项编码',
  versions: '版本数',
  workorderId: '办件标识',
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
  changed: '已修改',
  true: '是',
  false: '否',
};

export const wordOfDetail = (name: string): string => detailName[name] ?? name;

/** Returns the details of an audit record besides person, time and action, as pairs of name and text. */
export function textsOfDetail(detail: unknown): [name: string, value: string][] {
  if (typeof detail !== 'object' || detail === null) return [];
  return Object.entries(detail).map(([name, value]) => {
    const isNames = Array.isArray(value) && value.every((each) => typeof each === 'string');
    const text = isNames ? value.join('、') : typeof value === 'string' ? value : JSON.stringify(value);
    const own =
      name === 'objectKind' ? wordOfObject(text) : name === 'action' ? wordOfAction(text) : undefined;
    const status = name === 'status' && isWorkOrderStatus(value) ? workOrderStatusLabel[value] : undefined;
    return [wordOfDetail(name), own ?? status ?? detailValue[text] ?? text];
  });
}

/**
 * Returns the note on content that the record of an order or a file leaves out, since auditors take no part
 * in orders (0057).
 */
export function remarkOnHidden({ chain, action }: Pick<AuditEntry, 'chain' | 'action'>): string | undefined {
  if (chain === 'file' || action.startsWith('file.'))
    return '附件名称不写入审计记录，因为审计管理员不参与办件；附件按标识和校验值核对。';
  if (action.startsWith('work-order.'))
    return '审计记录写明办件状态，不写所按的办理按钮；处理意见和附件名称也不写入，因为审计管理员不参与办件。';
  return undefined;
}

type NamedLink = Pick<AuditEntry, 'action' | 'objectKind' | 'objectName' | 'staffName' | 'detail'>;

/**
 * Details that name the object of an audit record if the object has no readable name of its own: 档号, 文号, a
 * list, a period.
 */
const namingDetails = ['number', 'documentNumber', 'title', 'name', 'objectName'];

/** Returns the name of an audit record's object; empty if neither it nor the details have a name. */
export function nameOfObject(link: NamedLink): string {
  const { objectName, objectKind, staffName, detail } = link;
  if (objectName !== '') return objectName;
  if (objectKind === 'call') return kindOfObjectOf(link) === 'account' ? staffName : codeOfOrder(detail);
  const said = Object.entries(detail ?? {});
  for (const name of namingDetails) {
    const [, value] = said.find(([key]) => key === name) ?? [];
    if (typeof value === 'string' && value !== '') return value;
  }
  return '';
}

/** Returns the name of an audit record's object, preceded by its kind. */
export function fullNameOfObject(link: NamedLink): string {
  return [wordOfObjectOf(link), nameOfObject(link)].filter(Boolean).join(' ');
}

/** Returns the outcome of an action; a record without one was written by an action that succeeded. */
export function outcomeOf(detail: unknown): { label: string; tone: StatusTone } {
  const { outcome } = (detail ?? {}) as { outcome?: unknown };
  if (outcome === 'refused') return { label: '被拒', tone: 'warning' };
  return { label: '成功', tone: 'success' };
}
