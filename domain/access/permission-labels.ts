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
  'work-order:terminate': '终止办件',
  'work-order:void': '作废办件',
  'applicant:reveal': '查看申请人敏感信息',
  'list-view:share': '共享列表视图',
  'process:publish': '发布流程',
  'form:publish': '发布表单',
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
