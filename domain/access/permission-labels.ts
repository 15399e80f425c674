import type { Permission } from './actor.ts';

/** Labels of the permissions, for display. */
export const permissionLabel: Record<Permission, string> = {
  'work-order:initiate': '发起办件',
  'work-order:handle': '办理办件',
  'work-order:read-all': '查看全部办件',
  'work-order:query-cross': '查询本区划内各机构办件',
  'work-order:administer': '管理办件',
  'work-order:reassign': '改派办件',
  'work-order:urge': '催办办件',
  'work-order:approve': '审批延期等事项',
  'work-order:terminate': '终止办件',
  'work-order:void': '作废办件',
  'applicant:reveal': '查看申请人敏感信息',
  'list-view:share': '共享列表视图',
  'process:publish': '发布流程',
  'form:publish': '发布表单',
  'rule:publish': '发布规则',
  'item:publish': '发布事项',
  'organisation:manage': '管理机构',
  'staff:manage': '管理账号',
  'role:manage': '管理角色权限',
  'security:manage': '管理登录安全',
  'calendar:manage': '维护节假日',
  'message-template:manage': '维护消息模板',
  'document-template:manage': '维护文书模板',
  'archive:read': '查阅档案',
  'archive:manage': '管理档案',
  'audit:read': '查看审计记录',
  'system:operate': '系统运维',
};

/** Returns the label of a permission; the code itself where this version has no label for it. */
export function labelOfPermission(code: string): string {
  return Object.hasOwn(permissionLabel, code) ? permissionLabel[code as Permission] : code;
}

/** Sentences on what a permission allows, where its label does not say it. */
export const permissionHint: Partial<Record<Permission, string>> = {
  'work-order:handle': '办理本人及所在岗位、机构的待办',
  'work-order:read-all': '查看所有机构的办件，不能办理',
  'work-order:query-cross': '查看本机构所在区划及下级区划各机构的办件，不能办理',
  'work-order:administer': '为无人可办的环节指定办理人，移交待办，恢复办件；可查看全部办件',
  'work-order:reassign': '将未办结的待办改由他人办理；领导限于本机构的待办',
  'work-order:urge': '催办他人发起的办件',
  'work-order:approve': '审批可查看办件的延期、特别程序和退款，恢复中止的办件',
  'applicant:reveal': '查看隐藏的证件号码、手机号码等，每次查看均有记录',
  'list-view:share': '将保存的列表视图共享给本机构人员',
  'rule:publish': '发布规则，设置规则组；规则中的脚本在服务器上运行',
  'item:publish': '发布事项，设置事项分类',
  'organisation:manage': '维护机构、大厅、窗口、岗位和用户组',
  'role:manage': '维护角色，设置人员的角色',
  'security:manage': '查看和结束登录会话，查看登录安全事件，设置登录策略',
  'calendar:manage': '维护节假日和调休上班日，办理时限据此计算',
  'message-template:manage': '维护消息的内容和发送人可选的用语',
  'document-template:manage': '维护事项的文书模板和文号',
  'archive:read': '检索档案，填写查阅事由后查阅',
  'archive:manage': '管理归档设置、未能归档的办件、档案移交和销毁',
  'system:operate': '查看系统运行情况，设置消息渠道',
};
