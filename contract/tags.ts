/**
 * The subjects by which the web renews the answers that it stores (docs/decisions/0027). An endpoint whose
 * answers the web stores names the subjects of the answers (`reads`), one that changes data names the
 * subjects of the change (`changes`). A subject needs a tag of its own if an endpoint changes it without the
 * other subjects. No code of the web imports this list. In a declaration, place them next to the method,
 * because the file of the first screen compresses best that way.
 */
export const tags = {
  /** Work orders: lists, counts, tasks, traces, copies, figures. Their own actions are followed by live events. */
  orders: '办件',
  /** Documents of an order. */
  documents: '文书',
  /** Messages that were sent about an order. */
  'order-messages': '办件消息',
  drafts: '草稿',
  /** Common opinions of the user. */
  opinions: '常用意见',
  exports: '导出任务',
  views: '列表视图',
  messages: '站内消息',
  'message-settings': '消息设置',
  schedule: '日程',
  /** Which reminders of the schedule are still to be shown. */
  reminders: '日程提醒',
  'calendar-feed': '日历订阅',
  substitutes: '代理',
  'hand-overs': '移交',
  /** Business items, their categories and the catalogue. */
  items: '事项',
  forms: '表单',
  'shared-elements': '共享要素',
  rules: '规则',
  processes: '流程',
  templates: '文书模板',
  /** Number series of documents, and the assigned numbers. */
  numbers: '文号',
  /** People: their data, accounts, places and the roles that they have. */
  accounts: '人员',
  /** Roles: their names, permissions and menus. */
  roles: '角色',
  /** Organisations, halls, windows, posts and user groups. */
  office: '机构',
  holidays: '节假日',
  'login-policy': '登录策略',
  /** Sessions, remembered browsers and login events. */
  'sign-ins': '登录',
  /** The second factor of the user's own account. */
  'second-factor': '二次验证',
  channels: '消息渠道',
  'message-templates': '消息模板',
  /** Reconciliation of payments. */
  payments: '对账',
  archive: '档案',
  /** The state of the installation: jobs, health checks. */
  installation: '系统运行',
  /** The audit log: every changing call adds to it, so that none names it. */
  audit: '审计',
} as const;

export type Tag = keyof typeof tags;
