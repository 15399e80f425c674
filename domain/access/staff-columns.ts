import type { ImportColumn } from '../sheets/import-sheet.ts';
import { staffLimits } from './staff-rules.ts';

const codeListColumn = (key: string, title: string, kindName: string, example: string): ImportColumn => ({
  key,
  title,
  nameTitle: kindName,
  kind: 'list',
  limit: 64,
  hint: `已有${kindName}的编码，多个用顿号分隔；没有的不填。`,
  example,
});

/**
 * Columns of the staff spreadsheet; roles are given by their names, everything else by its code (decision
 * 0170). The heading of the roles warns an importer who may not grant them.
 */
export const staffColumns = (roleNames: readonly string[], mayGrantRoles = true): readonly ImportColumn[] => [
  {
    key: 'account',
    title: '账号',
    kind: 'text',
    required: true,
    limit: staffLimits.accountCharacters,
    hint: '关键列：已有的账号为修改，没有的为新增。2 至 32 位小写字母、数字、点、下划线、连字符。',
    example: 'zhoulan',
  },
  {
    key: 'name',
    title: '姓名',
    kind: 'text',
    required: true,
    limit: staffLimits.nameCharacters,
    hint: '本人姓名。',
    example: '周岚',
  },
  {
    key: 'orgId',
    title: '机构编码',
    nameTitle: '机构',
    kind: 'code',
    required: true,
    hint: '已有机构的编码。',
    example: '330127-xfj',
  },
  {
    key: 'departmentId',
    title: '部门编码',
    nameTitle: '部门',
    kind: 'code',
    hint: '该机构的部门的编码；不属于部门的不填。',
    example: '330127-xfj-bxk',
  },
  {
    key: 'title',
    title: '职务',
    kind: 'text',
    limit: staffLimits.titleCharacters,
    hint: '选择处理人时显示。',
    example: '科员',
  },
  codeListColumn('positions', '岗位编码', '岗位', 'petition-examiner'),
  codeListColumn('groups', '用户组编码', '用户组', 'petition-receivers'),
  codeListColumn('windows', '窗口编码', '窗口', 'window-xf-1'),
  {
    key: 'roles',
    title: '角色',
    kind: 'list',
    limit: 64,
    choices: roleNames,
    ...(!mayGrantRoles && { headingNote: '由安全管理员授予，您不能填写' }),
    hint: '角色名称，多个用顿号分隔。角色由安全管理员授予：没有该权限的导入人请删除本列，或对新增人员留空、对已有人员保持原样。',
    example: '经办人',
  },
  {
    key: 'idCard',
    title: '身份证号',
    kind: 'text',
    limit: 18,
    isSecret: true,
    hint: '加密保存，不导出；不填时保持原样。单元格请设为文本。',
    example: '33012719900101108X',
  },
  {
    key: 'mobile',
    title: '手机号码',
    kind: 'text',
    limit: 11,
    isSecret: true,
    hint: '加密保存，不导出；不填时保持原样。',
    example: '15405713333',
  },
];
